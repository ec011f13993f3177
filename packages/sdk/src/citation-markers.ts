/** Brackets that readers take for those of a citation. Any of them opens, and any of them closes. */
export const openers = '[［【〔〖⟦❲';
export const closers = ']］】〕〗⟧❳';

/** Words that occur in citations next to their numbers. */
const citationWord =
  /\b(?:and|or|see|also|refs?|references?|sources?|citations?|evidence|pmids?|nos?)\b|参考文献|文献|引文|引用|来源|证据|参见|见|和|与|及|或|至|到/giu;
const evidenceId = /\bE\s?(\d{1,3})\b/gi;
const evidenceRange = /\bE\s?(\d{1,3})\s*(?:-|–|—|~|～|至|到|\bto\b)\s*(?:E\s?)?(\d{1,3})\b/gi;
const decimal = /\p{Nd}\.\p{Nd}/u;
/** Digits with only punctuation, spaces and Markdown characters; a percentage is a value, not a citation. */
const numbersOnly = /^(?!.*[%‰])(?=.*\p{Nd})[\s\p{P}\p{Nd}^`~|]*$/su;
/** HTML that displays nothing, and named character references; those that matter have been decoded before. */
const invisibleHtml =
  /<!--.*?-->|<[a-z/!?](?:"[^"]*"|'[^']*'|[^"'>])*>|<[a-z/!?][^>]*>|&(?!sup)[a-z]+(?:1[34];)?;?/gis;

/** A number written as a formula: "$7$". */
const formula = /\$([^$]*)\$/g;

/** Maximum number of citations in a range; of a longer range only the ends count, since reference lists are not cited like that. */
const rangeMax = 30;

/**
 * Returns the evidence ids in a bracket ("E1", "E1, E3", "E2-E4", "E1 and E2"), or undefined if its content is ordinary text.
 * Bare numbers ("7", "1-3", "ref 7", "1†source") look like citations but name no evidence, so the result is an empty list.
 * Decimals ("0.5, 0.9") and anything with other words ("95% CI 0.7-0.9", "18F") are text.
 * @example parseCitationMarker('E1, E3') // ['E1', 'E3']
 */
export function parseCitationMarker(content: string): string[] | undefined {
  // Invisible characters would hide a marker from this parser but not from readers.
  const text = content
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(invisibleHtml, ' ')
    .replace(formula, '$1');
  const ids: string[] = [];
  const withoutRanges = text.replace(evidenceRange, (_, first: string, last: string) => {
    const [from, to] = [Number(first), Number(last)];
    if (to >= from && to - from <= rangeMax) for (let n = from; n <= to; n++) ids.push(`E${n}`);
    return ' ';
  });
  const rest = withoutRanges.replace(evidenceId, (_, n: string) => {
    ids.push(`E${Number(n)}`);
    return ' ';
  });
  if (ids.length > 0) return ids;
  const bare = rest.replace(/(?<=\p{Nd})†.*$/u, '').replace(citationWord, ' ');
  return numbersOnly.test(bare) && !decimal.test(bare) ? [] : undefined;
}

const bracketed = new RegExp(
  `[${openers.replace('[', '\\[')}]([^\\n${openers.replace('[', '\\[')}${closers.replace(']', '\\]')}]{1,120})[${closers.replace(']', '\\]')}]`,
  'g',
);

/**
 * Puts round brackets around numbers that would be read as citation markers: in a quotation they do not refer to our
 * references.
 * @example escapeCitationMarkers('as shown before [3]') // 'as shown before (3)'
 */
export function escapeCitationMarkers(text: string): string {
  return text.replace(bracketed, (bracket, content: string) =>
    parseCitationMarker(content) ? `(${content})` : bracket,
  );
}

/** A citation marker as in answers and reviews. */
const marker = /\[(\d{1,4})\]/g;
const spacedMarker = /(?<![ \t])([ \t]*)\[(\d{1,4})\]/g;
const leadingMarkers = /^(?:[ \t]*\[\d{1,4}\])+/;
const unfinishedMarker = /^\[\d{0,4}$/;
/** One or several numbers in a bracket, as models also write them: "[2]", "[2, 4]", "[2-4]". */
const markerList = /\[(\d{1,4}(?:\s*[,，、–-]\s*\d{1,4})*)\]/g;

/**
 * Renders the citation marker of a reference.
 * @param number Position among the references, from 1: `references[number - 1]`.
 * @example renderCitationMarker(2) // '[2]'
 */
export function renderCitationMarker(number: number): string {
  return `[${number}]`;
}

/**
 * Lists the numbers that a text cites, in order, including repeated ones.
 * @example citedNumbers('It fell [2][1].') // [2, 1]
 */
export function citedNumbers(text: string): number[] {
  return Array.from(text.matchAll(marker), ([, digits]) => Number(digits));
}

/**
 * Replaces each citation marker with the result of `replace`.
 * @param replace Receives the `number` of the marker, from 1, and its text.
 * @example replaceCitationMarkers('It fell [2].', (number) => renderCitationMarker(number + 1)) // 'It fell [3].'
 */
export function replaceCitationMarkers(
  text: string,
  replace: (number: number, marker: string) => string,
): string {
  return text.replace(marker, (whole, digits: string) => replace(Number(digits), whole));
}

/**
 * Removes the citation markers of a text, with the white space before them.
 * @example removeCitationMarkers('It fell [2].') // 'It fell.'
 */
export function removeCitationMarkers(text: string): string {
  return text.replace(/(?<!\s)\s*\[\d{1,4}\]/g, '');
}

/** Citation marker within a text: `text.slice(start, end)`, of which `space` is the white space before the bracket. */
export type PlacedMarker = { number: number; start: number; end: number; space: string };

/**
 * Finds the citation markers of a text with their positions, in order.
 * @example findCitationMarkers('It fell [2].') // [{ number: 2, space: ' ', start: 7, end: 11 }]
 */
export function findCitationMarkers(text: string): PlacedMarker[] {
  return Array.from(text.matchAll(spacedMarker), ({ 0: found, 1: space = '', 2: digits, index }) => ({
    ...{ number: Number(digits), space },
    ...{ start: index, end: index + found.length },
  }));
}

/**
 * Returns the length of the citation markers at the beginning of a text; 0 if it begins with none.
 * @example leadingMarkersLength('[1][2] It fell.') // 6
 */
export function leadingMarkersLength(text: string): number {
  return leadingMarkers.exec(text)?.[0].length ?? 0;
}

/**
 * Returns true if a text is the beginning of a citation marker that more text could complete.
 * @example isUnfinishedMarker('[1') // true
 */
export function isUnfinishedMarker(text: string): boolean {
  return unfinishedMarker.test(text);
}

/** Piece of a text: plain text, or a citation with its numbers. */
export type CitationPiece = { text: string; numbers?: number[] };

/**
 * Divides a text at its citations, including those that name several numbers at once. The pieces add up to the text.
 * @example splitAtCitations('Yes [2-4].') // [{ text: 'Yes ' }, { text: '[2-4]', numbers: [2, 3, 4] }, { text: '.' }]
 */
export function splitAtCitations(text: string): CitationPiece[] {
  const pieces: CitationPiece[] = [];
  let end = 0;
  for (const { 0: found, 1: list = '', index } of text.matchAll(markerList)) {
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: found, numbers: expandNumbers(list) });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Returns every number of a list such as "2", "2, 4" or "2-4". */
function expandNumbers(list: string): number[] {
  return list.split(/[,，、]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map((number) => Number(number.trim()));
    if (to <= from || to - from > rangeMax) return to === from ? [from] : [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/**
 * Renders the evidence marker of an evidence id: "[E1]".
 * @example renderEvidenceMarker('E1') // '[E1]'
 */
export function renderEvidenceMarker(id: string): string {
  return `[${id}]`;
}

/**
 * Lists the evidence ids that a text cites in brackets of any kind, in order, including repeated ones.
 * @example citedEvidence('It fell [E2]，是的【E1】') // ['E2', 'E1']
 */
export function citedEvidence(text: string): string[] {
  return Array.from(
    text.matchAll(bracketed),
    ([, content = '']) => parseCitationMarker(content) ?? [],
  ).flat();
}

/**
 * Returns the length of the brackets at the beginning of a text, whatever their content: they belong to the sentence before.
 * @example leadingBracketsLength(' [E1] It fell.') // 5
 */
export function leadingBracketsLength(text: string): number {
  return /^(?:\s*[[［【][^\]］】\n]{1,60}[\]］】])+/.exec(text)?.[0].length ?? 0;
}

/**
 * Removes every bracket that a reader would take for a citation, of whatever style.
 * @example removeCitations('It fell [E1, E2]. 是的【3】。') // 'It fell . 是的。'
 */
export function removeCitations(text: string): string {
  return text.replace(bracketed, (bracket, content: string) => (parseCitationMarker(content) ? '' : bracket));
}

/**
 * Puts round brackets around evidence ids, so that other text cannot pass for evidence.
 * @example escapeEvidenceMarkers('see [E3]') // 'see (E3)'
 */
export function escapeEvidenceMarkers(text: string): string {
  return text.replace(bracketed, (bracket, content: string) =>
    parseCitationMarker(content)?.length ? `(${content.trim()})` : bracket,
  );
}
