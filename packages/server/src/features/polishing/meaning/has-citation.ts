/**
 * Citation markers in the caller's own text, in any style and bracket width: [3], [1,2], [1–3]. The SDK parses markers
 * of answers. Only whole numbers below 1,000: a year in brackets is not a reference.
 */
const marks = /[[［【]\s*\d{1,3}(?:\s*[-–—~～,，、;；]\s*\d{1,3})*\s*[\]］】](?!\()/gu;

/** Citation markers as written. */
function marksIn(text: string): string[] {
  return text.match(marks) ?? [];
}

/** Maximum length of a name, which bounds the search through a text of nothing but letters. */
const name = String.raw`\p{Lu}[\p{L}'’-]{1,40}`;
const years = String.raw`(?:19|20)\d{2}[a-z]?`;
/**
 * Matches (Smith et al., 2019), Smith and Doe (2019), （张三等，2019）, 王伟等（2020）, [@smith], \\cite{smith}, a raised 3, [^3].
 */
const byName = new RegExp(
  [
    `[(（][^()（）\\n]{0,80}(?:${name}|\\p{Script=Han}{2,4}等?)[^()（）\\n]{0,60}[ ,，]\\s?${years}[^()（）\\n]{0,200}[)）]`,
    `${name}(?: et al\\.?| (?:and|&) ${name})?,? [(]${years}[)]`,
    `\\p{Script=Han}{2,4}等?(?:人)?\\s?[(（]${years}[)）]`,
    String.raw`\[@[^\]\n]{1,400}\]|\[\^[^\]\n]{1,100}\]|\\[a-z]{0,20}cite[a-z]{0,20}\*?[[{]`,
    String.raw`<sup>\s*\d{1,3}(?:\s*[-–,]\s*\d{1,3})*\s*</sup>`,
  ].join('|'),
  'u',
);
/** Raised numbers after a word or full stop: those of units and charges follow fewer letters. */
const raised = /(?<=[.,;)”]|\p{L}{4}|\p{Script=Han})[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[⁻˒,–-][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*/gu;

/** Returns true if a text cites a source in any style. */
export function hasCitation(text: string): boolean {
  return marksIn(text).length > 0 || byName.test(text) || text.search(raised) >= 0;
}

/** Returns the highest number in use, 0 if there is none. */
export function highestMarkerNumber(text: string): number {
  const all = [
    ...marksIn(text),
    ...(text.match(raised) ?? []),
    ...(text.match(/<sup>[\d\s,–-]+<\/sup>/g) ?? []),
  ];
  const numbers = all.flatMap((mark) => mark.normalize('NFKC').match(/\d{1,3}/g) ?? []);
  return numbers.reduce((most, digits) => Math.max(most, Number(digits)), 0);
}
