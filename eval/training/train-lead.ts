import { orderForAnswer } from '../../packages/server/src/literature/ranking/answers/answer-order.ts';
import {
  countToAnswer,
  quotedMax,
  readSentences,
} from '../../packages/server/src/literature/ranking/sentences/best-sentences.ts';
import {
  type LeadFeature,
  type LeadFeatures,
  leadFeatureNames,
  leadOffset,
} from '../../packages/server/src/literature/ranking/sentences/lead-sentence.ts';
import { type AnswersQuestion, isQuoted } from '../answers.ts';
import { pmidOf } from '../collections.ts';
import { mean } from '../measures.ts';
import { type EvalStore, readQuestions } from './read-questions.ts';
import { type ChoiceExample, fitSoftmax, placeOfRight, scoresOf } from './softmax-regression.ts';

/** Sentences of a question's own record: which of them answer it, their scores by the shipped weights, and the part of the folds. */
type Example = ChoiceExample<LeadFeature> & {
  shipped: number[];
  quotedMax: number;
  fold: number;
};

const folds = 5;

/** Maximum number of sentences quoted of a paper if a question asks for no figure. */
const usualMax = 3;

/**
 * Fits the weights by which a paper's own answer is found among its sentences (ranking/sentences/lead-sentence.ts): those that make the
 * sentences that answer a known question most likely. Also prints how often one of them is first, among the first two and three, and among those quoted, by
 * the shipped weights and by weights fitted without the fifth of the records to which the question belongs.
 */
export async function trainLead(progress: (what: string) => void) {
  const examples = await readQuestions(['questions', 'held-out', 'lay', 'blind'], readExample, progress);
  if (!examples) return undefined;
  const fit = (some: readonly Example[]) => fitSoftmax(leadFeatureNames, some, 1);
  const fitted = Array.from({ length: folds }, (_, fold) =>
    fit(examples.filter((each) => each.fold !== fold)),
  );
  const row = (name: string, scoresBy: (example: Example) => number[]) => {
    const ranked = examples.map((example) => {
      const scores = scoresBy(example);
      return {
        place: placeOfRight(example.right, scores),
        count: Math.min(example.quotedMax, countToAnswer(scores)),
      };
    });
    const share = (isIn: (each: (typeof ranked)[number]) => boolean) =>
      mean(ranked, (each) => Number(isIn(each))).toFixed(3);
    return {
      name,
      first: share(({ place }) => place < 1),
      two: share(({ place }) => place < 2),
      three: share(({ place }) => place < 3),
      quoted: share(({ place, count }) => place < count),
      sentences: mean(ranked, ({ count }) => count).toFixed(2),
    };
  };
  return {
    weights: fit(examples),
    examples: examples.length,
    shares: [
      row('shipped', ({ shipped }) => shipped),
      row('by folds', (example) => scoresOf(example, fitted[example.fold] as LeadFeatures)),
    ],
  };
}

/** Reads the sentences of a question's own record; none if it is not found, or contains no answer. */
async function readExample(question: AnswersQuestion, store: EvalStore): Promise<Example[]> {
  const { collection, record, language, conclusion, also = [] } = question;
  if (!collection || !record) return [];
  const pmid = pmidOf(collection, record);
  const ranking = orderForAnswer((await store.rank(question.question, 10)).ranking);
  const own = ranking.ranked.find(({ article }) => article.pmid === pmid)?.article;
  if (!own) return [];
  const sentences = readSentences(own, ranking, { language, question: question.question });
  const right = sentences.map(({ text }) => isQuoted([conclusion, ...also], text));
  if (!right.includes(true)) return [];
  return [
    {
      candidates: sentences.map(({ features }) => features),
      offsets: sentences.map(leadOffset),
      shipped: sentences.map(({ lead }) => lead),
      ...{
        right,
        quotedMax: quotedMax(question.question, { usual: usualMax, isFirst: true }),
        fold: Number(pmid) % folds,
      },
    },
  ];
}
