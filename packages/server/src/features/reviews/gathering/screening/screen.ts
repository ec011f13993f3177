import { type Article, type Pmid, toReference } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Language, ScreenedRecord } from '@citewell/sdk';
import { populationsInWords } from '../../../../literature/query/question-hints.ts';
import { type Scores, withScores } from '../../../../literature/ranking/apply-reranker.ts';
import { compileFacets } from '../../../../literature/ranking/facets.ts';
import { NearDuplicates } from '../../../../literature/ranking/near-duplicate.ts';
import type { Ranking } from '../../../../literature/ranking/rank.ts';
import { selectPassages } from '../../../../literature/ranking/select-passages.ts';
import { type CandidatesOfQuery, rankCandidates } from '../../../../retrieval/rank-candidates.ts';
import type { GateVerdict } from '../../../../retrieval/subject-gate.ts';
import { isHabit } from '../about-topic.ts';
import { withAgents, withClassMembers, withNarrowerDiseases, withWholeNames } from '../class-members.ts';
import { type NamedPart, namedParts, withoutParts } from '../named-parts.ts';
import { excludeLaboratoryStudies } from '../off-topic/laboratory-studies.ts';
import { isAspect, isTestedAspect } from '../topic-aspects.ts';
import { withAdjectives } from '../topic-parts/adjectives.ts';
import { joinAlternatives } from '../topic-parts/alternatives.ts';
import { fitMinOfFew } from './topic-fit.ts';
import { topicPeople } from './topic-people.ts';
import { testTopic } from './topic-tests.ts';

/** Counts from the records that the sources returned to the included studies; every excluded record has one reason. */
export type Flow = {
  identified: number;
  duplicates: number;
  screened: number;
  excluded: {
    /** Excluded by the caller. */
    asked: number;
    years: number;
    retracted: number;
    notices: number;
    repeated: number;
    noAbstract: number;
    /** Records without the subject of the topic, or with little of the rest of it. */
    offTopic: number;
    /** Records that state another population than the topic's. */
    otherPeople: number;
    /** Records that do not say that they studied the topic's population. */
    peopleNotStated: number;
    /** Studies of cells and animals on the topic, while it is about people. */
    laboratory: number;
    /** Records on the subject that do not report the outcome, or another part, that the topic names. */
    otherOutcome: number;
    beyondLimit: number;
  };
  included: number;
};

export type Screened = {
  included: Article[];
  /** Records with an abstract that are not included, for whatever reason but retraction and years; best first. */
  others: Article[];
  ranking: Ranking;
  wanted: ReadonlySet<Pmid>;
  flow: Flow;
  /** Every record once with the decision on it, included ones first. */
  screening: ScreenedRecord[];
  /** Coverage of the topic's subjects by the records. */
  verdict: GateVerdict;
  /** Outcomes and other parts of the topic that none of the records on the rest of it reports. */
  unreported: NamedPart['heading'][];
};

/** Sentences of one paper that a review may rest on. */
export const unitsPerArticle = 4;

/** Number of papers that a review needs. */
export const studiesMin = 3;

/** Number of studies of people below which those of cells and animals stay. */
const peopleMin = 1;

