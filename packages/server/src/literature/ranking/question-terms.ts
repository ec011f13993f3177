import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import type { Facet } from './facets.ts';
import type { RecordTerms } from './terms/candidate-terms.ts';

/** Terms of a question that are matched with texts. */
export type QuestionTerms = {
  /** Units of the question, each with its wordings as groups of terms: a facet, or a word that belongs to none. */
  units: string[][][];
  /** Terms that are adjacent in the question or in one of its wordings. */
  pairs: [string, string][];
  /** All terms of the units, each once, with its weight; terms in nearly every abstract weigh less. */
  weights: ReadonlyMap<string, number>;
};

/**
 * Weight of a generic term ("patients", "effect") relative to an equally rare one; tuned by `npm run eval --
 * train-ranker`.
 */
const genericFactor = 0.6;

/** Maximum number of words read outside facets: a question is a sentence or two. */
const wordsMax = 60;

/** Builds the terms of a question from its facets and its words as asked (`text`; '' to use facets only). */
export function questionTerms(
  facets: readonly Facet[],
  text: string,
  weightOf: (term: string) => number,
): QuestionTerms {
  const words = contentTerms(text);
  const known = new Set(facets.flatMap(({ wordings }) => wordings.flat()));
  const others = [...new Set(words)].filter((term) => !known.has(term)).slice(0, wordsMax);
  const units = [...facets.map(({ wordings }) => wordings), ...others.map((term) => [[term]])];
  const terms = new Set(units.flat(2));
  const weigh = (term: string) => weightOf(term) * (isGenericTerm(term) ? genericFactor : 1);
  return {
    units,
    pairs: uniquePairs([words, ...facets.flatMap(({ wordings }) => wordings)]),
    weights: new Map([...terms].map((term) => [term, weigh(term)])),
  };
}

/** Share of the records with any wording at which one wording is the literature's usual term. */
const usualShare = 0.5;

/**
 * Lowers the weight of terms of other wordings the more records use the typed one: not at all if none does, to zero
 * from half of the records with any wording on. Colloquial wordings would only blur the order of records that use the
 * term. Words of the question itself (`text`) and translations keep their weight.
 */
export function discountWordings(
  terms: QuestionTerms,
  facets: readonly Facet[],
  text: string,
  records: readonly Pick<RecordTerms, 'found'>[],
): QuestionTerms {
  const typed = new Set([...contentTerms(text), ...facets.flatMap(({ wordings }) => wordings[0] ?? [])]);
  const factors = new Map<string, number>();
  for (const { wordings } of facets) {
    const [own = [], ...others] = wordings;
    const same = others.filter((wording) => isHan(wording) === isHan(own));
    const factor = same.length > 0 ? 1 - Math.min(1, shareOfOwn(own, same, records) / usualShare) : 1;
    for (const wording of others)
      for (const term of wording)
        factors.set(term, Math.max(factors.get(term) ?? 0, same.includes(wording) ? factor : 1));
  }
  const factorOf = (term: string) => (typed.has(term) ? 1 : (factors.get(term) ?? 1));
  return {
    ...terms,
    weights: new Map([...terms.weights].map(([term, weight]) => [term, weight * factorOf(term)])),
  };
}

/** Returns the share of records with the typed wording among those with any; 0 if there are none. */
function shareOfOwn(
  own: readonly string[],
  others: readonly (readonly string[])[],
  records: readonly Pick<RecordTerms, 'found'>[],
): number {
  let [withOwn, withAny] = [0, 0];
  for (const { found } of records) {
    const holds = (wording: readonly string[]) => wording.every((term) => found.has(term));
    const hasOwn = holds(own);
    if (hasOwn) withOwn++;
    if (hasOwn || others.some(holds)) withAny++;
  }
  return withAny > 0 ? withOwn / withAny : 0;
}

function isHan(wording: readonly string[]): boolean {
  return /\p{Script=Han}/u.test(wording.join(''));
}

const latinWord = /[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

/** Returns the content terms of a text, in order. Chinese is left to the facets. */
function contentTerms(text: string): string[] {
  return [...text.matchAll(latinWord)].flatMap(([word]) =>
    isStopWord(foldText(word)) ? [] : indexTerms(word),
  );
}

function uniquePairs(runs: readonly (readonly string[])[]): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  for (const run of runs)
    for (const [at, first] of run.entries()) {
      const second = run[at + 1];
      if (second !== undefined && second !== first) pairs.set(`${first} ${second}`, [first, second]);
    }
  return [...pairs.values()];
}
