import {
  type AnswerFeature,
  answerFeatureNames,
  answerProbability,
} from '../../packages/server/src/literature/ranking/answer-probability.ts';
import { admitRecords } from '../../packages/server/src/retrieval/admit-records.ts';
import { selectEvidence } from '../../packages/server/src/retrieval/select-evidence.ts';
import type { AnswersQuestion } from '../answers.ts';
import { pmidOf } from '../collections.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';
import { type EvalStore, readQuestions } from './read-questions.ts';

const names = [...answerFeatureNames, 'constant'] as const;
type Name = AnswerFeature | 'constant';
type Example = LabeledExample<Name>;

/** Default number of papers of an answer. */
const articlesMax = 10;
const perArticleMax = 3;

/**
 * Fits the weights with which the features of the best record predict whether it answers the question
 * (answer-probability.ts), over the known questions with their own record: each is asked with it, and again as if the
 * library lacked it. Also prints, for several thresholds, how many of both kinds the shipped weights leave below. Questions
 * whose subject is in no record are decided earlier and omitted.
 */
export async function trainAnswer(progress: (what: string) => void) {
  const examples = await readQuestions(
    ['questions', 'lay', 'blind'],
    async (question, store) => readExamples(question, await store.find(question.question, articlesMax)),
    progress,
  );
  if (!examples) return undefined;
  const weights = fitLogistic<Name>(names, examples, { unpenalized: ['constant'] });
  const shares = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45].map((below) => ({
    below,
    answered: shareBelow(examples, 1, below),
    withheld: shareBelow(examples, 0, below),
  }));
  return { weights, examples: examples.length, shares };
}

type Found = Awaited<ReturnType<EvalStore['find']>>;

/** Reads a question with its own record, and without it. */
function readExamples({ collection, record, language }: AnswersQuestion, given: Found): Example[] {
  if (!collection || !record) return [];
  const own = pmidOf(collection, record);
  const rankings = given.found.rankings.map((ranking) => ranking.filter(({ pmid }) => pmid !== own));
  const without = { ...given, found: { ...given.found, rankings } };
  return [given, without].flatMap((each): Example[] => {
    const asked = { ...each, scores: undefined, language };
    const { gate, best } = admitRecords(asked);
    if (gate.verdict.kind !== 'together' || !best) return [];
    const wants = { trust: false, hashes: false, abstracts: false, bibliography: false };
    const { passages } = selectEvidence({ ...asked, articlesMax, perArticleMax, wants });
    const isCited = passages.some(({ article }) => article.pmid === own);
    return [{ features: { ...best, constant: 1 }, label: Number(isCited) }];
  });
}

/** Returns the share of the examples of a kind whose probability by the shipped weights is below a threshold. */
function shareBelow(examples: readonly Example[], label: number, below: number): string {
  const kind = examples.filter((each) => each.label === label);
  const low = kind.filter(({ features }) => answerProbability(features) < below);
  return (low.length / (kind.length || 1)).toFixed(3);
}
