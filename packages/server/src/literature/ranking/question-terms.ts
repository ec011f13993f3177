import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import type { RecordTerms } from './candidate-terms.ts';
import type { Facet } from './facets.ts';

/** Terms of a question that texts are searched for. */
export type QuestionTerms = {
  /**
   * Units of the question, each with its wordings as groups of terms: a facet, or a word that belongs to no facet.
   */
  units: string[][][];
  /** Terms that stand next to each other in the question or in a wording of it. */
  pairs: [string, string][];
  /** All terms of the units, each once, with how much it tells; terms found in nearly every abstract count less. */
  weights: ReadonlyMap<string, number>;
};

/**
 * Weight of a generic term ("patients", "effect") beside an equally rare one; tuned by `npm run eval --
 * train-ranker`.
 */
const genericFactor = 0.6;

/** Largest number of words outside facets that are read: a question is a sentence or two. */
const wordsMax = 60;

/** The terms of a question, from its facets and from its words as they were asked (`text`; '' where only facets count). */
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

/** A wording that so much of the records with any wording hold is the literature's own. */
const usualShare = 0.5;

/**
 * The terms with those of further wordings weighing less, the more of the records use the typed wording themselves:
 * fully where none does, nothing from half of the records with any wording on. What people say for a term would only
 * blur the order of records that use the term. Words of the question itself (`text`) and translations keep their weight.
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

/** Returns the share of the records with any of the wordings that hold the own one; 0 where there are none. */
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

/** The terms of a text's words, in order, without those that carry no topic. Chinese is left to the facets. */
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
