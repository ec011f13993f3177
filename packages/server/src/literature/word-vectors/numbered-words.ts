import { codeAt } from '@citewell/core/text/code-at.ts';
import { WordTable } from '@citewell/core/text/word-table.ts';
import { foldText } from '@citewell/core/text/words.ts';

/** Kinds of the codes of ASCII characters: 1 for letters and digits. */
const isOfWord = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9]/.test(String.fromCharCode(code))),
);

/** Length above which different words can look the same to the table, so that a text could consist of such words. */
const tableMax = 12;

/**
 * Numbers the words of texts, runs of Latin letters and digits, from 0 in the order in which they first occur, and reads something of
 * each once: texts repeat each other's words, which are then neither extracted nor looked up again.
 */
export class NumberedWords<Value> {
  /** Results of reading each word, by its number. */
  readonly values: Value[] = [];
  readonly #read: (word: string) => Value;
  readonly #longer = new Map<string, number>();
  readonly #table = new WordTable((word) => this.#add(word));
  /** Last text in which each word occurred. */
  #lastTexts = new Int32Array(1 << 12);
  #texts = 0;

  /** Creates it with a function that reads a word, in lower case. */
  constructor(read: (word: string) => Value) {
    this.#read = read;
  }

  /** Returns the numbers of the distinct words of a text, in order. */
  distinctIn(text: string): number[] {
    const folded = isAscii(text) ? text : foldText(text);
    const { length } = folded;
    const found: number[] = [];
    this.#texts++;
    for (let end = 0; end < length; end++) {
      const start = end;
      while (end < length && isOfWord[codeAt(folded, end)] === 1) end++;
      if (end === start) continue;
      const word = this.#numberOf(folded, start, end);
      if (this.#isNew(word)) found.push(word);
    }
    return found;
  }

  /** Returns the distinct numbers among those of several texts, in order. */
  distinctOf(texts: readonly (readonly number[])[]): number[] {
    this.#texts++;
    const found: number[] = [];
    for (const words of texts) for (const word of words) if (this.#isNew(word)) found.push(word);
    return found;
  }

  #numberOf(text: string, start: number, end: number): number {
    if (end - start <= tableMax) return this.#table.numberOf(text, start, end);
    const word = text.slice(start, end).toLowerCase();
    let number = this.#longer.get(word);
    if (number === undefined) {
      number = this.#add(word);
      this.#longer.set(word, number);
    }
    return number;
  }

  #add(word: string): number {
    return this.values.push(this.#read(word)) - 1;
  }

  #isNew(word: number): boolean {
    if (word >= this.#lastTexts.length) {
      const longer = new Int32Array(2 * this.#lastTexts.length);
      longer.set(this.#lastTexts);
      this.#lastTexts = longer;
    }
    if (this.#lastTexts[word] === this.#texts) return false;
    this.#lastTexts[word] = this.#texts;
    return true;
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (codeAt(text, at) > 127) return false;
  return true;
}
