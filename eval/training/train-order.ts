import {
  type FitFeature,
  type FitFeatures,
  fitFeatureNames,
  fitFeatures,
} from '../../packages/server/src/literature/ranking/answers/answer-order.ts';
import type { AnswersQuestion } from '../answers.ts';
import { pmidOf } from '../collections.ts';
import { mean } from '../measures.ts';
import { type EvalStore, readQuestions } from './read-questions.ts';

/** First records of a question, in the order of a search, with the place of its own among them. */
type Example = { features: FitFeatures[]; own: number; fold: number };

const folds = 5;
/** Number of steps of the ascent, and the size of each. */
const iterations = 400;
const rate = 10;

/**
 * Fits the weights of the order for an answer (ranking/answers/answer-order.ts): those that make a question's own record most likely among its first
 * ones, over the known questions with a record. Also prints how often it is first, and among the first three, in the order of a
 * search and by weights fitted without the fifth of the records to which the question belongs.
 */
export async function trainOrder(progress: (what: string) => void) {
  const examples = await readQuestions(['questions', 'held-out', 'lay', 'blind'], readExample, progress);
  if (!examples) return undefined;
  const fitted = Array.from({ length: folds }, (_, fold) =>
    fit(examples.filter((each) => each.fold !== fold)),
  );
  const shareAmong = (first: number, placeOf: (example: Example) => number) =>
    mean(examples, (example) => Number(placeOf(example) < first)).toFixed(3);
  const byFolds = (example: Example) => place(example, fitted[example.fold] as FitFeatures);
  return {
    weights: relativeToWords(fit(examples)),
    examples: examples.length,
    shares: [
      { order: 'search', first: shareAmong(1, ({ own }) => own), three: shareAmong(3, ({ own }) => own) },
      { order: 'answer', first: shareAmong(1, byFolds), three: shareAmong(3, byFolds) },
    ],
  };
}

/** Reads the first records of a question; none if its own is not among them. */
async function readExample(
  { question, collection, record }: AnswersQuestion,
  store: EvalStore,
): Promise<Example[]> {
  if (!collection || !record) return [];
  const pmid = pmidOf(collection, record);
  const { ranked } = (await store.rank(question, 10)).ranking;
  const compared = ranked.flatMap(({ article, features, meaning }) =>
    meaning ? [{ pmid: article.pmid, features: fitFeatures(features, meaning) }] : [],
  );
  const own = compared.findIndex((each) => each.pmid === pmid);
  return own < 0
    ? []
    : [{ features: compared.map(({ features }) => features), own, fold: Number(pmid) % folds }];
}

function place({ features, own }: Example, weights: FitFeatures): number {
  const scores = features.map((each) => scoreOf(each, weights));
  return scores.filter((score) => score > (scores[own] ?? 0)).length;
}

/** Maximizes the mean log-likelihood of the own records, each by a softmax over its question's first ones. */
function fit(examples: readonly Example[]): FitFeatures {
  const weights = zero();
  for (let step = 0; step < iterations; step++) {
    const gradient = zero();
    for (const { features, own } of examples) {
      const scores = features.map((each) => scoreOf(each, weights));
      const highest = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - highest));
      const sum = shares.reduce((total, share) => total + share, 0);
      for (const name of fitFeatureNames) {
        const expected = features.reduce((total, each, at) => total + each[name] * (shares[at] ?? 0), 0);
        gradient[name] += ((features[own]?.[name] ?? 0) - expected / sum) / examples.length;
      }
    }
    for (const name of fitFeatureNames) weights[name] += rate * gradient[name];
  }
  return weights;
}

function scoreOf(features: FitFeatures, weights: FitFeatures): number {
  return fitFeatureNames.reduce((sum, name) => sum + weights[name] * features[name], 0);
}

function relativeToWords(weights: FitFeatures): FitFeatures {
  return valuesOf((name) => weights[name] / weights.words);
}

function zero(): FitFeatures {
  return valuesOf(() => 0);
}

function valuesOf(of: (name: FitFeature) => number): FitFeatures {
  return Object.fromEntries(fitFeatureNames.map((name) => [name, of(name)])) as FitFeatures;
}
