import { ndcg } from '../bench/library/ndcg.ts';

/** Ranking for one question, best first, and the relevant records. */
export type Judged = { ranking: readonly string[]; relevant: ReadonlySet<string> };

export type RankingFigures = {
  ndcg_at_10: number;
  recall_at_10: number;
  recall_at_100: number;
  /** Mean reciprocal rank of the first relevant record among the first hundred. */
  mrr: number;
};

/** Means over the questions; gains are linear, 1 for each relevant record. */
export function rankingFigures(questions: readonly Judged[]): RankingFigures {
  return {
    ndcg_at_10: mean(questions, ({ ranking, relevant }) =>
      ndcg(
        ranking,
        (item) => (relevant.has(item) ? 1 : 0),
        Array.from({ length: relevant.size }, () => 1),
        10,
      ),
    ),
    recall_at_10: mean(questions, (question) => recall(question, 10)),
    recall_at_100: mean(questions, (question) => recall(question, 100)),
    mrr: mean(questions, ({ ranking, relevant }) => {
      const place = ranking.slice(0, 100).findIndex((item) => relevant.has(item));
      return place < 0 ? 0 : 1 / (place + 1);
    }),
  };
}

function recall({ ranking, relevant }: Judged, depth: number): number {
  return ranking.slice(0, depth).filter((item) => relevant.has(item)).length / relevant.size;
}

/** Counts of items: selected, correctly selected and relevant. */
export type Choice = { chosen: number; right: number; wanted: number };

export type ChoiceFigures = { precision: number; recall: number; f1: number };

/** Computes the figures over all items together. */
export function choiceFigures(choices: readonly Choice[]): ChoiceFigures {
  const sum = (of: (choice: Choice) => number) => choices.reduce((total, choice) => total + of(choice), 0);
  const right = sum((choice) => choice.right);
  const precision = right / (sum(({ chosen }) => chosen) || 1);
  const found = right / (sum(({ wanted }) => wanted) || 1);
  return { precision, recall: found, f1: (2 * precision * found) / (precision + found || 1) };
}

export function mean<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / (items.length || 1);
}

/** Three decimals, more than so few questions can distinguish. */
export function rounded<Figures extends Record<string, number>>(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
  ) as Figures;
}
