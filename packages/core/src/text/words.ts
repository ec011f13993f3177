import { stemmer } from 'stemmer';
import { codeAt } from './code-at.ts';
import { WordTable } from './word-table.ts';

/** Greek letters spelt out as in papers, so that β-blocker and beta-blocker are the same word. */
const greek: Record<string, string> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

/** Letters that cannot be decomposed, as written in English catalogues: Sørensen is searched as Sorensen. */
const latin: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Text in which folding can change only capitals, which is most text. */
const ascii = /^[ -~]*$/;

/** Folds variants of a spelling that readers consider equal: width, case, accents, Greek letters and special Latin letters. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[α-ωæœøßłđðþıħ]/g, (letter) => greek[letter] ?? latin[letter] ?? letter);
}

/**
 * Returns the index terms of a text, in order: stemmed Latin words (Porter), and overlapping bigrams of Han runs (an isolated
 * character is a term of its own). Queries and documents use the same function.
 */
export function indexTerms(text: string): string[] {
  const terms: string[] = [];
  scanTerms(text, (term) => terms.push(term));
  return terms;
}

/** Kind of an index term: a word, the first or only pair of a Han run, or a pair that continues the run. */
export type TermKind = 'word' | 'han' | 'han-goes-on';

/** Receives the terms of a text in order: ASCII words as written (see stemWord), all others as finished terms. */
export type TextScanner = {
  word(text: string, start: number, end: number): void;
  term(term: string, kind: TermKind): void;
};

/**
 * Scans a text for its terms. ASCII and common Chinese, nearly all of the text, are read by character codes; only the rest
 * requires Unicode folding. Words are passed by position, so that a scanner need not extract and stem repeated words.
 */
export function scanText(text: string, scanner: TextScanner): void {
  const { length } = text;
  for (let end = 0; end < length; end++) {
    const start = end;
    let kinds = 0;
    for (; end < length; end++) {
      const kind = kindOf(codeAt(text, end));
      if (kind === separator) break;
      kinds |= kind;
    }
    if (kinds === alphanumeric) scanner.word(text, start, end);
    else if (kinds === han) visitBigrams(text.slice(start, end), scanner);
    else if (kinds === (alphanumeric | han)) scanMixed(text, start, end, scanner);
    else if (kinds !== 0) scanUnicode(text.slice(start, end), scanner);
  }
}

/**
 * Calls `visit` with each index term and its position, from 0, and returns the number of terms. With `beginnings` (see
 * termBeginnings), words with other beginnings are only counted: ranking scans a hundred abstracts per question for a few terms.
 */
export function scanTerms(
  text: string,
  visit: (term: string, index: number) => void,
  beginnings?: Uint8Array,
): number {
  const counter = new TermCounter(visit, beginnings);
  scanText(text, counter);
  return counter.count;
}

/** Counts terms. A class, because scanning is much faster with methods that do not change from call to call. */
class TermCounter implements TextScanner {
  count = 0;
  readonly #visit: (term: string, index: number) => void;
  readonly #beginnings: Uint8Array | undefined;

  constructor(visit: (term: string, index: number) => void, beginnings: Uint8Array | undefined) {
    this.#visit = visit;
    this.#beginnings = beginnings;
  }

