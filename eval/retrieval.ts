import { generateArticles, preparePools } from '../bench/library/files/generate.ts';
import { percentile } from '../bench/statistics.ts';
import type { Article } from '../packages/core/src/records/article.ts';
import { type CollectionName, type JudgedQuestion, loadCollection, loadQuestions } from './collections.ts';
import { type Judged, type RankingFigures, rankingFigures, rounded } from './measures.ts';
import { type EvalStore, openEvalStore } from './store.ts';
import type { FigureRow } from './table.ts';

export type RetrievalRow = { name: string; records: number; questions: number } & RankingFigures & {
    /** Durations of an answer's search, from the question to its ranked records, and of one for a hundred records. */
    ms_p50: number;
    ms_p95: number;
    first_100_ms_p95: number;
  };

/** Published figures, from the documentation of the data, with which a row is compared. */
export const publishedRetrieval: FigureRow[] = [
  { name: 'SciFact: BM25 (Anserini), published', figures: { ndcg_at_10: 0.679, recall_at_100: 0.925 } },
  { name: 'SciFact: SPLADE++, published', figures: { ndcg_at_10: 0.704 } },
  { name: 'SciFact: BGE-base, published', figures: { ndcg_at_10: 0.741 } },
  { name: 'SciFact: SQLite FTS5, OR, porter', figures: { ndcg_at_10: 0.687, recall_at_100: 0.929 } },
  { name: 'MEDLARS: SQLite FTS5, OR, porter', figures: { ndcg_at_10: '0.707' } },
  {
    name: 'PubMedQA alone: SQLite FTS5, OR, porter',
    figures: { ndcg_at_10: 0.977, recall_at_10: 0.99 },
  },
];

/** Number of records to which the mixed store is filled with generated ones, to measure the time of a question. */
const mixedStoreRecords = 20_000;

export type RetrievalOptions = {
  /** Maximum number of questions per set. */
  limit: number;
  /** Part of SciFact's questions: `train` is for tuning, `beir-test` for reporting. */
  split: 'train' | 'beir-test';
  /** Stops after the collections, without the mixed stores. */
  quick: boolean;
  settings: Record<string, string>;
  progress(what: string): void;
};

/** Measures retrieval on each collection; undefined without the data. */
export async function evaluateRetrieval(options: RetrievalOptions): Promise<RetrievalRow[] | undefined> {
  const collections = new Map<CollectionName, Article[]>();
  for (const name of ['scifact', 'medlars', 'pubmedqa'] as const) {
    const records = loadCollection(name);
    if (!records) return undefined;
    collections.set(name, records);
  }
  const sets = {
    scifact: loadQuestions('scifact', options.split) ?? [],
    medlars: loadQuestions('medlars', undefined) ?? [],
    pubmedqa: loadQuestions('pubmedqa', 'train') ?? [],
  };
  const rows: RetrievalRow[] = [];
  for (const [name, records] of collections)
    rows.push(...(await inStore('', records, { [name]: sets[name] }, options)));
  if (options.quick) return rows;
  const mixed = [...collections.values()].flat();
  rows.push(...(await inStore('mixed', mixed, sets, options)));
  options.progress('making records');
  const filled = await fillUp(mixed, mixedStoreRecords);
  rows.push(...(await inStore('filled', filled, sets, options)));
  return rows;
}

/** Returns the records with generated ones of the same words. */
async function fillUp(records: readonly Article[], wanted: number): Promise<Article[]> {
  const filled = [...records];
  const plan = { records: Math.max(0, wanted - records.length), seed: 1, pools: preparePools() };
  for await (const article of generateArticles(plan)) filled.push(article);
  return filled;
}

async function inStore(
  label: string,
  records: readonly Article[],
  sets: Partial<Record<CollectionName, JudgedQuestion[]>>,
  options: RetrievalOptions,
): Promise<RetrievalRow[]> {
  const store = await openEvalStore(records, options.settings);
  try {
    const rows: RetrievalRow[] = [];
    for (const [set, questions] of Object.entries(sets)) {
      const part = set === 'scifact' ? ` ${options.split}` : '';
      const name = [set + part, label].filter(Boolean).join(', ');
      options.progress(name);
      const asked = questions.slice(0, options.limit);
      rows.push({ name, records: records.length, ...(await askAll(store, asked)) });
    }
    return rows;
  } finally {
    await store.close();
  }
}

/** Default number of references in an answer, on which the time of a question depends. */
const answerReferences = 10;

/** Number of questions that only warm up threads, caches and compiled code. */
const warmUps = 20;

async function askAll(store: EvalStore, questions: readonly JudgedQuestion[]) {
  for (const { text } of questions.slice(0, warmUps)) await store.search(text);
  const judged: Judged[] = [];
  const times: number[] = [];
  const whole: number[] = [];
  for (const { text, relevant } of questions) {
    const { ranking, ms } = await store.search(text);
    judged.push({ ranking, relevant });
    whole.push(ms);
    times.push((await store.search(text, answerReferences)).ms);
  }
  return {
    questions: questions.length,
    ...rounded(rankingFigures(judged)),
    ...rounded({
      ms_p50: percentile(times, 50),
      ms_p95: percentile(times, 95),
      first_100_ms_p95: percentile(whole, 95),
    }),
  };
}
