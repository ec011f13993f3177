import type { Article } from '@citewell/core/records/article.ts';
import { indexTerms, scanTerms, termBeginnings } from '@citewell/core/text/words.ts';
import { saturated } from './bm25.ts';

/** The records whose words are taken for those of an answer, and how many of these words are. */
const believed = 10;
const termsMax = 30;
/** A record counts by this power of its score beside the best: the first ones are right more often. */
const beliefPower = 4;
/** Fewer candidates than this tell nothing that the question's own words do not. */
const candidatesMin = 20;
/** Number of candidates that are read for those words. */
const readMax = 200;

type Scored = { article: Article; words: number };

/**
 * Scores candidates by the terms of the best ones beyond the question's own words: 0 to 1, the highest 1
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
    // Further down, what the best speak of is not looked for: it would not lift a record to the first places.
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

/** The words that most tell the best candidates from other records, each with its weight. */
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
      // A word of one record alone is that record's own.
      .filter(([, { documentFrequencies }]) => documentFrequencies > 1)
      .map(([term, { weight }]) => [term, weight * weightOf(term) ** 2] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, termsMax),
  );
}

function textsOf({ title, mesh, keywords, abstract }: Article): string[] {
  return [title, ...mesh, ...keywords, ...abstract.map(({ text }) => text)];
}
