import { WordTable } from './word-table.ts';
import { scanText, stemWord, type TextScanner } from './words.ts';

/** Length above which different words can look the same to the table, so that a text could consist of such words. */
const tableMax = 12;

/**
 * Numbers the index terms of texts (`indexTerms`), from 0 in the order in which they first occur, so that a text is scanned once and its
 * terms are then compared as numbers.
 *
 * @example
 * const numbered = new NumberedTerms();
 * numbered.scan('Statins and stroke, strokes');
 * numbered.take(); // [0, 1, 2, 2]
 * numbered.terms[2]; // 'stroke'
 */
export class NumberedTerms implements TextScanner {
  /** Terms by number. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of the terms of words, by the word's number in the table. */
  readonly #ofWords: number[] = [];
  readonly #table = new WordTable((word) => this.#ofWords.push(this.#numberOf(stemWord(word))) - 1);
  #scanned = new Int32Array(1 << 12);
  #count = 0;

  /** Scans a text, and returns the number of terms scanned since the last `take`. */
  scan(text: string): number {
    scanText(text, this);
    return this.#count;
  }

  /** Takes the numbers of the terms scanned, in order. */
  take(): Int32Array {
    const taken = this.#scanned.slice(0, this.#count);
    this.#count = 0;
    return taken;
  }

  /** Returns the number of a term, -1 if no text had it. */
  find(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }

  word(text: string, start: number, end: number): void {
    this.#add(
      end - start > tableMax
        ? this.#numberOf(stemWord(text.slice(start, end)))
        : (this.#ofWords[this.#table.numberOf(text, start, end)] as number),
    );
  }

  term(term: string): void {
    this.#add(this.#numberOf(term));
  }

  #numberOf(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.push(term) - 1;
      this.#numbers.set(term, number);
    }
    return number;
  }

  #add(number: number): void {
    if (this.#count === this.#scanned.length) {
      const longer = new Int32Array(2 * this.#scanned.length);
      longer.set(this.#scanned);
      this.#scanned = longer;
    }
    this.#scanned[this.#count++] = number;
  }
}

/** Names derived from numbered terms, such as their beginnings, themselves numbered; `ofTerms` has the number of each term's name. */
export type DerivedNames = { names: string[]; numbers: Map<string, number>; ofTerms: number[] };

/**
 * Returns a function that derives a name from each numbered term, once for as long as the terms exist; terms may be added between its
 * calls.
 *
 * @example
 * const initials = deriveNames((term) => term.charAt(0));
 * initials(numbered).names; // ['s', 'a'] for the terms statin, stroke and asthma
 */
export function deriveNames(nameOf: (term: string) => string): (numbered: NumberedTerms) => DerivedNames {
  const derived = new WeakMap<NumberedTerms, DerivedNames>();
  return (numbered) => {
    const known: DerivedNames = derived.get(numbered) ?? { names: [], numbers: new Map(), ofTerms: [] };
    derived.set(numbered, known);
    const { names, numbers, ofTerms } = known;
    while (ofTerms.length < numbered.terms.length) {
      const name = nameOf(numbered.terms[ofTerms.length] as string);
      let number = numbers.get(name);
      if (number === undefined) {
        number = names.push(name) - 1;
        numbers.set(name, number);
      }
      ofTerms.push(number);
    }
    return known;
  };
}
