import { inlineWork } from '../../packages/server/src/app/language-tasks/inline-work.ts';
import { scopeByRules } from '../../packages/server/src/features/reviews/gathering/scope.ts';
import { rankForTopic } from '../../packages/server/src/features/reviews/gathering/screening/screen.ts';
import {
  type TopicFitFeature,
  topicFit,
  topicFitFeatureNames,
} from '../../packages/server/src/features/reviews/gathering/screening/topic-fit.ts';
import { testTopic } from '../../packages/server/src/features/reviews/gathering/screening/topic-tests.ts';
import { loadAnswersRecords } from '../answers.ts';
import { openEvalStore } from '../store.ts';
import { readJudgedTopics } from '../topics/judged-topics.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';

const names = [...topicFitFeatureNames, 'constant'] as const;
type Name = TopicFitFeature | 'constant';
type Example = LabeledExample<Name> & { fold: number; isOnSubject: boolean };

const folds = 12;
/** Default number of papers of a review. */
const references = 20;

/**
 * Fits the weights with which a record's features predict whether it is on the topic of a review
 * (features/reviews/gathering/screening/topic-fit.ts), over the judged topics. Also prints, for the first records of the ranking and for
 * those that reach a probability by weights fitted without the twelfth of the topics to which they belong: how many they are, the shares
 * of them that are on the topic and on its subject, and their share of all those on the topics.
 */
export async function trainTopics(progress: (what: string) => void) {
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const store = await openEvalStore(records);
  const examples: Example[] = [];
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
        wanted,
      } = rankForTopic(await store.find(query, references), undefined);
      for (const [pmid, features] of testTopic(tested, distinct, wanted).fits)
        if (on.has(pmid) || partly.has(pmid) || off.has(pmid))
          examples.push({
            features: { ...features, constant: 1 },
            label: Number(on.has(pmid)),
            fold: at % folds,
            isOnSubject: !off.has(pmid),
          });
    }
  } finally {
    await store.close();
  }
  const fit = (some: readonly Example[]) => fitLogistic<Name>(names, some, { unpenalized: ['constant'] });
  const unseen = Array.from({ length: folds }, (_, fold) => {
    const { constant, ...weights } = fit(examples.filter((each) => each.fold !== fold));
    return examples
      .filter((each) => each.fold === fold)
      .map((each) => ({ ...each, probability: topicFit(each.features, weights, constant) }));
  }).flat();
  const all = unseen.filter(({ label }) => label === 1).length;
  const share = (part: number, whole: number) => (part / (whole || 1)).toFixed(3);
  const rowOf = (name: string, some: readonly Example[]) => {
    const on = some.filter(({ label }) => label === 1).length;
    const onSubject = some.filter(({ isOnSubject }) => isOnSubject).length;
    return {
      ...{ name, records: some.length, on_topic: share(on, some.length) },
      ...{ on_subject: share(onSubject, some.length), found: share(on, all) },
    };
  };
  const rows = [
    ...[3, 10].map((first) =>
      rowOf(
        `first ${first} of the ranking`,
        unseen.filter(({ features }) => Math.expm1(features.place) < first - 0.5),
      ),
    ),
    ...[0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9].map((least) =>
      rowOf(
        `probability ${least}`,
        unseen.filter(({ probability }) => probability >= least),
      ),
    ),
  ];
  return { weights: fit(examples), examples: examples.length, rows };
}
