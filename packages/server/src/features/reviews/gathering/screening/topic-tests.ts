import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Ranking } from '../../../../literature/ranking/rank.ts';
import { comparedMax, isEnglish } from '../../../../literature/ranking/reorder-by-meaning.ts';
import { type GateVerdict, passSubjectGate } from '../../../../retrieval/subject-gate.ts';
import { aboutTopic, preparedFor } from '../about-topic.ts';
import { withExperiencesOfPeople } from '../off-topic/experience-of-others.ts';
import { isKnowledgeSurvey } from '../off-topic/knowledge-of-others.ts';
import { namesOnlyEndpoint } from '../off-topic/only-endpoint.ts';
import { hasExcludingCondition } from '../off-topic/other-population.ts';
import { comparesArms } from '../own-question/compared-arms.ts';
import { asksTopicQuestion } from '../own-question/own-question.ts';
import { studiesIntervention } from '../studied-intervention.ts';
import { withoutNamesakes } from '../subject-names/namesakes.ts';
import { narrowNames } from '../subject-names/narrowed-names.ts';
import { onAspects } from '../topic-aspects.ts';
import { harmsOutcome, topicOutcomes, withoutOutcomes } from '../topic-outcomes.ts';
import { insulinTreatment, laterInLife } from '../topic-parts/aspects.ts';
import { statesOtherStage } from '../topic-parts/disease-course.ts';
import { outcomesWithAspects } from '../topic-parts/listed-outcomes.ts';
import { givenByRoute } from '../topic-parts/routes.ts';
import { studiesAffectedPeople } from '../topic-roles.ts';
import { namesEveryPart } from './names-every-part.ts';
import { isOnSubject } from './on-subject.ts';
import {
  type ClosenessFeatures,
  closenessFeatures,
  closenessMin,
  fitMin,
  type TopicFitFeatures,
  topicCloseness,
  topicFit,
  topicFitFeatures,
} from './topic-fit.ts';

/** Tests of ranked records for a topic, people and outcomes aside. */
export type TopicTests = {
  /** Coverage of the topic's subjects by the records. */
  verdict: GateVerdict;
  /** Records that hold the topic's subjects. */
  admitted: ReadonlySet<Pmid>;
  /** Returns true for a record that passes every rule, and whose words are not clearly off topic. */
  isOnTopic(article: Article): boolean;
  /** Returns true for a record that passes every rule. */
  passesRules(article: Article): boolean;
  /**
   * Returns true for a record that plainly fits the topic as a whole, holds every subject and outcome that it names in any
   * wording, and does not state the contrary of one. `probabilityMin`: probability that is sufficient.
   */
  fitsTopic(article: Article, probabilityMin?: number): boolean;
  /** Features of the first records by which they fit the topic as a whole (topic-fit.ts); of none if there are few records. */
  fits: ReadonlyMap<Pmid, TopicFitFeatures>;
  /** Features by which a record that passes the rules is nevertheless off topic. */
  closenesses: ReadonlyMap<Pmid, ClosenessFeatures>;
};

/** Number of parts of a topic from which its aspects are not all that it asks for. */
const manyParts = 3;

