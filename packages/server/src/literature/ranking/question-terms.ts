import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
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

/** Beyond this many words of the question that are in no facet, the rest is not read: a question is a sentence or two. */
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
