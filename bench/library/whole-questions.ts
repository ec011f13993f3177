import { repeated, type Section } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Exhaustive } from './exhaustive.ts';
import { ndcg, overlap } from './ndcg.ts';
import type { Question } from './questions.ts';

/** Time of a question's ranking, and its records, best first. */
export type Ranked = { ms: number; pmids: string[] };

export const questionLimit = 100;
/** Number of questions that only warm up the process. */
export const warmUps = 5;
/** Number of parts into which the questions are divided, each measured by itself. */
const rounds = 5;
/** Number of questions whose ranking is compared with the exhaustive one, which takes long. */
const comparedMax = 120;

/** Measures whole questions, and the loss compared with the exhaustive ranking. */
export async function questionSection(
  title: string,
  questions: readonly Question[],
  rank: (question: Question) => Promise<Ranked>,
  exhaustive: Exhaustive,
): Promise<Section> {
  const times: number[] = [];
  const gains: number[] = [];
  const shared: number[] = [];
  for (const question of questions.slice(0, warmUps)) await rank(question);
  for (const [at, question] of questions.slice(warmUps).entries()) {
    const { ms, pmids } = await rank(question);
    times.push(ms);
    if (at >= comparedMax) continue;
    const best = exhaustive.rank(question.terms, questionLimit);
    const scores = exhaustive.scoresOf(question.terms);
    const gainOf = (pmid: string) => scores[exhaustive.placeOf(pmid) ?? -1] ?? 0;
    gains.push(
      ndcg(
        pmids,
        gainOf,
        best.map(({ score }) => score),
        10,
      ),
    );
    shared.push(
      overlap(
        best.map(({ pmid }) => pmid),
        pmids,
        questionLimit,
      ),
    );
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    title: `${title}: ${times.length} whole questions, top ${questionLimit}, all different`,
    rows: [
      repeated('p50', inRounds(times, 50), 'ms'),
      repeated('p95', inRounds(times, 95), 'ms', { atMost: 60 }),
      { figure: 'longest', value: Math.max(...times), unit: 'ms' },
      {
        figure: 'nDCG@10 lost compared with ranking every match by the same formula',
        value: 1 - mean(gains),
        unit: '',
        goal: { atMost: 0.005 },
      },
      { figure: 'of its first 100, found', value: 100 * mean(shared), unit: '%' },
    ],
  };
}

/** The percentile of each round. */
function inRounds(times: readonly number[], p: number): number[] {
  return Array.from({ length: rounds }, (_, round) =>
    percentile(
      times.filter((_, at) => at % rounds === round),
      p,
    ),
  );
}
