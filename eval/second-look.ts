import { percentile } from '../bench/statistics.ts';
import { tokenUpperBound } from '../packages/core/src/text/token-estimate.ts';
import { countingMeter } from '../packages/server/src/accounting/meter.ts';
import { withScores } from '../packages/server/src/literature/ranking/apply-reranker.ts';
import { createProviderModel } from '../packages/server/src/llm/provider-model.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { scoreTask } from '../packages/server/src/retrieval/planning/search-tasks.ts';
import { summarizeCandidate } from '../packages/server/src/retrieval/summarize-candidate.ts';
import { promptText } from '../packages/simulators/src/llm/llm-injection-victim.ts';
import { startLlmSimulator } from '../packages/simulators/src/llm/llm-simulator.ts';
import { type CollectionName, type JudgedQuestion, loadCollection, loadQuestions } from './collections.ts';
import { type Judged, rankingFigures, rounded } from './measures.ts';
import { openEvalStore } from './store.ts';

/** Figures of a scripted model that grades the first records of each question. */
export type SecondLookRow = {
  name: string;
  questions: number;
  ndcg_at_10: number;
  /** Prompt and reply of a request, as the service counts them if a provider does not. */
  tokens_mean?: number;
  /** Upper bound of the prompt, by which tokens are held. */
  bound_p95?: number;
};

const sets: [CollectionName, split: string | undefined][] = [
  ['scifact', 'beir-test'],
  ['medlars', undefined],
];

/** Number of records that a model grades, as in an answer's search. */
const shown = 30;

/** Replies of models, given the relevant ones of the records shown. */
const models: Record<string, (relevant: readonly boolean[]) => string> = {
  'one that knows the judgments': (relevant) => grades(relevant, (isRelevant) => isRelevant),
  'one that leaves all out': () => '{"relevance": {}}',
  'one that grades what is irrelevant': (relevant) => grades(relevant, (isRelevant) => !isRelevant),
  'one that replies in prose': () => 'The first papers look best.',
};

/** Measures rankings after a model has graded their records; undefined without the data. */
export async function evaluateSecondLook(
  limit: number,
  progress: (what: string) => void,
): Promise<SecondLookRow[] | undefined> {
  const rows: SecondLookRow[] = [];
  for (const [name, split] of sets) {
    const records = loadCollection(name);
    const questions = loadQuestions(name, split)?.slice(0, limit);
    if (!records || !questions) return undefined;
    progress(name);
    const store = await openEvalStore(records);
    try {
      const ranked = [];
      for (const question of questions)
        ranked.push({ question, ranking: (await store.rank(question.text)).ranking });
      const judged = ranked.map(({ question, ranking }) => judgedBy(question, ranking));
      rows.push({ name: `${name}, no second look`, questions: questions.length, ...figures(judged) });
      for (const [model, reply] of Object.entries(models))
        rows.push({ name: `${name}, ${model}`, ...(await withModel(ranked, reply)) });
    } finally {
      await store.close();
    }
  }
  return rows;
}

type Ranked = { question: JudgedQuestion; ranking: Parameters<typeof withScores>[0] };

async function withModel(
  ranked: readonly Ranked[],
  reply: (relevant: readonly boolean[]) => string,
): Promise<Omit<SecondLookRow, 'name'>> {
  const simulator = await startLlmSimulator();
  const { llm } = readConfig({
    ...{ CITEWELL_LLM_BASE_URL: simulator.url, CITEWELL_LLM_MODEL: 'simulated' },
    CITEWELL_LLM_RERANKER_MODEL: 'simulated',
  });
  if (!llm) throw new Error('the settings name a model');
  const model = createProviderModel({ config: llm, clock: { now: Date.now }, log: () => {} });
  const meter = countingMeter();
  const judged: Judged[] = [];
  const bounds: number[] = [];
  try {
    for (const { question, ranking } of ranked) {
      const first = ranking.ranked.slice(0, shown);
      const text = reply(first.map(({ article }) => question.relevant.has(article.pmid)));
      simulator.setScript({ text, usage: 'absent' }, 'rank');
      const records = first.map(({ article }) => summarizeCandidate(article));
      const context = { meter, signal: new AbortController().signal };
      const scores = await model
        .reply(scoreTask, { question: question.text, language: 'en', records }, context)
        .catch(() => undefined);
      judged.push(judgedBy(question, withScores(ranking, scores && { values: scores, share: 0.7 })));
    }
    for (const { body } of simulator.requests()) bounds.push(tokenUpperBound(promptText(body)));
  } finally {
    await model.close();
    await simulator.close();
  }
  const { promptTokens, completionTokens } = meter.total();
  return {
    questions: ranked.length,
    ...figures(judged),
    tokens_mean: Math.round((promptTokens + completionTokens) / ranked.length),
    bound_p95: percentile(bounds, 95),
  };
}

function judgedBy({ relevant }: JudgedQuestion, { ranked }: Ranked['ranking']): Judged {
  return { ranking: ranked.map(({ article }) => article.pmid), relevant };
}

function figures(judged: readonly Judged[]): { ndcg_at_10: number } {
  return rounded({ ndcg_at_10: rankingFigures(judged).ndcg_at_10 });
}

/** Returns grades of 3 for the records that `isGraded` selects, as JSON. */
function grades(relevant: readonly boolean[], isGraded: (isRelevant: boolean) => boolean): string {
  const chosen = relevant.flatMap((isRelevant, at) => (isGraded(isRelevant) ? [[String(at + 1), 3]] : []));
  return JSON.stringify({ relevance: Object.fromEntries(chosen) });
}