/** Selects the records of a review by rules, and counts the reasons for the exclusions. */
export function screen({
  found,
  query: searched,
  thisYear,
  scores,
  language,
  maxReferences,
  identified,
  asked,
}: CandidatesOfQuery & {
  /** A reranker's order of the first candidates. */
  scores: Scores | undefined;
  language: Language;
  maxReferences: number;
  /** Number of records returned by the sources, duplicates included. */
  identified: number;
  /** Distinct records excluded by the caller. */
  asked: readonly Article[];
}): Screened {
  const { query, ranking, distinct, withAbstract, wanted, retracted, outsideYears } = rankForTopic(
    { found, query: searched, thisYear },
    scores,
  );
  const { verdict, admitted, isOnTopic, fitsTopic } = testTopic(
    query,
    { ...ranking, ranked: distinct },
    wanted,
  );
  const onAspect = distinct.filter(({ article }) => wanted.has(article.pmid) || isOnTopic(article));
  const { studiesThem, statesOthers } = topicPeople(query);
  const ofPopulation = onAspect.filter(({ article }) => wanted.has(article.pmid) || studiesThem(article));
  // If enough records report the named outcome, the others are excluded.
  const parts = namedParts(query);
  const unreported: NamedPart[] = [];
  const onOutcome = parts.reduce((left, part) => {
    const own = left.filter(({ article }) => wanted.has(article.pmid) || part.isOn(article));
    if (left.length > 0 && own.length === 0) unreported.push(part);
    return own;
  }, ofPopulation);
  const passed = new Set(onOutcome);
  // Rules do not know every wording of the topic's parts.
  const include = (probabilityMin?: number) => {
    const fitting = distinct.filter(
      ({ article }) => fitsTopic(article, probabilityMin) && studiesThem(article),
    );
    const either = distinct.filter((each) => passed.has(each) || fitting.includes(each));
    const onTopic = excludeLaboratoryStudies(either, query.text, {
      enough: peopleMin,
      isWanted: ({ pmid }) => wanted.has(pmid),
    });
    return { fitting, either, onTopic };
  };
  const first = include();
  const { fitting, either, onTopic } = first.onTopic.length < studiesMin ? include(fitMinOfFew) : first;
  // Every record was tested for the named parts in any wording: coverage concerns only the rest.
  const rest = withoutParts(query, parts);
  const coverage = new Map(
    rest &&
      rankCandidates(found, withClassMembers(withoutAspects(rest)), thisYear).ranking.ranked.map((each) => [
        each.article.pmid,
        each.coverage,
      ]),
  );
  // A record that was tested for every part of the topic covers it, by whatever narrower name.
  const isTested = isTestedWhole(rest ?? query, parts.length > 0);
  const ranked = onTopic.map((each) => ({
    ...each,
    coverage: isTested ? 1 : (coverage.get(each.article.pmid) ?? each.coverage),
  }));
  const narrowed = { ...ranking, ranked };
  // Nor is its score less than enough, or that of one that fits the topic as a whole.
  const fittingPmids = new Set(fitting.map(({ article }) => article.pmid));
  const kept = isTested ? new Set(onTopic.map(({ article }) => article.pmid)) : wanted.union(fittingPmids);
  const choose = (articlesMax: number, perArticleMax: number) =>
    selectPassages(narrowed, {
      ...{ language, articlesMax, perArticleMax, wanted: kept },
      ...(query.subjects?.length && { admitted: admitted.union(fittingPmids), isNearest: true }),
    });
  const enough = new Set(choose(distinct.length, 1).map(({ article }) => article.pmid));
  const chosen = new Set(choose(maxReferences, 1).map(({ article }) => article.pmid));
  const included = distinct.map(({ article }) => article).filter(({ pmid }) => chosen.has(pmid));
  const left = new Set<Pmid>();
  /** Returns the decision for records that have none yet. */
  const decide = (decision: ScreenedRecord['decision'], articles: readonly Article[]): ScreenedRecord[] =>
    articles
      .filter(({ pmid }) => !left.has(pmid) && left.add(pmid))
      .map((article) => ({ ...toReference(article), decision }));
  const without = (all: readonly Article[], kept: readonly { article: Article }[]): Article[] => {
    const pmids = new Set(kept.map(({ article }) => article.pmid));
    return all.filter(({ pmid }) => !pmids.has(pmid));
  };
  const articlesOf = (ranked: readonly { article: Article }[]) => ranked.map(({ article }) => article);
  const ofOthers = without(articlesOf(onAspect), ofPopulation);
  const screening = [
    ...decide('included', included),
    ...decide('ranked_out', articlesOf(onTopic.filter(({ article }) => enough.has(article.pmid)))),
    ...decide('other_people', ofOthers.filter(statesOthers)),
    ...decide('people_not_stated', ofOthers),
    ...decide('laboratory', without(articlesOf(either), onTopic)),
    ...decide('other_outcome', without(articlesOf(ofPopulation), onOutcome)),
    ...decide('off_topic', articlesOf(distinct)),
    ...decide('repeated', articlesOf(withAbstract)),
    ...decide('no_abstract', articlesOf(ranking.ranked)),
    ...decide('retracted', retracted),
    ...decide('years', outsideYears),
    ...decide('notice', found.rankings.flat()),
    ...decide('asked', asked),
  ];
  return {
    ...{ included, others: distinct.flatMap(({ article }) => (chosen.has(article.pmid) ? [] : [article])) },
    ...{ ranking: narrowed, wanted, verdict, screening },
    unreported: unreported
      .filter((part) => !fitting.some(({ article }) => part.isOn(article)))
      .map(({ heading }) => heading),
    flow: { identified, ...countsOf(screening, identified) },
  };
}

