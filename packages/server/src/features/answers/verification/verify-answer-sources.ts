const numbers = String.raw`\d{1,2}(?:\s?[,，、;；–-]\s?\d{1,2})*`;
const person = String.raw`(?:\p{Lu}[\p{L}'’-]{1,40}|\p{Script=Han}{2,4}?)`;
const several = String.raw`(?:\s?et al\.?|\s?等人?|\s?(?:and|&|和|与)\s?${person})`;
const byName = String.raw`${person}${several}[,，]?\s?(?:19|20)\d\d[a-z]?`;
const raised = '[⁰¹²³⁴-⁹]';
/** Matches the context in which a number in round brackets or a circle is a citation: the end of a statement. */
const atEnd = String.raw`(?=\s{0,9}(?:[.。;；!！?？]|$))`;

/**
 * Sources named other than by [n]: (E1), PMID 123, a DOI, (Smith et al., 2019), （张三等，2019）, ¹,², and at the end of a
 * sentence (1) and ①. Raised numbers count only after a word or full stop: others are powers, units or isotopes.
 */
const others = new RegExp(
  [
    String.raw`[(（]\s?E\d{1,3}(?:\s?[,，、;；–-]\s?E?\d{1,3})*\s?[)）]`,
    String.raw`[(（]?\b(?:PMC?IDs?|pmids?)\s?[:：#]?\s?(?:PMC)?\d{1,10}(?:\s?[,，、;；]\s?\d{1,10})*[)）]?`,
    String.raw`[(（]?(?:(?:https?:\/\/)?(?:dx\.)?doi\.org\/|\b(?:doi|DOI)\s?[:：]?\s?)10\.\d{4,9}\/[^\s()（）<>，。；、]*[^\s()（）<>，。；、.,;:][)）]?`,
    String.raw`[(（]?(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/\d{1,10}\/?[)）]?`,
    String.raw`[(（](?:[Ss]ee |e\.g\.,? |cf\. |参?见)?${byName}(?:\s?[;；]\s?${byName})*[)）]`,
    String.raw`(?<=\p{L}{3}\s?|\p{Script=Han}|[.,;%)。，；）]\s?|\d%?\s)${raised}+(?:[,，⁻–-]${raised}+)*(?!\p{L}|[⁺⁻])`,
    String.raw`\^${numbers}\^`,
    String.raw`[(（]\s?${numbers}\s?[)）]${atEnd}`,
    `(?<![①-⑳])[①-⑳]+${atEnd}`,
  ]
    .map((each) => String.raw`(?<![ \t])[ \t]*(?:${each})`)
    .join('|'),
  'gu',
);

/** Matches what each of them contains; most sentences do not. */
const figure = /[\d⁰¹²³⁴-⁹①-⑳]/;

/** Texts of an answer's records, and their numbers. */
export type GivenSources = { texts: readonly string[]; pmids: ReadonlySet<string> };

/**
 * Removes invented sources from a sentence: readers take them for citations, but they are no records. Wording
 * that a record shares, quotations and the numbers of those records stay.
 */
export function withoutOtherSources(
  sentence: string,
  { texts, pmids }: GivenSources,
  inQuotation: boolean,
): string {
  if (!figure.test(sentence)) return sentence;
  return sentence.replace(others, (found, at: number) => {
    const named = found.match(/\d+/g) ?? [];
    if (/PMID|pubmed/i.test(found) && named.every((digits) => pmids.has(digits))) return found;
    if (opensQuotation(sentence.slice(0, at), inQuotation)) return found;
    const inPlace = sentence.slice(Math.max(0, at - context), at + found.length);
    return texts.some((text) => text.includes(inPlace)) ? found : '';
  });
}

/** Preceding characters that must also match in the record. */
const context = 12;

/** Returns true if a quotation is open at the end of a text. */
export function opensQuotation(text: string, inQuotation: boolean): boolean {
  const last = text.match(/[“”「」『』]/g)?.at(-1);
  return last === undefined ? inQuotation : '“「『'.includes(last);
}