/** Tests the records of a ranking, best first; `wanted` ones were requested by their identifiers. */
export function testTopic(
  query: SearchQuery,
  { ranked, facets }: Pick<Ranking, 'ranked' | 'facets'>,
  wanted: ReadonlySet<Pmid>,
): TopicTests {
  const { subjects = [] } = query;
  const narrow = narrowNames(subjects);
  const spell = preparedFor(query);
  const meansSubjects = withoutNamesakes(query);
  const asExperienced = withExperiencesOfPeople(query.text);
  const withoutOthers = (article: Article) => asExperienced(article) && meansSubjects(article);
  const meant = new Map(ranked.map(({ article }) => [article.pmid, withoutOthers(article)]));
  const meantOf = (article: Article) => meant.get(article.pmid) ?? article;
  const means = ({ pmid }: Article) => wanted.has(pmid) || !meant.has(pmid) || meant.get(pmid) !== undefined;
  const prepared = new Map(ranked.map(({ article }) => [article.pmid, spell(narrow(meantOf(article)))]));
  const isCentral = isOnSubject(query);
  const { verdict, admitted } = passSubjectGate([...prepared.values()], subjects, { wanted });
  // Records on a part of the topic are no evidence on all of it, whatever their design.
  const isAboutAll = aboutTopic(query);
  const isAbout = (article: Article) => isAboutAll(prepared.get(article.pmid) ?? article);
  const isOnAspects = onAspects(query);
  const listed = outcomesWithAspects(query);
  const outcomes = topicOutcomes(query);
  const alternatives = outcomes.filter(({ name }) => listed.includes(name));
  const harms = outcomes.filter(({ name }) => name === harmsOutcome && outcomes.length === 1);
  // The words of harms are not those of the topic: "withdrawal symptoms after".
  const names = subjects.flatMap(({ wordings }) => wordings.map((wording) => new Set(indexTerms(wording))));
  const isOnHarms = (article: Article) => {
    const title = new Set(indexTerms(article.title));
    return (
      harms.length > 0 &&
      names.some((name) => name.size > 0 && name.isSubsetOf(title)) &&
      harms.every(({ isOn }) => isOn(article))
    );
  };
  const isOnQuestion = asksTopicQuestion(query);
  const isCompared = comparesArms(query.text) ?? (() => true);
  const isOnGiven = studiesIntervention(query);
  const isByRoute = givenByRoute(query);
  const isOfOtherCourse = statesOtherStage(query);
  const namesAll = namesEveryPart(query);
  const isOnThem = studiesAffectedPeople({ ...query, text: withoutOutcomes(query) });
  const isOnlyEnd = namesOnlyEndpoint(query);
  const isExcluded = (article: Article) =>
    isOnlyEnd(article) ||
    isOfOtherCourse(article) ||
    isOfKnowledge(article) ||
    hasExcludingCondition(article, query.text);
  const isOfKnowledge = isKnowledgeSurvey(query.text);
  const compared =
    // Fits compare records with each other, and were learned among as many.
    ranked.length < comparedMax
      ? []
      : ranked.flatMap(({ meaning, ...each }) =>
          // The meaning of a record in Chinese is only estimated.
          meaning && isEnglish(each.article) ? [{ ...each, meaning }] : [],
        );
  const fits = new Map(
    topicFitFeatures(compared, { facets }, isAbout).map((each, at) => [
      compared[at]?.article.pmid as Pmid,
      each,
    ]),
  );
  const closenesses = new Map(compared.map((each) => [each.article.pmid, closenessFeatures(each)]));
  const isOffTopic = ({ pmid }: Article) => {
    const closeness = closenesses.get(pmid);
    return !wanted.has(pmid) && closeness !== undefined && topicCloseness(closeness) < closenessMin;
  };
  /** Returns true for a record on what the topic asks about its subjects, and on the people who have them. */
  const isOnAsked = (article: Article) => {
    const own = meantOf(article);
    return (
      means(article) &&
      isCentral(prepared.get(article.pmid) ?? own) &&
      isCompared(own) &&
      isOnGiven(own) &&
      isByRoute(own) &&
      isOnThem(own) &&
      !isExcluded(article)
    );
  };
  const showsAspects = (article: Article) => {
    const own = meantOf(article);
    return isOnAspects(own) || alternatives.some(({ isOn }) => isOn(own));
  };
  // Of a topic with many parts the fit shows enough; one that asks only for an aspect of its subject is about that.
  const fitsAspects =
    query.facets.length < manyParts || insulinTreatment.test(query.text) || laterInLife.test(query.text)
      ? showsAspects
      : () => true;
  const passesRules = (article: Article) =>
    verdict.kind === 'together' &&
    admitted.has(article.pmid) &&
    isAbout(article) &&
    showsAspects(article) &&
    isOnQuestion(narrow(meantOf(article))) &&
    isOnAsked(article);
  return {
    verdict,
    admitted,
    passesRules,
    isOnTopic: (article) => passesRules(article) && (!isOffTopic(article) || isOnHarms(article)),
    fitsTopic: (article, probabilityMin = fitMin) => {
      const features = fits.get(article.pmid);
      return (
        verdict.kind === 'together' &&
        features !== undefined &&
        topicFit(features) >= probabilityMin &&
        // A lower fit does not make up for a record without the subjects.
        (probabilityMin >= fitMin || admitted.has(article.pmid)) &&
        namesAll(prepared.get(article.pmid) ?? article) &&
        harms.every(({ isOn }) => isOn(article)) &&
        fitsAspects(article) &&
        isOnAsked(article) &&
        !isOffTopic(article)
      );
    },
    fits,
    closenesses,
  };
}
