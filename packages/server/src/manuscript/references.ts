import { type Pmid, parsePmid } from '../literature/article.ts';

/** An entry of a reference list. */
export type ListedReference = { pmid?: Pmid; doi?: string; text: string };

export type ReferenceList = {
  /** By the number, or the name of a Markdown footnote, that the text cites it by. */
  entries: ReadonlyMap<string, ListedReference>;
  /** The lines that belong to the list, from 0: [first, behind the last]. */
  lines: [number, number];
};

const heading =
  /^\s*(?:#{1,6}\s*)?(?:\*\*|__)?(?:\d{1,2}[.、]?\s*)?(?:references?(?: list)?|reference list|bibliography|literature cited|works cited|cited literature|参考文献|引用文献|文献)\s*[:：]?(?:\*\*|__)?\s*$/i;
const otherHeading =
  /^\s*(?:#{1,6}\s+\S|(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)\s*$|(?:appendix|figure legends?|tables?|figures?|supplementary (?:material|data)|acknowledge?ments?|附录|图注|致谢)\s*[:：]?\s*$)/i;
const numbered = /^\s*(?:[[［【(（]\s*(\d{1,3})\s*[\]］】)）]|(\d{1,3})\s*[.)、．](?!\d))[.:]?\s*(.*)$/;
const footnote = /^\s*\[\^([\w-]{1,40})\]:\s*(.*)$/;

/** The reference list of a manuscript: behind the last heading that says so, or its Markdown footnotes. */
export function readReferences(lines: readonly string[]): ReferenceList {
  const entries = new Map<string, ListedReference>();
  for (const line of lines) {
    const [, name, text] = footnote.exec(line) ?? [];
    if (name !== undefined && text !== undefined) entries.set(`^${name}`, toReference(text));
  }
  const start = lines.findLastIndex((line) => heading.test(line));
  if (start < 0) return { entries, lines: [lines.length, lines.length] };
  let end = start + 1;
  let number: string | undefined;
  let text = '';
  const finish = () => {
    if (number !== undefined && text.trim() !== '') entries.set(number, toReference(text));
    number = undefined;
    text = '';
  };
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (footnote.test(line)) continue;
    const [, bracketed, dotted, rest = ''] = numbered.exec(line) ?? [];
    const found = bracketed ?? dotted;
    if (found !== undefined) {
      finish();
      number = String(Number(found));
      text = rest;
    } else if (otherHeading.test(line)) break;
    else text += ` ${line.trim()}`;
  }
  finish();
  return { entries, lines: [start, end] };
}

/** What an entry says of the record it means. */
export function toReference(text: string): ListedReference {
  const pmid = parsePmid(
    /\bPMID\s*[:：]?\s*(\d{1,10})\b/i.exec(text)?.[1] ??
      /pubmed(?:\.ncbi\.nlm\.nih\.gov|\/)\/?(\d{1,10})\b/i.exec(text)?.[1] ??
      '',
  );
  const doi = findDoi(text)?.doi;
  return { ...(pmid && { pmid }), ...(doi && { doi }), text: text.replace(/\s+/g, ' ').trim() };
}

/** A DOI in a text, in lower case and without the punctuation behind it. */
export function findDoi(text: string, from = 0): { doi: string; start: number; end: number } | undefined {
  const pattern =
    /(?:https?:\/\/(?:dx\.)?doi\.org\/|\bdoi\s*[:：]?\s*)?(10\.\d{4,9}\/[^\s"<>，。；、）】]+)/gi;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match?.[1]) return undefined;
  let doi = match[1].replace(/[.,;:!?'”’]+$/, '');
  // Round brackets belong to old DOIs; one that nothing opened belongs to the text.
  while (/[)\]]$/.test(doi) && !isBalanced(doi)) doi = doi.slice(0, -1).replace(/[.,;:]+$/, '');
  const end = match.index + match[0].length - (match[1].length - doi.length);
  return { doi: doi.toLowerCase(), start: match.index, end };
}

function isBalanced(text: string): boolean {
  const count = (character: string) => text.split(character).length - 1;
  return count('(') === count(')') && count('[') === count(']');
}
