import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import type { Language } from '@citewell/sdk';
import {
  type AnswerFeatures,
  answerFeatures,
  answerProbability,
} from '../literature/ranking/answer-probability.ts';
import { type Scores, withScores } from '../literature/ranking/apply-reranker.ts';
import { leaderOf } from '../literature/ranking/leader.ts';
import { comparedMax } from '../literature/ranking/reorder-by-meaning.ts';
import { applySpelling } from './apply-spelling.ts';
import { filterByGroups } from './groups/filter-by-groups.ts';
import { withClassHeld, withKindsHeld } from './groups/put-otherwise.ts';
import { type CandidatesOfQuery, type RankedResult, rankForAnswer } from './rank-candidates.ts';
import { passSubjectGate, type SubjectGate } from './subject-gate.ts';
import { compile, isEverydaySubject } from './subjects/compile-subject.ts';
import { mentionsPart } from './subjects/mentions-part.ts';
import { readRecordText, textOf } from './subjects/record-text.ts';

/** The ranked records, with those admitted as evidence by the question's subjects and population. */
export type AdmittedRecords = RankedResult & {
  query: SearchQuery;
  gate: SubjectGate;
  /**
   * The best admitted record, with the probability that it answers and its features, if it could be compared with the question; absent
   * if there is none, or if a reranker scored it far above the others.
   */
  best?: { pmid: Pmid; probability: number; features?: AnswerFeatures };
};

/** Distance in fit from which a record is not quoted beside a better one (select-passages.ts). */
const worseFitMin = 0.4;

/** Ranks the records found for a question and admits those that may be evidence. `scores` are a reranker's, for the first records. */
export function admitRecords({
  found,
  query: asTyped,
  thisYear,
  scores,
  language,
  isIncomplete = false,
}: CandidatesOfQuery & {
  scores: Scores | undefined;
  language: Language;
  isIncomplete?: boolean;
}): AdmittedRecords {
  const query = applySpelling(asTyped, found.spelling);
  const result = rankForAnswer(found, query, thisYear);
  const ranking = withScores(result.ranking, scores);
  const ranked = ranking.ranked.map(({ article }) => article);
  const { wanted } = result;
  const leader = leaderOf(ranking.ranked, ranking.nearest);
  const subjects = query.subjects ?? [];
  const fits = new Map(ranking.ranked.map(({ article, fit }) => [article.pmid, fit]));
  const fitOf = (pmid: Pmid) => fits.get(pmid) ?? 0;
  const byNames = passSubjectGate(ranked, subjects, { wanted, isIncomplete, leader });
  const bySubjects = withFarBetter(
    withClassHeld(withKindsHeld(byNames, ranked, subjects), ranked, subjects),
    ranked,
    { subjects, fitOf },
  );
  // Evidence lacks only words that it puts differently.
  const lackingOf = (pmid: Pmid) =>
    bySubjects.verdict.kind === 'together' ? 0 : (bySubjects.lacks.get(pmid)?.length ?? 0);
  const featuresOf = (pmid: Pmid) => answerFeatures(pmid, ranking, lackingOf(pmid));
  const gate = filterByGroups(withLikelyAnswer(bySubjects, ranked, query, featuresOf), ranked, {
    ...{ query, wanted, language },
    isFarWorse: (pmid, other) => fitOf(pmid) < fitOf(other) - worseFitMin,
  });
  const best = ranking.ranked.find(({ article }) => gate.admitted.has(article.pmid));
  const pmid = best?.article.pmid;
  const features = pmid && featuresOf(pmid);
  const isJudged = best && pmid && !(scores && pmid === ranking.nearest);
  // Without a comparison, that most of the question is covered must do.
  const probability = best && (features ? answerProbability(features) : best.coverage);
  const isNear =
    isJudged && subjects.length === 0 && wanted.size === 0 && (probability ?? 1) < nearMax
      ? gateOfNear(gate, ranking)
      : gate;
  return {
    ...result,
    ...{ ranking, query, gate: isNear },
    ...(isJudged &&
      probability !== undefined && { best: { pmid, probability, ...(features && { features }) } }),
  };
}

