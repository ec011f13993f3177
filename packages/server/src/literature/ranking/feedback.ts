import type { Article } from '@citewell/core/records/article.ts';
import { saturated } from './bm25.ts';
import { type ArticleTerms, termsOfArticles } from './terms/article-terms.ts';

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
  const terms = termsOfArticles(candidates.map(({ article }) => article));
  const expansion = expansionTerms(
    candidates.map(({ words }, at) => ({ read: terms[at] as ArticleTerms, words })),
    own,
    weightOf,
  );
  const limit = candidates.map(({ words }) => words).toSorted((one, other) => other - one)[readMax] ?? -1;
  const { numbered } = terms[0] as ArticleTerms;
  const isExpansion = new Uint8Array(numbered.terms.length);
  for (const term of expansion.keys()) isExpansion[numbered.find(term)] = 1;
  const read = candidates.map(({ words }, at) => {
    const frequencies = new Map<string, number>();
    // Lower candidates are not scored: it would not lift them to the top.
    if (words <= limit) return { frequencies, length: 0 };
    const length = forEachTerm(terms[at] as ArticleTerms, (number) => {
      if (isExpansion[number] !== 1) return;
      const term = numbered.terms[number] as string;
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    });
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
  candidates: readonly { read: ArticleTerms; words: number }[],
  own: ReadonlyMap<string, number>,
  weightOf: (term: string) => number,
): Map<string, number> {
  const best = candidates.toSorted((one, other) => other.words - one.words).slice(0, believed);
  const highest = best[0]?.words || 1;
  const terms = new Map<string, { weight: number; documentFrequencies: number }>();
  for (const { read, words } of best) {
    const belief = (words / highest) ** beliefPower;
    const frequencies = new Map<number, number>();
    forEachTerm(read, (number) => frequencies.set(number, (frequencies.get(number) ?? 0) + 1));
    for (const [number, frequency] of frequencies) {
      const term = read.numbered.terms[number] as string;
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

/** Calls `visit` with each term of a record but those of labels and of the title in its own language, and returns their number. */
function forEachTerm({ terms, texts }: ArticleTerms, visit: (term: number) => void): number {
  let from = 0;
  let count = 0;
  for (const { field, end } of texts) {
    if (field !== 'label' && field !== 'vernacularTitle') {
      for (let at = from; at < end; at++) visit(terms[at] as number);
      count += end - from;
    }
    from = end;
  }
  return count;
}
