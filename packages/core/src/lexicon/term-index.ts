import { foldText } from '../text/words.ts';

/**
 * Values listed under the keys of terms, such as their stems. Deriving a key takes long, and a question looks up a few of
 * thousands of terms: keys are derived only for those that begin as the one looked up.
 *
 * @example
 * const index = new TermIndex<string>((term) => indexTerms(term).join(' '));
 * index.add('heart attacks', 'Myocardial Infarction');
 * index.get('Heart attack'); // ['Myocardial Infarction']
 */
export class TermIndex<Value> {
  readonly #keyOf: (term: string) => string;
  /** Terms whose keys are not derived yet, by their beginning. */
  readonly #waiting = new Map<string, [term: string, value: Value][]>();
  readonly #known = new Map<string, Value[]>();

  /**
   * @param keyOf May drop determiners, replace British spellings by American ones, fold letters and change endings: terms
   * with one key must have one beginning.
   */
  constructor(keyOf: (term: string) => string) {
    this.#keyOf = keyOf;
  }

  /** Lists a value under a term, after those that its key has already. */
  add(term: string, value: Value): void {
    const beginning = beginningOf(term);
    const waiting = this.#waiting.get(beginning);
    if (waiting) waiting.push([term, value]);
    else this.#waiting.set(beginning, [[term, value]]);
  }

  /** Returns the values of all terms with the key of this one, in the order in which they were added; undefined if there are none. */
  get(term: string): readonly Value[] | undefined {
    const beginning = beginningOf(term);
    for (const [waiting, value] of this.#waiting.get(beginning) ?? []) {
      const key = this.#keyOf(waiting);
      const values = this.#known.get(key);
      if (values) values.push(value);
      else this.#known.set(key, [value]);
    }
    this.#waiting.delete(beginning);
    return this.#known.get(this.#keyOf(term));
  }
}

/** "My gallbladder" and "the gallbladder" are one. */
export const determiners: ReadonlySet<string> = new Set('a an the my your his her our their on'.split(' '));

/** Beginning of the first word that is no determiner, or of the last word. */
const firstLetters = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:${[...determiners].join('|')})[^\\p{L}\\p{N}]+(?=[\\p{L}\\p{N}]))*([\\p{L}\\p{N}]{0,3})`,
  'u',
);

/** Returns the first two letters of a term after its determiners, without the letter of "ae" and "oe" that American spelling drops. */
function beginningOf(term: string): string {
  const [, letters = ''] = firstLetters.exec(foldText(term)) ?? [];
  return letters.replace(/[ao](?=e)/, '').slice(0, 2);
}
