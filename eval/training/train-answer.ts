import {
  type AnswerFeatures,
  answerProbability,
  comparedFeatureNames,
  ownFeatureNames,
} from '../../packages/server/src/literature/ranking/answer-probability.ts';
import { type AdmittedRecords, admitRecords } from '../../packages/server/src/retrieval/admit-records.ts';
import { type JudgedAnswers, readJudgedAnswers } from '../answers/judged-answers.ts';
import { type AnswersQuestion, loadAnswersRecords, readAnswersQuestions } from '../answers.ts';
import { pmidOf } from '../collections.ts';
import { type EvalStore, openEvalStore } from '../store.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';

type Name = keyof AnswerFeatures | 'constant';
type Example = LabeledExample<Name> & { isJudged: boolean };

/** Default number of papers of an answer. */
const articlesMax = 10;

/**
 * Weight of a question whose nearest records were judged, relative to the others: there are few, but they are asked as users ask, and several records
 * can answer them, where a question based on one record counts any other as no answer.
 */
const judgedWeight = 10;

/**
 * Fits the weights with which the features of the best record predict whether it answers the question
 * (answer-probability.ts): over the known questions with their own record, each asked with it, and again as if the
 * library lacked it, and over questions whose nearest records were judged. Also prints, for several thresholds, how many
 * best records that answer, and how many others, reach them by the shipped weights, apart for those that lack a subject by the rules. A
 * question without a record to show is omitted.
 */
export async function trainAnswer(progress: (what: string) => void) {
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const known = (['questions', 'lay', 'blind'] as const)
    .flatMap((set) => readAnswersQuestions(set))
    .filter(({ kind }) => kind !== 'out-of-scope');
  const examples: Example[] = [];
  const store = await openEvalStore(records);
  try {
    for (const [at, question] of known.entries()) {
      if (at % 100 === 0) progress(`${at} / ${known.length}`);
      examples.push(...readExamples(question, await store.find(question.question, articlesMax)));
    }
    for (const question of readJudgedAnswers())
      examples.push(...readJudged(question, await store.find(question.question, articlesMax)));
  } finally {
    await store.close();
  }
  const fit = <Feature extends keyof AnswerFeatures>(names: readonly Feature[]) =>
    fitLogistic<Feature | 'constant'>([...names, 'constant'], examples, { unpenalized: ['constant'] });
  const rows = [false, true].flatMap((isJudged) =>
    [false, true].flatMap((isLacking) =>
      [0.15, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8].map((least) =>
        rowOf(
          examples.filter((each) => each.features.lacking > 0 === isLacking && each.isJudged === isJudged),
          `${isJudged ? 'judged' : 'known'}, ${isLacking ? 'lacks a subject' : 'has all subjects'}, ${least}`,
          least,
        ),
      ),
    ),
  );
  return {
    ...{ compared: fit(comparedFeatureNames), own: fit(ownFeatureNames) },
    ...{ examples: examples.length, rows },
  };
}

type Found = Awaited<ReturnType<EvalStore['find']>>;

/** Reads a question with its own record, if it has one, and without it. */
function readExamples({ collection, record, language }: AnswersQuestion, given: Found): Example[] {
  const own = collection && record ? pmidOf(collection, record) : undefined;
  const rankings = given.found.rankings.map((ranking) => ranking.filter(({ pmid }) => pmid !== own));
  const without = { ...given, found: { ...given.found, rankings } };
  return (own ? [given, without] : [given]).flatMap((each) => {
    const admitted = admitRecords({ ...each, scores: undefined, language });
    return exampleOf(admitted, admitted.best?.pmid === own && each === given, { isJudged: false });
  });
}

function readJudged({ question, answers }: JudgedAnswers, given: Found): Example[] {
  const language = /\p{Script=Han}/u.test(question) ? 'zh' : 'en';
  const admitted = admitRecords({ ...given, scores: undefined, language });
  const isAnswer = admitted.best !== undefined && answers.has(admitted.best.pmid);
  return exampleOf(admitted, isAnswer, { isJudged: true });
}

function exampleOf(
  { best }: AdmittedRecords,
  isAnswer: boolean,
  { isJudged }: { isJudged: boolean },
): Example[] {
  if (!best?.features) return [];
  return [
    {
      features: { ...best.features, constant: 1 },
      ...{ label: Number(isAnswer), isJudged },
      ...(isJudged && { weight: judgedWeight }),
    },
  ];
}

/** Returns the shares of the best records that answer, and of the others, whose probability by the shipped weights is enough. */
function rowOf(examples: readonly Example[], name: string, least: number) {
  const reaching = (label: number) => {
    const kind = examples.filter((each) => each.label === label);
    const enough = kind.filter(({ features }) => answerProbability(features) >= least).length;
    return `${enough} of ${kind.length}`;
  };
  return { name, answering: reaching(1), others: reaching(0) };
}