/** Ranks the candidates by the topic; `distinct` are those with an abstract, without near duplicates, best first. */
export function rankForTopic(
  { found, query: searched, thisYear }: CandidatesOfQuery,
  scores: Scores | undefined,
) {
  const query = withAdjectives(withAgents(withNarrowerDiseases(withWholeNames(joinAlternatives(searched)))));
  const {
    ranking: ours,
    wanted,
    retracted,
    outsideYears,
  } = rankCandidates(found, withClassMembers(withoutAspects(query)), thisYear);
  const ranking = withScores(ours, scores);
  const withAbstract = ranking.ranked.filter(({ article }) => article.abstract.length > 0);
  const duplicates = new NearDuplicates();
  const distinct = withAbstract.filter(({ article }) => duplicates.take(article) || wanted.has(article.pmid));
  return { query, ranking, distinct, withAbstract, wanted, retracted, outsideYears };
}

/**
 * Excludes aspects with wordings of their own, which have many more of them in records and are tested by their own
 * gate.
 */
function withoutAspects({ facets, ordinary = [], ...query }: SearchQuery): SearchQuery {
  const isOwn = ([first = '', ...others]: readonly string[]) =>
    others.length > 0 && ordinary.includes(first) && isAspect(first);
  return { ...query, ordinary, facets: facets.filter((facet) => !isOwn(facet)) };
}

/** Returns true if lists know all subjects of a query, or it is on a habit or an outcome, and it names nothing else that records are not tested for. */
function isTestedWhole({ facets, ordinary, subjects = [] }: SearchQuery, hasOutcome: boolean): boolean {
  const known = new Set(subjects.flatMap(({ wordings }) => wordings));
  const isPeople = ([first = '']: readonly string[]) => populationsInWords(first).length > 0;
  return (
    (subjects.length > 0 || hasOutcome || facets.some(isHabit)) &&
    subjects.every(({ kind }) => kind === 'known') &&
    facets.every(
      (facet) =>
        facet.some((wording) => known.has(wording) || isTestedAspect(wording)) ||
        isHabit(facet) ||
        isPeople(facet) ||
        compileFacets([facet], ordinary).every(({ generic }) => generic),
    )
  );
}

/** Derives the numbers of the flow from its records. */
function countsOf(screening: readonly ScreenedRecord[], identified: number): Omit<Flow, 'identified'> {
  const count = (decision: ScreenedRecord['decision']) =>
    screening.filter((record) => record.decision === decision).length;
  return {
    duplicates: identified - screening.length,
    screened: screening.length,
    excluded: {
      asked: count('asked'),
      years: count('years'),
      retracted: count('retracted'),
      notices: count('notice'),
      repeated: count('repeated'),
      noAbstract: count('no_abstract'),
      offTopic: count('off_topic'),
      otherPeople: count('other_people'),
      peopleNotStated: count('people_not_stated'),
      laboratory: count('laboratory'),
      otherOutcome: count('other_outcome'),
      beyondLimit: count('ranked_out'),
    },
    included: count('included'),
  };
}
