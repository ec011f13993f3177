import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { RankedArticle } from '../../../../literature/ranking/rank.ts';
import { type GateVerdict, passSubjectGate } from '../../../../retrieval/subject-gate.ts';
import { aboutTopic, preparedFor } from '../about-topic.ts';
import { hasExcludingCondition } from '../other-population.ts';
import { asksTopicQuestion } from '../own-question/own-question.ts';
import { studiesIntervention } from '../studied-intervention.ts';
import { narrowNames } from '../subject-names/narrowed-names.ts';
import { onAspects } from '../topic-aspects.ts';
import { topicOutcomes, withoutOutcomes } from '../topic-outcomes.ts';
import { tellsOtherCourse } from '../topic-parts/disease-course.ts';
import { outcomesBesideAspects } from '../topic-parts/listed-outcomes.ts';
import { givenByRoute } from '../topic-parts/routes.ts';
import { studiesAffectedPeople } from '../topic-roles.ts';
import { fitMin, type TopicFitFeatures, topicFit, topicFitFeatures } from './topic-fit.ts';

/** Number of records from which their fits, some of which compare them with each other, are like those that were judged. */
const comparableMin = 25;

/** Tests of ranked records for a topic, people and outcomes aside. */
export type TopicTests = {
  /** Coverage of the topic's subjects by the records. */
  verdict: GateVerdict;
  /** Records that hold the topic's subjects. */
  admitted: ReadonlySet<Pmid>;
  /** Returns true for a record that passes every rule. */
  isOnTopic(article: Article): boolean;
  /**
   * Returns true for a record that plainly fits the topic as a whole, whatever words it has for the parts, and does not state
   * the contrary of one.
   */
  fitsTopic(article: Article): boolean;
  /** Features of the first records by which they fit the topic as a whole (topic-fit.ts); of none if there are few records. */
  fits: ReadonlyMap<Pmid, TopicFitFeatures>;
};

/** Tests the records of a ranking, best first; `wanted` ones were requested by their identifiers. */
export function testTopic(
  query: SearchQuery,
  ranked: readonly RankedArticle[],
  wanted: ReadonlySet<Pmid>,
): TopicTests {
  const { subjects = [] } = query;
  const narrow = narrowNames(subjects);
  const spell = preparedFor(query);
  const prepared = new Map(ranked.map(({ article }) => [article.pmid, spell(narrow(article))]));
  const { verdict, admitted } = passSubjectGate([...prepared.values()], subjects, { wanted });
  // Records on a part of the topic are no evidence on all of it, whatever their design.
  const isAboutAll = aboutTopic(query);
  const isAbout = (article: Article) => isAboutAll(prepared.get(article.pmid) ?? article);
  const isOnAspects = onAspects(query);
  const beside = outcomesBesideAspects(query);
  const alternatives = topicOutcomes(query).filter(({ name }) => beside.includes(name));
  const isOnQuestion = asksTopicQuestion(query);
  const isOnGiven = studiesIntervention(query);
  const isByRoute = givenByRoute(query);
  const isOfOtherCourse = tellsOtherCourse(query);
  const isOnThem = studiesAffectedPeople({ ...query, text: withoutOutcomes(query) });
  const isExcluded = (article: Article) =>
    isOfOtherCourse(article) || hasExcludingCondition(article, query.text);
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  const fits = new Map(
    (ranked.length < comparableMin ? [] : ranked).flatMap(({ meaning, ...each }, place) =>
      meaning
        ? [
            [
              each.article.pmid,
              topicFitFeatures({ ...each, meaning }, { place, best, isAbout: isAbout(each.article) }),
            ] as const,
          ]
        : [],
    ),
  );
  return {
    verdict,
    admitted,
    isOnTopic: (article) =>
      verdict.kind === 'together' &&
      admitted.has(article.pmid) &&
      isAbout(article) &&
      (isOnAspects(article) || alternatives.some(({ isOn }) => isOn(article))) &&
      isOnQuestion(narrow(article)) &&
      isOnGiven(article) &&
      isByRoute(article) &&
      isOnThem(article) &&
      !isExcluded(article),
    fitsTopic: (article) => {
      const features = fits.get(article.pmid);
      return (
        verdict.kind === 'together' &&
        features !== undefined &&
        topicFit(features) >= fitMin &&
        !isExcluded(article)
      );
    },
    fits,
  };
}
