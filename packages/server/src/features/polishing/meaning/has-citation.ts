import { callerMarker } from './caller-markers.ts';

const markers = new RegExp(String.raw`${callerMarker}(?!\()`, 'gu');

/** Lists the citation markers of a text as written. */
function markersIn(text: string): string[] {
  return text.match(markers) ?? [];
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
  return markersIn(text).length > 0 || byName.test(text) || text.search(raised) >= 0;
}

/** Returns the highest number in use, 0 if there is none. */
export function highestMarkerNumber(text: string): number {
  const all = [
    ...markersIn(text),
    ...(text.match(raised) ?? []),
    ...(text.match(/<sup>[\d\s,–-]+<\/sup>/g) ?? []),
  ];
  const numbers = all.flatMap((marker) => marker.normalize('NFKC').match(/\d{1,3}/g) ?? []);
  return numbers.reduce((most, digits) => Math.max(most, Number(digits)), 0);
}