  word(text: string, start: number, end: number): void {
    if (!this.#beginnings || this.#beginnings[beginning(text, start, end)])
      this.#visit(stemAt(text, start, end), this.count);
    this.count++;
  }

  term(term: string, kind: TermKind): void {
    if (!this.#beginnings || kind === 'word' || this.#beginnings[hanBeginning(term)])
      this.#visit(term, this.count);
    this.count++;
  }
}

/**
 * Creates a filter for scanTerms from the first three characters of these terms, or the first of Chinese ones. Stemming preserves them, except that it changes
 * a final y to i ("dry" becomes "dri"), so these count as equal, and can leave fewer ("aed" becomes "a"), which then match any
 * word with that beginning.
 */
export function termBeginnings(terms: Iterable<string>): Uint8Array {
  const beginnings = new Uint8Array(beginningsSize);
  for (const term of terms) {
    if (kindOf(codeAt(term, 0)) !== alphanumeric) beginnings[hanBeginning(term)] = 1;
    else if (term.length > 2) beginnings[beginning(term, 0, 3)] = 1;
    else if (term.length === 2) fillThird(beginnings, beginning(term, 0, 2));
    else
      for (let second = 0; second < 32; second++)
        fillThird(beginnings, ((beginning(term, 0, 1) & ~(31 << 5)) | (second << 5)) & ~31);
  }
  return beginnings;
}

const wordBeginnings = 1 << 15;
const beginningsSize = wordBeginnings + 2 ** 16;

/** Encodes the beginning of a Chinese term, after those of words. */
function hanBeginning(term: string): number {
  return wordBeginnings + codeAt(term, 0);
}

function fillThird(beginnings: Uint8Array, from: number): void {
  beginnings.fill(1, from & ~31, (from & ~31) + 32);
}

/**
 * Encodes the beginning of an ASCII word, five bits per character: letters are distinct regardless of case; digits
 * share codes with some of them, which admits a few additional words. Words of fewer than three characters are padded
 * with zeros.
 */
function beginning(text: string, start: number, end: number): number {
  const second = start + 1 < end ? bitsOf(codeAt(text, start + 1)) : 0;
  const third = start + 2 < end ? bitsOf(codeAt(text, start + 2)) : 0;
  return (bitsOf(codeAt(text, start)) << 10) | (second << 5) | third;
}

/** Returns the bits of a character, with y treated as i. */
function bitsOf(code: number): number {
  const bits = code & 31;
  return bits === 25 ? 9 : bits;
}

const separator = 0;
const alphanumeric = 1;
const han = 2;
const other = 4;

/** Kinds of code units, from the first to the last of each range; all else is `other`. */
const ranges: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x00, 0x7f, separator],
  [0x30, 0x39, alphanumeric],
  [0x41, 0x5a, alphanumeric],
  [0x61, 0x7a, alphanumeric],
  // The unified ideographs of the basic plane, which folding does not change.
  [0x4e00, 0x9fff, han],
  // Punctuation and symbols of abstracts: ± · ×, – “ … ‰, ≤ ≥, 。、《 and ，（％ in full width.
  [0xa0, 0xa0, separator],
  [0xb1, 0xb1, separator],
  [0xb7, 0xb7, separator],
  [0xd7, 0xd7, separator],
  [0x2000, 0x206f, separator],
  [0x2200, 0x22ff, separator],
  [0x3000, 0x3004, separator],
  [0x3008, 0x3011, separator],
  [0xff01, 0xff0f, separator],
  [0xff1a, 0xff20, separator],
];

/** Kinds of all code units, as a table: a question reads hundreds of thousands of characters. */
const kinds = new Uint8Array(2 ** 16).fill(other);
for (const [first, last, kind] of ranges) kinds.fill(kind, first, last + 1);

function kindOf(code: number): number {
  return kinds[code] as number;
}

/** Scans ASCII words and common Chinese without anything between them: 共824例2型糖尿病. */
function scanMixed(text: string, start: number, end: number, scanner: TextScanner): void {
  for (let from = start; from < end; ) {
    const kind = kindOf(codeAt(text, from));
    let to = from + 1;
    while (to < end && kindOf(codeAt(text, to)) === kind) to++;
    if (kind === alphanumeric) scanner.word(text, from, to);
    else visitBigrams(text.slice(from, to), scanner);
    from = to;
  }
}

const wordOrHanRun = /[\p{Script=Han}&&[\p{L}\p{N}]]+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;
const isHan = /^\p{Script=Han}/u;

function scanUnicode(text: string, scanner: TextScanner): void {
  for (const [run] of foldText(text).matchAll(wordOrHanRun)) {
    if (isHan.test(run)) visitBigrams(run, scanner);
    else scanner.term(stemWord(run), 'word');
  }
}

function visitBigrams(run: string, scanner: TextScanner): void {
  let start = 0;
  let end = characterEnd(run, 0);
  if (end === run.length) scanner.term(run, 'han');
  while (end < run.length) {
    const next = characterEnd(run, end);
    scanner.term(run.slice(start, next), start === 0 ? 'han' : 'han-goes-on');
    start = end;
    end = next;
  }
}

/** Returns the end of the character at this position: rare ideographs take two code units. */
function characterEnd(text: string, start: number): number {
  return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
}

/** Caches of stems, since the same few thousand words recur; bounded, so that a text cannot exhaust memory. */
const stems = new Map<string, string>();
const stemsMax = 50_000;
let table = new WordTable(addStem);
let stemsOfTable: string[] = [];

/** Returns the term for a word; ASCII capitals are folded here, all else must be folded already. */
export function stemWord(written: string): string {
  let stemmed = stems.get(written);
  if (stemmed === undefined) {
    const word = written.toLowerCase();
    // Words with digits (il6, cd4, p53) are names, and very long runs are not words: neither is stemmed.
    stemmed = /\d/.test(word) || word.length > 40 ? word.slice(0, 40) : stemmer(word);
    if (stems.size >= stemsMax) stems.clear();
    stems.set(written, stemmed);
  }
  return stemmed;
}

/** Length above which different words can look the same to the table, so that a text could consist of such words. */
const tableMax = 12;

/** Returns the term for an ASCII word in a text, without extracting a known one unless it is long. */
function stemAt(text: string, start: number, end: number): string {
  if (end - start > tableMax) return stemWord(text.slice(start, end));
  if (stemsOfTable.length >= stemsMax) {
    table = new WordTable(addStem);
    stemsOfTable = [];
  }
  return stemsOfTable[table.numberOf(text, start, end)] ?? '';
}

function addStem(word: string): number {
  return stemsOfTable.push(stemWord(word)) - 1;
}
