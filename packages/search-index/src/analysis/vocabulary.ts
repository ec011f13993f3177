import { WordTable } from '@citewell/core/text/word-table.ts';
import { type Space, spaces } from './fields.ts';
import { termOf } from './terms.ts';

/**
 * Assigns a number to each term, from 0 in order of arrival, that stays the same from segment to segment: most words of
 * one are in the next, and extracting, stemming and sorting them again took a third of the time of building it.
 */
export class Vocabulary {
  /** Key of each term by its number: the letter of the space, then the term. */
  readonly keys: string[] = [];
  readonly #known = bySpace(() => new Map<string, number>());
  readonly #words = bySpace((space) => new WordTable((word) => this.numberOf(space, termOf(space, word))));
  readonly #added: (term: number, space: Space, text: string) => void;
  #inOrder: number[] = [];

  /** `added` is called once for each term. */
  constructor(added: (term: number, space: Space, text: string) => void) {
    this.#added = added;
  }

  numberOf(space: Space, term: string): number {
    const known = this.#known[space];
    let number = known.get(term);
    if (number === undefined) {
      number = this.keys.length;
      known.set(term, number);
      this.keys.push(spaces[space] + term);
      this.#added(number, space, term);
    }
    return number;
  }

  /** Returns the number of the term of an ASCII word in `text`. */
  numberOfWord(space: Space, text: string, start: number, end: number): number {
    return this.#words[space].numberOf(text, start, end);
  }

  /** Returns the numbers of all terms, in the order of their keys. */
  inKeyOrder(): readonly number[] {
    const { keys } = this;
    const before = this.#inOrder;
    const added = Array.from(keys.keys().drop(before.length));
    if (added.length === 0) return before;
    added.sort((left, right) => ((keys[left] ?? '') < (keys[right] ?? '') ? -1 : 1));
    const merged: number[] = [];
    let from = 0;
    for (const term of added) {
      const key = keys[term] ?? '';
      for (; from < before.length && (keys[before[from] ?? 0] ?? '') < key; from++)
        merged.push(before[from] ?? 0);
      merged.push(term);
    }
    this.#inOrder = merged.concat(before.slice(from));
    return this.#inOrder;
  }
}

function bySpace<T>(make: (space: Space) => T): Record<Space, T> {
  return Object.fromEntries(Object.keys(spaces).map((space) => [space, make(space as Space)])) as Record<
    Space,
    T
  >;
}
