import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { citesOtherwise } from './citation-patterns.ts';

/** An entry of a reference list. */
export type ListedReference = { pmid?: Pmid; doi?: string; text: string };

export type ReferenceList = {
  /** Entries by the number, or the name of a Markdown footnote, that the text cites. */
  entries: ReadonlyMap<string, ListedReference>;
  /** Lines of the list, from 0: [first, end). */
  lines: [number, number];
};

const headingName = String.raw`(?:(?:cited |key |selected |notes and )?references?(?: list| cited| and notes)?|reference list|list of references|bibliography|literature(?: cited)?|works cited|cited (?:literature|works)|参\s?考\s?(?:文\s?献|资\s?料)(?:列表|目录)?|(?:主要|引用)(?:参考)?文献|文献)`;
/** "五、参考文献", "VI. REFERENCES", "References (40)", "参考文献 / References". */
const heading = new RegExp(
  String.raw`^\s*(?:#{1,6}\s{0,9})?(?:\*\*|__)?[[【]?(?:(?:\d{1,2}|[IVX]{1,5})[.、．]\s{0,9}|\d{1,2}\s{1,9}|[一二三四五六七八九十]{1,3}[、.．]\s{0,9})?${headingName}(?:\s{0,9}[/(（]?\s{0,9}${headingName}[)）]?)?(?:\s{0,9}[(（][^()（）]{0,8}\d{1,3}[^()（）]{0,8}[)）])?[\]】]?\s{0,9}[:：]?(?:\*\*|__)?\s*$`,
  'i',
);
const otherHeading =
  /^\s*(?:#{1,6}\s+\S|(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)\s*$|(?:appendix|figure legends?|tables?|figures?|supplementary (?:material|data)|acknowledge?ments?|附录|图注|致谢)\s{0,99}[:：]?\s*$)/i;
const numbered =
  /^\s*(?:[-*]\s+)?(?:\*\*)?(?:\\?[[［【〔(（]\s*([\d０-９]{1,3})\s*\\?[\]］】〕)）]|([\d０-９]{1,3})\s*\\?[.)、．）](?!\d))[.:]?(?:\*\*)?\s*(?!\s)(.*)$/;
/** Matches "1 Smith J. …", but only if it is the next number. */
const bare = /^\s*(\d{1,3})\s+(\p{Lu}.*|\p{Script=Han}.*)$/u;
const footnote = /^\s*\[\^([\w-]{1,40})\]:\s*(?!\s)(.*)$/;

/** Reads the reference list of a manuscript: after the last heading for it, or its Markdown footnotes. */
export function readReferences(lines: readonly string[]): ReferenceList {
  const entries = new Map<string, ListedReference>();
  for (const line of lines) {
    const [, name, text] = footnote.exec(line) ?? [];
    if (name !== undefined && text !== undefined) entries.set(`^${name}`, toReference(text));
  }
  const start = startOfList(lines);
  if (start < 0) return { entries, lines: [lines.length, lines.length] };
  let end = heading.test(lines[start] ?? '') ? start + 1 : start;
  let number: string | undefined;
  let before = 0;
  let text = '';
  const finish = () => {
    if (number !== undefined && text.trim() !== '') entries.set(number, toReference(text));
    number = undefined;
    text = '';
  };
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (footnote.test(line)) continue;
    const entry = entryIn(line, before);
    if (entry) {
      finish();
      before = entry.number;
      number = String(entry.number);
      text = entry.text;
    } else if (otherHeading.test(line)) break;
    else text += ` ${line.trim()}`;
  }
  finish();
  if (entries.size === 0 && !lines.slice(0, start).some(citesOtherwise))
    for (const [index, entry] of entriesInOrder(lines.slice(start + 1, end)).entries())
      entries.set(String(index + 1), toReference(entry));
  return { entries, lines: [start, end] };
}

/**
 * Reads the entries of a list whose numbers are missing because a Word style generates them: unless the text cites by
 * names, it cites by order, and each entry contains a year. An entry is a paragraph, or a line if there are no blank
 * lines.
 */
function entriesInOrder(lines: readonly string[]): string[] {
  const parted = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  const entries = (parted.length > 1 ? parted : lines)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return entries.every((each) => /\b(?:19|20)\d\d/.test(each)) ? entries : [];
}

/** Finds the heading of the list, or without one the line of the last [1] that a [2] follows. */
function startOfList(lines: readonly string[]): number {
  const headed = lines.findLastIndex((line) => heading.test(line));
  if (headed >= 0) return headed;
  const first = lines.findLastIndex((line) => /^\s*\\?[[［【〔]1\\?[\]］】〕]\s*\S/.test(line));
  const isList = lines.slice(first + 1).some((line) => /^\s*\\?[[［【〔]2\\?[\]］】〕]\s*\S/.test(line));
  return first >= 0 && isList ? first : -1;
}

/** Parses the entry that begins on this line, following number `before`. */
function entryIn(line: string, before: number): { number: number; text: string } | undefined {
  const [, bracketed, dotted, rest = ''] = numbered.exec(line) ?? [];
  const found = bracketed ?? dotted;
  if (found !== undefined) {
    const number = Number(found.normalize('NFKC'));
    // Markdown numbers a list written as "1. 1. 1." automatically.
    return { number: dotted !== undefined && number === 1 && before > 0 ? before + 1 : number, text: rest };
  }
  const [, next, text = ''] = bare.exec(line) ?? [];
  return Number(next) === before + 1 ? { number: before + 1, text } : undefined;
}

/** Matches the address of a PubMed record and captures its PMID. */
export const addressOfPubmed =
  /(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/(\d{1,10})\/?/;

/** Parses an entry of a reference list. */
export function toReference(text: string): ListedReference {
  const pmid = parsePmid(
    /\bPMID\s{0,9}[:：#]?\s{0,9}(\d{1,10})\b/i.exec(text)?.[1] ??
      new RegExp(addressOfPubmed, 'i').exec(text)?.[1] ??
      '',
  );
  const doi = findDoi(text)?.doi;
  return { ...(pmid && { pmid }), ...(doi && { doi }), text: text.replace(/\s+/g, ' ').trim() };
}

/** Finds a DOI in a text and returns it in lower case, without trailing punctuation. */
export function findDoi(text: string, from = 0): { doi: string; start: number; end: number } | undefined {
  const pattern =
    /(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|\bdoi\s{0,9}[:：]?\s{0,9})?(10\.\d{4,9}\/[^\s"<>，。；、（）【】《》“”\p{Script=Han}]{1,200})/giu;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match?.[1]) return undefined;
  let doi = match[1].replace(/(?<![.,;:!?'’*`])[.,;:!?'’*`]+$/, '');
  // Round brackets are part of old DOIs; an unmatched one belongs to the text.
  while (/[)\]]$/.test(doi) && !isBalanced(doi)) doi = doi.slice(0, -1).replace(/(?<![.,;:])[.,;:]+$/, '');
  const end = match.index + match[0].length - (match[1].length - doi.length);
  return { doi: doi.toLowerCase(), start: match.index, end };
}

function isBalanced(text: string): boolean {
  const count = (character: string) => text.split(character).length - 1;
  return count('(') === count(')') && count('[') === count(']');
}
