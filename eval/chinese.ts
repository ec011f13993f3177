import { percentile } from '../bench/statistics.ts';
import { planQuery } from '../packages/server/src/literature/query/plan-query.ts';
import { type ChineseQuestion, loadChineseQuestions, loadCollection } from './collections.ts';
import { type Judged, type RankingFigures, rankingFigures, rounded } from './measures.ts';
import { openEvalStore } from './store.ts';
import type { FigureRow } from './table.ts';

type ChineseRow = { name: string; questions: number } & RankingFigures & {
    ms_p50: number;
    ms_p95: number;
  };

export type ChineseReport = {
  rows: ChineseRow[];
  /** Search terms of each question, for finding missing words. */
  questions: { id: string; zh: string; english: string[]; ndcg_at_10: number; original: number }[];
};

export const publishedChinese: FigureRow[] = [
  { name: 'greedy longest dictionary match (measured before)', figures: { ndcg_at_10: 0.58 } },
  { name: 'English originals (measured before)', figures: { ndcg_at_10: 0.87 } },
  { name: 'Chinese text as it is (measured before)', figures: { ndcg_at_10: 0.09 } },
];

/** Measures Chinese questions and their English originals over the same English records, in one store of both collections. */
export async function evaluateChinese({
  limit,
  settings,
}: {
  limit: number;
  settings: Record<string, string>;
}): Promise<ChineseReport | undefined> {
  const questions = loadChineseQuestions()?.slice(0, limit);
  const records = [loadCollection('scifact'), loadCollection('pubmedqa')];
  if (!questions || records.some((collection) => !collection)) return undefined;
  const store = await openEvalStore(
    records.flatMap((collection) => collection ?? []),
    settings,
  );
  try {
    const ask = async (name: string, textOf: (question: ChineseQuestion) => string) => {
      const judged: Judged[] = [];
      const times: number[] = [];
      for (const question of questions) {
        const { ranking, ms } = await store.search(textOf(question));
        judged.push({ ranking, relevant: question.relevant });
        times.push(ms);
      }
      const figures = rounded(rankingFigures(judged));
      const ms = rounded({ ms_p50: percentile(times, 50), ms_p95: percentile(times, 95) });
      return { judged, row: { name, questions: questions.length, ...figures, ...ms } };
    };
    const zh = await ask('Chinese, no model', (question) => question.zh);
    const en = await ask('English originals', (question) => question.en);
    const each = (judged: Judged | undefined) => (judged ? rankingFigures([judged]).ndcg_at_10 : 0);
    return {
      rows: [zh.row, en.row],
      questions: questions.map((question, at) => ({
        id: question.id,
        zh: question.zh,
        english: planQuery({
          ...{ question: question.zh, history: [], years: {}, category: undefined, thisYear: 2026 },
        }).concepts,
        ...rounded({ ndcg_at_10: each(zh.judged[at]), original: each(en.judged[at]) }),
      })),
    };
  } finally {
    await store.close();
  }
}
