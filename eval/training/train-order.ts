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
import { type ChoiceExample, fitSoftmax, placeOfRight, scoresOf } from './softmax-regression.ts';

/** First records of a question, in the order of a search, with the place of its own among them. */
type Example = ChoiceExample<FitFeature> & { own: number; fold: number };

const folds = 5;

/**
 * Fits the weights of the order for an answer (ranking/answers/answer-order.ts): those that make a question's own record most likely among its first
 * ones, over the known questions with a record. Also prints how often it is first, and among the first three, in the order of a
 * search and by weights fitted without the fifth of the records to which the question belongs.
 */
export async function trainOrder(progress: (what: string) => void) {
  const examples = await readQuestions(['questions', 'held-out', 'lay', 'blind'], readExample, progress);
  if (!examples) return undefined;
  const fitted = Array.from({ length: folds }, (_, fold) =>
    fitSoftmax(
      fitFeatureNames,
      examples.filter((each) => each.fold !== fold),
    ),
  );
  const shareAmong = (first: number, placeOf: (example: Example) => number) =>
    mean(examples, (example) => Number(placeOf(example) < first)).toFixed(3);
  const byFolds = (example: Example) =>
    placeOfRight(example.right, scoresOf(example, fitted[example.fold] as FitFeatures));
  return {
    weights: relativeToWords(fitSoftmax(fitFeatureNames, examples)),
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
    : [
        {
          candidates: compared.map(({ features }) => features),
          right: compared.map((_, at) => at === own),
          ...{ own, fold: Number(pmid) % folds },
        },
      ];
}

function relativeToWords(weights: FitFeatures): FitFeatures {
  return Object.fromEntries(
    fitFeatureNames.map((name) => [name, weights[name] / weights.words]),
  ) as FitFeatures;
}
