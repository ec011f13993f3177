import {
  type AnswerFeature,
  answerFeatureNames,
  answerProbability,
} from '../../packages/server/src/literature/ranking/answer-probability.ts';
import { admitRecords } from '../../packages/server/src/retrieval/admit-records.ts';
import { selectEvidence } from '../../packages/server/src/retrieval/select-evidence.ts';
import { type AnswersQuestion, loadAnswersRecords, readAnswersQuestions } from '../answers.ts';
import { pmidOf } from '../collections.ts';
import { openEvalStore } from '../store.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';

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
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const questions = (['questions', 'lay', 'blind'] as const)
    .flatMap((set) => readAnswersQuestions(set))
    .filter(({ record }) => record !== undefined);
  const examples: Example[] = [];
  const store = await openEvalStore(records);
  try {
    for (const [at, question] of questions.entries()) {
      if (at % 100 === 0) progress(`${at} / ${questions.length}`);
      examples.push(...readExamples(question, await store.find(question.question, articlesMax)));
    }
  } finally {
    await store.close();
  }
  const weights = fitLogistic<Name>(names, examples, { unpenalized: ['constant'] });
  const shares = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45].map((below) => ({
    below,
    answered: shareBelow(examples, 1, below),
    withheld: shareBelow(examples, 0, below),
  }));
  return { weights, examples: examples.length, shares };
}

type Found = Awaited<ReturnType<Awaited<ReturnType<typeof openEvalStore>>['find']>>;

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
