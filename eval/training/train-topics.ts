import type { Pmid } from '../../packages/core/src/records/article.ts';
import { inlineWork } from '../../packages/server/src/app/language-tasks/inline-work.ts';
import { scopeByRules } from '../../packages/server/src/features/reviews/gathering/scope.ts';
import { rankForTopic } from '../../packages/server/src/features/reviews/gathering/screening/screen.ts';
import {
  type ClosenessFeature,
  closenessFeatureNames,
  type TopicFitFeature,
  topicFitFeatureNames,
} from '../../packages/server/src/features/reviews/gathering/screening/topic-fit.ts';
import { testTopic } from '../../packages/server/src/features/reviews/gathering/screening/topic-tests.ts';
import { logisticProbability } from '../../packages/server/src/platform/logistic-regression.ts';
import { loadAnswersRecords } from '../answers.ts';
import { openEvalStore } from '../store.ts';
import { readJudgedTopics } from '../topics/judged-topics.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';

type Example<Feature extends string> = LabeledExample<Feature | 'constant'> & {
  fold: number;
  isOnSubject: boolean;
};

const folds = 12;
/** Default number of papers of a review. */
const references = 20;

/**
 * Fits the weights with which a record's features predict whether it is on the topic of a review
 * (features/reviews/gathering/screening/topic-fit.ts), over the judged topics: once over all their records, and once over those that
 * pass the rules. Also prints, for the first records of the ranking and for those that reach a probability by weights fitted without
 * the twelfth of the topics to which they belong: how many they are, the shares of them that are on the topic and on its subject, and
 * their share of all those on the topics.
 */
export async function trainTopics(progress: (what: string) => void) {
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const store = await openEvalStore(records);
  const examples: Example<TopicFitFeature>[] = [];
  const passing: Example<ClosenessFeature>[] = [];
  try {
    for (const [at, { topic, on, partly, off }] of readJudgedTopics('judged').entries()) {
      if (at % 10 === 0) progress(`topic ${at + 1}`);
      const { signal } = new AbortController();
      const request = {
        ...{ question: topic, years: {}, category: undefined, language: undefined },
        ...{ include: [], maxReferences: references },
      };
      const { query } = await scopeByRules(request, new Date().getUTCFullYear(), {
        work: inlineWork,
        signal,
      });
      const {
        query: tested,
        distinct,
        ranking,
        wanted,
      } = rankForTopic(await store.find(query, references), undefined);
      const tests = testTopic(tested, { ...ranking, ranked: distinct }, wanted);
      const judge = (pmid: Pmid) => ({
        label: Number(on.has(pmid)),
        fold: at % folds,
        isOnSubject: !off.has(pmid),
      });
      const judged = distinct
        .map(({ article }) => article)
        .filter(({ pmid }) => on.has(pmid) || partly.has(pmid) || off.has(pmid));
      for (const article of judged) {
        const fit = tests.fits.get(article.pmid);
        if (fit) examples.push({ features: { ...fit, constant: 1 }, ...judge(article.pmid) });
        const closeness = tests.closenesses.get(article.pmid);
        if (closeness && tests.passesRules(article))
          passing.push({ features: { ...closeness, constant: 1 }, ...judge(article.pmid) });
      }
    }
  } finally {
    await store.close();
  }
  const fitted = fitFolds(topicFitFeatureNames, examples);
  const closeness = fitFolds(closenessFeatureNames, passing);
  const all = examples.filter(({ label }) => label === 1).length;
  const first = (count: number) =>
    examples.filter(({ features }) => Math.expm1(features.place) < count - 0.5);
  const rows = [
    ...[3, 10].map((count) => rowOf(`first ${count} of the ranking`, first(count), all)),
    ...[0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9].map((least) =>
      rowOf(`fit ${least}`, atLeast(fitted.unseen, least), all),
    ),
    ...[0, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6].map((least) =>
      rowOf(`passes the rules, closeness ${least}`, atLeast(closeness.unseen, least), all),
    ),
  ];
  return {
    ...{ fit: fitted.weights, closeness: closeness.weights },
    ...{ examples: examples.length, passing: passing.length, rows },
  };
}

type Judged = Pick<Example<string>, 'label' | 'isOnSubject'>;

/** Fits the weights of features, and computes the probability of each example by weights fitted without its fold. */
function fitFolds<Feature extends string>(
  features: readonly Feature[],
  examples: readonly Example<Feature>[],
) {
  const names = [...features, 'constant' as const];
  const fit = (some: readonly Example<Feature>[]) =>
    fitLogistic<Feature | 'constant'>(names, some, { unpenalized: ['constant'] });
  const unseen = Array.from({ length: folds }, (_, fold) => {
    const weights = fit(examples.filter((each) => each.fold !== fold));
    return examples
      .filter((each) => each.fold === fold)
      .map((each) => ({ ...each, probability: logisticProbability(weights, each.features) }));
  }).flat();
  return { weights: fit(examples), unseen };
}

function atLeast<T extends { probability: number }>(some: readonly T[], least: number): T[] {
  return some.filter(({ probability }) => probability >= least);
}

/** Returns the row of some records; `all` is the number of those on the topics. */
function rowOf(name: string, some: readonly Judged[], all: number) {
  const on = some.filter(({ label }) => label === 1).length;
  const onSubject = some.filter(({ isOnSubject }) => isOnSubject).length;
  const share = (part: number, whole: number) => (part / (whole || 1)).toFixed(3);
  return {
    ...{ name, records: some.length, on_topic: share(on, some.length) },
    ...{ on_subject: share(onSubject, some.length), found: share(on, all) },
  };
}
