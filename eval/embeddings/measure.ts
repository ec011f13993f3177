import { statSync } from 'node:fs';
import { percentile } from '../../bench/statistics.ts';
import type { Article } from '../../packages/core/src/records/article.ts';
import { openVectorPool } from '../../packages/server/src/library/vectors/vector-pool.ts';
import { planQuery } from '../../packages/server/src/literature/query/plan-query.ts';
import { createHttpEmbedder } from '../../packages/server/src/llm/embeddings/http-embedder.ts';
import { createSemanticSearch } from '../../packages/server/src/llm/embeddings/semantic-search.ts';
import { type JudgedQuestion, loadChineseQuestions, loadCollection, loadQuestions } from '../collections.ts';
import { type RankingFigures, rankingFigures, rounded } from '../measures.ts';
import { type EvalStore, openEvalStore } from '../store.ts';

/** Set of questions with one kind of order. */
type EmbeddingsRow = { name: string; records: number; questions: number } & RankingFigures;

export type EmbeddingsReport = {
  rows: EmbeddingsRow[];
  /** Vector file of each store, and the time of the model per question. */
  costs: { name: string; records: number; bytes_a_record: number; question_ms_p50: number }[];
  /** Missed goals, in words. */
  missed: string[];
};

export type EmbeddingsOptions = {
  /** Maximum number of questions per set. */
  limit: number;
  /** Part of SciFact's questions: `train` is for tuning, `beir-test` for reporting. */
  split: 'train' | 'beir-test';
  /** Restricts the run to MEDLARS and PubMedQA. */
  quick: boolean;
  /** `CITEWELL_EMBEDDING_*`: the model to measure. */
  settings: Record<string, string>;
  progress(what: string): void;
};

/** Minimum nDCG@10 on SciFact by words and vectors. */
const scifactGoal = 0.73;
/** Maximum loss of nDCG@10 through vectors in any set. */
const costMax = 0.005;

type QuestionSet = { name: string; records: Article[]; questions: JudgedQuestion[] };

/** Runs the same questions by words alone, vectors alone and both; undefined without the data. */
export async function evaluateEmbeddings(options: EmbeddingsOptions): Promise<EmbeddingsReport | undefined> {
  const sets = loadSets(options);
  if (!sets) return undefined;
  const report: EmbeddingsReport = { rows: [], costs: [], missed: [] };
  for (const set of sets) {
    options.progress(`${set.name}: ${set.records.length} records`);
    await measureSet(set, options.settings, report);
  }
  return report;
}

/** Chinese questions are asked over the records of both collections, on which their originals are based. */
function loadSets({ quick, split, limit }: EmbeddingsOptions): QuestionSet[] | undefined {
  const [scifact, medlars, pubmedqa] = [
    loadCollection('scifact'),
    loadCollection('medlars'),
    loadCollection('pubmedqa'),
  ];
  const chinese = loadChineseQuestions();
  if (!scifact || !medlars || !pubmedqa || !chinese) return undefined;
  const both = [...scifact, ...pubmedqa];
  const asked = (text: 'zh' | 'en') =>
    chinese.map((question) => ({ id: question.id, text: question[text], relevant: question.relevant }));
  const all: QuestionSet[] = [
    { name: 'medlars', records: medlars, questions: loadQuestions('medlars', undefined) ?? [] },
    { name: 'pubmedqa', records: pubmedqa, questions: loadQuestions('pubmedqa', 'train') ?? [] },
    { name: `scifact ${split}`, records: scifact, questions: loadQuestions('scifact', split) ?? [] },
    { name: 'chinese', records: both, questions: asked('zh') },
    { name: 'english originals', records: both, questions: asked('en') },
  ];
  return all
    .slice(0, quick ? 2 : all.length)
    .map((set) => ({ ...set, questions: set.questions.slice(0, limit) }));
}

async function measureSet(
  { name, records, questions }: QuestionSet,
  settings: Record<string, string>,
  { rows, costs, missed }: EmbeddingsReport,
): Promise<void> {
  const add = (way: string, rankings: readonly (readonly string[])[]): number => {
    const judged = rankings.map((ranking, at) => ({
      ranking,
      relevant: questions[at]?.relevant ?? new Set(),
    }));
    const figures = rankingFigures(judged);
    rows.push({
      name: `${name}, ${way}`,
      records: records.length,
      questions: questions.length,
      ...rounded(figures),
    });
    return figures.ndcg_at_10;
  };
  const words = add('words', await withStore(records, {}, (store) => askAll(store, questions)));
  await withStore(records, settings, async (store) => {
    const { rankings, msP50 } = await askVectors(store, questions);
    const { embedding } = store.config;
    costs.push({
      ...{ name, records: records.length },
      bytes_a_record: Math.round(statSync(embedding?.path ?? '').size / records.length),
      question_ms_p50: Math.round(msP50),
    });
    add('vectors', rankings);
    const both = add('both', await askAll(store, questions));
    if (both < words - costMax) missed.push(`${name}: ${shown(both)} with vectors, ${shown(words)} without`);
    if (name === 'scifact beir-test' && both < scifactGoal)
      missed.push(`${name}: ${shown(both)} with vectors, the goal is ${scifactGoal}`);
  });
}

async function withStore<T>(
  records: readonly Article[],
  settings: Record<string, string>,
  use: (store: EvalStore) => Promise<T>,
): Promise<T> {
  const store = await openEvalStore(records, settings);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function askAll(store: EvalStore, questions: readonly JudgedQuestion[]): Promise<string[][]> {
  const rankings: string[][] = [];
  for (const { text } of questions) rankings.push((await store.search(text)).ranking);
  return rankings;
}

/** Number of records per question. */
const depth = 100;

/** Ranks by vectors alone, which the product does not offer: its own vector search, for the question as planned. */
async function askVectors({ config }: EvalStore, questions: readonly JudgedQuestion[]) {
  if (!config.embedding) throw new Error('no embedding model is set');
  const { path, ...model } = config.embedding;
  const embedder = createHttpEmbedder(model, { connectMs: 5_000 });
  const failed: string[] = [];
  const log = (_level: string, event: string) => void failed.push(event);
  const vectors = openVectorPool({ path, model: embedder.model }, log);
  const search = createSemanticSearch({ embedder, vectors }, { clock: { now: Date.now }, log });
  const { signal } = new AbortController();
  try {
    const rankings: string[][] = [];
    const times: number[] = [];
    const thisYear = new Date().getUTCFullYear();
    for (const { text } of questions) {
      const query = planQuery({ question: text, history: [], years: {}, category: undefined, thisYear });
      const started = performance.now();
      rankings.push(await search.nearest(query, depth, signal));
      times.push(performance.now() - started);
      if (failed.length > 0) throw new Error(`vectors could not be used: ${failed[0]}`);
    }
    return { rankings, msP50: percentile(times, 50) };
  } finally {
    await search.close();
  }
}

function shown(figure: number): string {
  return figure.toFixed(3);
}