/** Probability below which records of a question without a subject are near it only if they share two of its topics: a bath is no bathing. */
const nearMax = 0.5;

/** Number of words of a short question, with which a record may share one by chance; of a longer one, one topic may be enough. */
const fewMax = 3;

function gateOfNear(gate: SubjectGate, { ranked, facets }: RankedResult['ranking']): SubjectGate {
  const topics = facets.flatMap(({ generic }, at) => (generic ? [] : [at]));
  if (topics.length < 2 || facets.length > fewMax) return gate;
  const near = ranked.filter(
    ({ article, byFacet }) =>
      gate.admitted.has(article.pmid) && topics.filter((at) => (byFacet[at] ?? 0) >= sharedMin).length > 1,
  );
  return { ...gate, admitted: new Set(near.map(({ article }) => article.pmid)) };
}

/** Share of a topic's name by which a record shares it. */
const sharedMin = 0.25;

/**
 * Passes over the first record to be shown if no record clearly answers, although it lacks every subject, if it fits far better than the
 * first one admitted: it may call the subject otherwise, and its label says what it does not mention.
 */
function withFarBetter(
  gate: SubjectGate,
  [first, ...others]: readonly Article[],
  { subjects, fitOf }: { subjects: readonly Subject[]; fitOf: (pmid: Pmid) => number },
): SubjectGate {
  const next = others.find(({ pmid }) => gate.admitted.has(pmid));
  if (!first || !next || gate.verdict.kind !== 'together' || gate.admitted.has(first.pmid)) return gate;
  if (gate.passedOver?.has(first.pmid) || fitOf(first.pmid) < fitOf(next.pmid) + worseFitMin) return gate;
  const names = subjects.map(({ name }) => name);
  return { ...gate, passedOver: new Map([[first.pmid, names], ...(gate.passedOver ?? [])]) };
}

/**
 * Probability from which a record answers although rules do not recognize every subject of the question in it: `npm run eval --
 * train-answer` prints how many of the best records that do, and of others, reach it.
 */
const likelyMin = 0.75;

/**
 * Admits the best record as one on all subjects together, if it is likely to answer the question in other words for those that it
 * lacks: everyday words, phrases that may not be a subject, or a name of which it has the most important part. A record without the
 * name of a drug, disease, device or gene is not on it, whatever else it covers, and one that mentions no pregnancy is not on pregnant
 * women.
 */
function withLikelyAnswer(
  gate: SubjectGate,
  ranked: readonly Article[],
  { subjects = [], populations }: SearchQuery,
  featuresOf: (pmid: Pmid) => AnswerFeatures | undefined,
): SubjectGate {
  // Among fewer, none can stand out.
  if (gate.verdict.kind !== 'apart' || ranked.length < comparedMax) return gate;
  const article = ranked.find(({ pmid }) => gate.admitted.has(pmid));
  if (!article) return gate;
  const { pmid } = article;
  const features = featuresOf(pmid);
  if (!features || answerProbability(features) < likelyMin) return gate;
  const lacks = gate.lacks.get(pmid) ?? [];
  const lacking = subjects.filter(({ name }) => lacks.includes(name));
  const people = new Set(populations.map((heading) => heading.toLowerCase()));
  if (lacking.some(({ wordings }) => wordings.some((each) => people.has(each.toLowerCase())))) return gate;
  const text = readRecordText(article);
  const mayBeMeant = (subject: Subject) =>
    subject.kind === 'phrase' || isEverydaySubject(subject) || mentionsPart(subject, text);
  // Named as what was left out of the study, for example.
  const whole = textOf([article.title, abstractText(article)]);
  if (lacking.some((subject) => compile(subject).holds(whole))) return gate;
  if (!lacking.every(mayBeMeant)) return { ...gate, likely: pmid };
  return {
    ...gate,
    verdict: { kind: 'together' },
    admitted: new Set([pmid]),
    lacks: new Map([[pmid, lacks]]),
  };
}
