/** Line ends of any system and page breaks of PDF extractors, which become line feeds. */
const lineBreaks = /\r\n?|[\f\v]/g;
/** NUL and the other C0 controls except tab and line ends, and DEL. */
const controls = /[\0-\x08\x0e-\x1f\x7f]/g;

/** Normalizes a text for the rest of the service: without control characters, and in NFC, so that search finds it. */
export function normalizeText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').normalize('NFC');
}

/** Removes control characters from a text and changes nothing else. */
export function withoutControls(text: string): string {
  return text.replace(/[\f\v]/g, '\n').replace(controls, '');
}

/**
 * Characters without content: white space, controls, invisible characters and the punctuation of sentences; not brackets and
 * quotes, which users of PubMed's syntax type. Written as ranges of the BMP, because they are part of the patterns in
 * /openapi.json, and tools that generate requests do not support `\p{L}`.
 */
const sayingNothing = [
  '\\u0000-!#%&*,\\-.\\/:;?@\\\\_\\u007F-\\u00A1\\u00A7\\u00AD\\u00B6\\u00B7\\u00BF\\u034F\\u037E\\u0387\\u061B-\\u061F',
  '\\u055A-\\u055F\\u0589\\u058A\\u060C\\u060D\\u066A-\\u066D\\u06D4\\u0964\\u0965\\u115F\\u1160\\u1680\\u17B4\\u17B5',
  '\\u180B-\\u180F\\u2000-\\u2017\\u2020-\\u2038\\u203B-\\u2043\\u2047-\\u2051\\u2053-\\u206F\\u2800\\u3000-\\u3003\\u3030',
  '\\u303D\\u30FB\\u3164\\uFE00-\\uFE16\\uFE19\\uFE30-\\uFE34\\uFE45\\uFE46\\uFE49-\\uFE58\\uFE5F-\\uFE61\\uFE63\\uFE68\\uFE6A',
  '\\uFE6B\\uFEFF\\uFF01-\\uFF03\\uFF05-\\uFF07\\uFF0A\\uFF0C-\\uFF0F\\uFF1A\\uFF1B\\uFF1F\\uFF20\\uFF3C\\uFF3F\\uFF61\\uFF64',
  '\\uFF65\\uFFA0\\uFFF0-\\uFFFB',
].join('');
/** Digits, quotes, brackets, isolated accents and symbols of the BMP: searchable, but not words. */
const signs = [
  '"$\'()+0-9<=>\\[\\]^`{|}~\\u00A2-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF\\u00D7\\u00F7\\u02C2-\\u02C5\\u02D2-\\u02DF\\u0300-\\u036F\\u1FEF\\u1FFD\\u2018-\\u2070\\u2074-\\u207E',
  '\\u2080-\\u208E\\u20A0-\\u20FF\\u2150-\\u2182\\u2185-\\u2BFF\\u3003-\\u3004\\u3007-\\u3030\\u3200-\\u33FF\\uFF04-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65',
].join('');

/** Pattern of a text with content, the same in the service and in /openapi.json. */
export const contentPattern = `[^${sayingNothing}]`;
/** Pattern of a text with a word in it. */
export const wordPattern = `[^${sayingNothing}${signs}]`;

const saying = new RegExp(contentPattern, 'u');

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

/** Returns the share of characters that do not occur in text files: controls, and replacements for undecodable bytes. */
export function controlCharacterRatio(text: string): number {
  const found = text.match(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0;
  return text.length === 0 ? 0 : found / text.length;
}
