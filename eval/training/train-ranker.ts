import { ndcg } from '../../bench/library/ndcg.ts';
import {
  type RankFeature,
  type RankFeatures,
  rankFeatureNames,
} from '../../packages/server/src/literature/ranking/rank-features.ts';
import { rankWeights } from '../../packages/server/src/literature/ranking/rank-weights.ts';
import { type JudgedQuestion, loadCollection, loadQuestions } from '../collections.ts';
import { mean } from '../measures.ts';
import { openEvalStore } from '../store.ts';

export type Weights = Record<RankFeature, number>;
/** Candidates of a question: the features of each record, and whether it answers the question. */
export type Candidates = { features: RankFeatures[]; relevant: boolean[]; wanted: number };
type TrainingSet = { name: string; share: number; questions: Candidates[] };

/** Step sizes with which a weight is varied, coarse to fine. */
const steps = [0.2, 0.1, 0.05, 0.02, 0.01];
const rounds = 6;

/**
 * Features whose weights stay unchanged: the reference, and those that no collection here can measure (they have no dates,
 * designs or other sources).
 */
const fixed: ReadonlySet<RankFeature> = new Set(['words', 'fusion', 'design', 'recency']);

export type TrainedRanker = {
  weights: Weights;
  before: Record<string, number>;
  after: Record<string, number>;
};

/**
 * Fits weights by coordinate ascent on nDCG@10 and, with a fifth of the weight, Recall@100 of the training questions:
 * SciFact's training claims, and PubMedQA's questions in their own store. Nearly all of the latter are found already, so
 * they penalise changes that help only claims. MEDLARS and SciFact's test claims are never used.
 */
export async function trainRanker(progress: (text: string) => void): Promise<TrainedRanker | undefined> {
  const sets: TrainingSet[] = [];
  for (const { name, split, share } of [
    { name: 'scifact', split: 'train', share: 1 },
    { name: 'pubmedqa', split: 'train', share: 0.5 },
  ] as const) {
    const records = loadCollection(name);
    const questions = loadQuestions(name, split);
    if (!records || !questions) return undefined;
    const store = await openEvalStore(records);
    try {
      sets.push({ name, share, questions: await candidatesOf(store, questions) });
    } finally {
      await store.close();
    }
    progress(`${name}: ${questions.length} questions`);
  }
  let weights: Weights = { ...rankWeights };
  const before = figures(sets, weights);
  let best = objective(sets, weights);
  for (let round = 0; round < rounds; round++) {
    const atStart = best;
    for (const name of rankFeatureNames) {
      if (fixed.has(name)) continue;
      for (const step of steps)
        for (const change of [step, -step])
          for (;;) {
            const tried = { ...weights, [name]: weights[name] + change };
            const value = tried[name] < 0 ? 0 : objective(sets, tried);
            if (value <= best + 1e-5) break;
            best = value;
            weights = tried;
          }
    }
    progress(`round ${round + 1}: ${best.toFixed(4)}`);
    if (best - atStart < 1e-4) break;
  }
  return { weights, before, after: figures(sets, weights) };
}

export async function candidatesOf(
  store: Awaited<ReturnType<typeof openEvalStore>>,
  questions: readonly JudgedQuestion[],
): Promise<Candidates[]> {
  const all: Candidates[] = [];
  for (const { text, relevant } of questions) {
    const { ranking } = await store.rank(text);
    all.push({
      features: ranking.ranked.map(({ features }) => features),
      relevant: ranking.ranked.map(({ article }) => relevant.has(article.pmid)),
      wanted: relevant.size,
    });
  }
  return all;
}

function objective(sets: readonly TrainingSet[], weights: Weights): number {
  const value = ({ questions, share }: TrainingSet) =>
    share * mean(questions, (question) => gain(question, weights) + 0.2 * recall(question, weights));
  return sets.reduce((sum, set) => sum + value(set), 0);
}

function figures(sets: readonly TrainingSet[], weights: Weights): Record<string, number> {
  return Object.fromEntries(
    sets.flatMap(({ name, questions }) => [
      [`${name} nDCG@10`, mean(questions, (question) => gain(question, weights))],
      [`${name} Recall@100`, mean(questions, (question) => recall(question, weights))],
    ]),
  );
}

/** nDCG@10. */
export function gain(question: Candidates, weights: Weights): number {
  const ranking = placesOfRelevant(question, weights);
  const items = Array.from({ length: 10 }, (_, place) => (ranking.includes(place) ? 'yes' : 'no'));
  const ideal = Array.from({ length: question.wanted }, () => 1);
  return ndcg(items, (item) => (item === 'yes' ? 1 : 0), ideal, 10);
}

/** Recall@100. */
export function recall(question: Candidates, weights: Weights): number {
  return placesOfRelevant(question, weights).filter((place) => place < 100).length / question.wanted;
}

/** Ranks of the relevant records, from 0; records of equal scores keep their order. */
function placesOfRelevant({ features, relevant }: Candidates, weights: Weights): number[] {
  const scores = features.map((each) =>
    rankFeatureNames.reduce((sum, name) => sum + weights[name] * each[name], 0),
  );
  return relevant.flatMap((isRelevant, at) => {
    if (!isRelevant) return [];
    const own = scores[at] ?? 0;
    let place = 0;
    for (const [other, score] of scores.entries()) if (score > own || (score === own && other < at)) place++;
    return [place];
  });
}
