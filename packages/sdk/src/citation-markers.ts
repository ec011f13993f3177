/** Brackets that a reader takes for those of a citation. Any of them opens, any of them closes. */
export const openers = '[［【〔〖⟦❲';
export const closers = ']］】〕〗⟧❳';

/** Words that stand in citations beside their numbers. */
const citationWord =
  /\b(?:and|or|see|also|refs?|references?|sources?|citations?|evidence|pmids?|nos?)\b|参考文献|文献|引文|引用|来源|证据|参见|见|和|与|及|或|至|到/giu;
const evidenceId = /\bE\s?(\d{1,3})\b/gi;
const evidenceRange = /\bE\s?(\d{1,3})\s*(?:-|–|—|~|～|至|到|\bto\b)\s*(?:E\s?)?(\d{1,3})\b/gi;
const decimal = /\p{Nd}\.\p{Nd}/u;
/** Digits with nothing but punctuation, spaces and the signs of Markdown; per cent is a unit. */
const numbersOnly = /^(?!.*[%‰])(?=.*\p{Nd})[\s\p{P}\p{Nd}^`~|]*$/su;
/** HTML that shows nothing, and references by name: what those show that matter has been decoded before. */
const invisibleHtml =
  /<!--.*?-->|<[a-z/!?](?:"[^"]*"|'[^']*'|[^"'>])*>|<[a-z/!?][^>]*>|&(?!sup)[a-z]+(?:1[34];)?;?/gis;

/** A number set as a formula: "$7$". */
const formula = /\$([^$]*)\$/g;

/** A range longer than this is not a citation of evidence that was read. */
const rangeMax = 20;

/**
 * The evidence ids that a bracket's content names ("E1", "E1, E3", "E2-E4", "E1 and E2"), or undefined where the content is
 * ordinary text. Bare numbers ("7", "1-3", "ref 7", "1†source") are citations to a reader but name no evidence unit: they
 * give an empty list. Decimals ("0.5, 0.9") and anything with other words ("95% CI 0.7-0.9", "18F") are text.
 */
export function parseCitationMarker(content: string): string[] | undefined {
  // Invisible characters hide a mark from us and not from its reader.
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

/** Puts round brackets around numbers that would read as citation markers: inside of a quotation they cite nothing of ours. */
export function escapeCitationMarkers(text: string): string {
  return text.replace(bracketed, (bracket, content: string) =>
    parseCitationMarker(content) ? `(${content})` : bracket,
  );
}

/** A citation marker as answers and reviews hold it. */
const marker = /\[(\d{1,4})\]/g;

/** Renders the citation marker of `references[number - 1]`. */
export function renderCitationMarker(number: number): string {
  return `[${number}]`;
}

/** Lists the numbers that a text cites, in their order, repeated ones too. */
export function citedNumbers(text: string): number[] {
  return Array.from(text.matchAll(marker), ([, digits]) => Number(digits));
}

/** Replaces each citation marker by what `replace` returns for it. */
export function replaceCitationMarkers(
  text: string,
  replace: (number: number, marker: string) => string,
): string {
  return text.replace(marker, (whole, digits: string) => replace(Number(digits), whole));
}

/** Puts round brackets around evidence ids: text that is no evidence must not look like it. */
export function escapeEvidenceMarkers(text: string): string {
  return text.replace(/[[［【]\s*(E\d+)\s*[\]］】]/gi, '($1)');
}
