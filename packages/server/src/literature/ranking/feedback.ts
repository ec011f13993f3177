import type { Article } from '@citewell/core/records/article.ts';
import { indexTerms, scanTerms, termBeginnings } from '@citewell/core/text/words.ts';
import { saturated } from './bm25.ts';

/** Number of records whose words are assumed to belong to an answer, and number of these words. */
const believed = 10;
const termsMax = 30;
/** Exponent of a record's score relative to the best: the first ones are right more often. */
const beliefPower = 4;
/** Minimum number of candidates: fewer say no more than the question's own words. */
const candidatesMin = 20;
/** Number of candidates read for those words. */
const readMax = 200;

type Scored = { article: Article; words: number };

/**
 * Scores candidates, 0 to 1 with the highest at 1, by the terms of the best ones beyond the question's own words
 * (pseudo-relevance feedback after RM3: Abdul-Jaleel et al., TREC 2004).
 */
export function feedbackScores(
  candidates: readonly Scored[],
  own: ReadonlyMap<string, number>,
  weightOf: (term: string) => number,
): number[] {
  if (candidates.length < candidatesMin) return candidates.map(() => 0);
  const expansion = expansionTerms(candidates, own, weightOf);
  const beginnings = termBeginnings(expansion.keys());
  const limit = candidates.map(({ words }) => words).toSorted((one, other) => other - one)[readMax] ?? -1;
  const read = candidates.map(({ article, words }) => {
    const frequencies = new Map<string, number>();
    const visit = (term: string) => {
      if (expansion.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    };
    // Lower candidates are not scored: it would not lift them to the top.
    if (words <= limit) return { frequencies, length: 0 };
    const length = textsOf(article).reduce((sum, text) => sum + scanTerms(text, visit, beginnings), 0);
    return { frequencies, length };
  });
  const lengths = read.map(({ length }) => length).filter((length) => length > 0);
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const scores = read.map(({ frequencies, length }) =>
    [...frequencies].reduce(
      (sum, [term, frequency]) => sum + (expansion.get(term) ?? 0) * saturated(frequency, length, average),
      0,
    ),
  );
  const highest = Math.max(...scores, Number.EPSILON);
  return scores.map((score) => score / highest);
}

/** Returns the words that best distinguish the top candidates from other records, with their weights. */
function expansionTerms(
  candidates: readonly Scored[],
  own: ReadonlyMap<string, number>,
  weightOf: (term: string) => number,
): Map<string, number> {
  const best = candidates.toSorted((one, other) => other.words - one.words).slice(0, believed);
  const highest = best[0]?.words || 1;
  const terms = new Map<string, { weight: number; documentFrequencies: number }>();
  for (const { article, words } of best) {
    const belief = (words / highest) ** beliefPower;
    const frequencies = new Map<string, number>();
    for (const term of textsOf(article).flatMap(indexTerms))
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    for (const [term, frequency] of frequencies) {
      if (own.has(term) || term.length < 3 || /^\d/.test(term)) continue;
      const known = terms.get(term) ?? { weight: 0, documentFrequencies: 0 };
      terms.set(term, {
        weight: known.weight + belief * saturated(frequency, 1, 1),
        documentFrequencies: known.documentFrequencies + 1,
      });
    }
  }
  return new Map(
    [...terms]
      // A word of a single record is specific to it.
      .filter(([, { documentFrequencies }]) => documentFrequencies > 1)
      .map(([term, { weight }]) => [term, weight * weightOf(term) ** 2] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, termsMax),
  );
}

function textsOf({ title, mesh, keywords, abstract }: Article): string[] {
  return [title, ...mesh, ...keywords, ...abstract.map(({ text }) => text)];
}
