import { closers, openers } from '../evidence/parse-mark.ts';

/** A mark as the citation writer makes it: nothing else in its output reads so. */
const mark = /\[(\d{1,4})\]/g;
const listMarker = /^(?:[-*+•]|[(（]?\d{1,3}[.)）、])[ \t]+/;
const quotation = /[“「『"]([\s\S]+)[”」』"]/;
/** Words around a quotation that say whose it is, and are not part of what is checked. */
const framingMax = 24;

/** The numbers that a text cites, in their order, each once. */
export function marksIn(text: string): number[] {
  return [...new Set(Array.from(text.matchAll(mark), ([, number]) => Number(number)))];
}

/** The beginning of a list's item. */
export function listMarkerOf(text: string): string {
  return listMarker.exec(text)?.[0] ?? '';
}

/** What a sentence says: no marks, no list, no Markdown, of a quotation what is quoted. */
export function statementOf(text: string): string {
  const plain = text
    .replace(mark, '')
    .replace(listMarker, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/[ \t]+(?=[.,;:!?)。，；：！？）”]|$)/g, '')
    .trim();
  const quoted = quotation.exec(plain);
  return quoted?.[1] && plain.length - quoted[0].length <= framingMax ? quoted[1].trim() : plain;
}

/**
 * The sentence with the marks that `numberOf` gives for its marks (undefined: dropped), and `added` behind where its first
 * mark stood, if none of them stays.
 */
export function withMarks(
  text: string,
  numberOf: (provisional: number) => number | undefined,
  added: readonly number[] = [],
): string {
  let isChanged = added.length > 0;
  let instead = added.map((number) => `[${number}]`).join('');
  const run = new Set<number>();
  const parts: { literal: string; marks: string }[] = [];
  let behind = 0;
  /** Of a dropped mark, for the one right behind it. */
  let lostSpace = '';
  for (const { 0: found, 1: space = '', 2: digits, index } of text.matchAll(/([ \t]*)\[(\d{1,4})\]/g)) {
    const number = numberOf(Number(digits));
    if (index !== behind) {
      run.clear();
      lostSpace = '';
    }
    const literal = text.slice(behind, index);
    behind = index + found.length;
    const before = space === '' ? lostSpace : space;
    lostSpace = '';
    if (number !== undefined && !run.has(number)) {
      run.add(number);
      parts.push({ literal, marks: `${before}[${number}]` });
      continue;
    }
    isChanged = true;
    parts.push({ literal, marks: instead === '' ? '' : before + instead });
    if (instead === '') lostSpace = before;
    instead = '';
  }
  parts.push({ literal: text.slice(behind), marks: '' });
  // A bracket that a dropped mark stood in could make a mark of what is left.
  return parts.map(({ literal, marks }) => (isChanged ? roundBrackets(literal) : literal) + marks).join('');
}

export function roundBrackets(text: string): string {
  return [...text]
    .map((each) => (openers.includes(each) ? '(' : closers.includes(each) ? ')' : each))
    .join('');
}

/** Closing brackets that nothing here opened, made round: what opened them may stand before a sentence that was left out. */
export function withoutForeignClosers(text: string): string {
  const end = [...text].findIndex((each) => openers.includes(each));
  const characters = [...text];
  const head = end < 0 ? characters : characters.slice(0, end);
  return roundBrackets(head.join('')) + characters.slice(head.length).join('');
}
