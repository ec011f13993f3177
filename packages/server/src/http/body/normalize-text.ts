/** Line ends and page breaks, of any system and of PDF extractors, become line feeds. */
const lineBreaks = /\r\n?|[\f\v]/g;
/** NUL and the other C0 controls except tab and line ends, and DEL. */
const controls = /[\0-\x08\x0e-\x1f\x7f]/g;

/** Text as the rest of the service may take it: without control characters, in NFC, so that search finds it. */
export function normalizeText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').normalize('NFC');
}

/** Text without control characters, and otherwise as it was sent. */
export function withoutControls(text: string): string {
  return text.replace(/[\f\v]/g, '\n').replace(controls, '');
}

/**
 * Something a question can consist of: a letter, digit or symbol, also a bracket or quote, which people who know
 * PubMed's syntax type. Not white space, invisible characters and the punctuation of sentences.
 */
const saying = /[[\p{L}\p{N}\p{S}\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

export function hasContent(text: string): boolean {
  return saying.test(text);
}

/** Returns true if a text has at most this many code points, which match what people count as characters. */
export function fitsCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count <= max;
}

/** The share of characters no text file has: controls, and what decoders leave of bytes they cannot read. */
export function controlCharacterRatio(text: string): number {
  const found = text.match(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0;
  return text.length === 0 ? 0 : found / text.length;
}
