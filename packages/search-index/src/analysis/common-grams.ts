import { stemWord } from '@citewell/core/text/words.ts';
import type { Field } from './fields.ts';

/**
 * Words in at least every eighth abstract, and words that accompany figures. Two adjacent ones form a term ("of the",
 * "in patients"): a phrase of such words would otherwise need the positions in a large part of all records. Part of the
 * format: an index knows pairs of exactly these words.
 */
const commonWords = `of the and in to a with for was that is by on we this results were as from are or an studies be use these
cells at not have it which between but patients activity increased methods associated show effect also has been function
different than may both develop factor expression suggest their include protein control all disease compared after during
specific can data more levels however role response human other two here induced identified gene analysis no treatment
regulation year our mechanism into found had clinical significant high age group provide measured type determined report
observed present time only demonstrated model conclusion following finding general related indicate most dependent there
significantly several important objective cancer required change based background when such reduced potential rate through
well system caused involved investigated target assessed risk remain those process three mediated case evaluated test who
signal examined number addition women mice background trial therapy review population care health quality
0 1 2 3 4 5 6 7 8 10 p s 05 001 01 95 ci`;

const numbers = new Map(
  [...new Set(commonWords.split(/\s+/).map(stemWord))].map((term, at) => [term, at + 1]),
);

/** Number of common words, 0 included. */
export const commonLimit = numbers.size + 1;
const terms = ['', ...numbers.keys()];

/** Returns the number of a common term, from 1; 0 for any other. */
export function commonNumber(term: string): number {
  return numbers.get(term) ?? 0;
}

/** Returns the term of two common ones, by their numbers. */
export function commonGram(first: number, second: number): string {
  return `${terms[first]} ${terms[second]}`;
}

/** Finds the pairs among terms in the order of a record. */
export class CommonGrams {
  #common = 0;
  #field: Field | -1 = -1;
  #position = 0;

  /** Returns the number of the common term directly before this one, if that is common; otherwise 0. */
  before(common: number, field: Field, position: number): number {
    const first = this.#field === field && this.#position === position - 1 ? this.#common : 0;
    this.#common = common;
    this.#field = field;
    this.#position = position;
    return first;
  }

  /** Resets before a record, whose first field could otherwise seem to continue the last field of the previous one. */
  reset(): void {
    this.#field = -1;
  }
}
