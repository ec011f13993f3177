import { type LibraryPlan, preparePools } from './files/generate.ts';
import type { Pools } from './files/generate-record.ts';
import { readVocabulary, sampleArticles } from './files/vocabulary.ts';
import { type Drawn, drawQueries } from './queries.ts';
import { drawQuestions, type Question } from './questions.ts';
import { warmUps } from './whole-questions.ts';

/** Library to be generated, and its searches. `mixed`: different searches of the same kinds as `drawn`, each asked once. */
export type Corpus = { plan: LibraryPlan; drawn: Drawn; mixed: Drawn; questions: Question[] };

export const seed = 1;
/** Enough to distinguish a word in one record of ten thousand from one in none. */
const looked = 20_000;

export function prepareCorpus(records: number, queries: number, pools: Pools = preparePools()): Corpus {
  const plan = { records, seed, pools };
  const articles = sampleArticles(plan, looked);
  const vocabulary = readVocabulary(articles);
  const drawn = drawQueries(seed, articles, vocabulary, queries);
  const mixed = drawQueries(seed + 1, articles, vocabulary, 6 * queries);
  const titles = articles.map(({ title }) => title);
  return { plan, drawn, mixed, questions: drawQuestions(seed, titles, 5 * queries + warmUps) };
}
