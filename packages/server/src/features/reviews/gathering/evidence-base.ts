import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { EffectPlot, ScreenedRecord } from '@citewell/sdk';
import { meshHeading } from '../../../literature/query/mesh/mesh.ts';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import type { PaperReadings } from '../../../retrieval/full-text/add-full-texts.ts';
import type { AskedFacets } from '../../../retrieval/full-text/select-full-text.ts';
import type { RetrievalResult } from '../../../retrieval/retrieval-result.ts';
import type { GateVerdict } from '../../../retrieval/subject-gate.ts';
import { type EvidenceUnit, evidenceUnitsOf } from '../sections/evidence-units.ts';
import { type Conflict, findConflicts } from '../studies/conflicts.ts';
import { effectPlots } from '../studies/effect-plots.ts';
import { namedOutcomes } from '../studies/named-outcomes.ts';
import { askedTopic } from '../studies/on-topic/asked-topic.ts';
import { describeStudies, type Study } from '../studies/studies.ts';
import { clusterThemes, type Theme } from '../studies/themes.ts';
import { withClassMembers } from './class-members.ts';
import type { ReviewRequest } from './request.ts';
import type { Scope } from './scope.ts';
import { type Flow, type Screened, screen } from './screening/screen.ts';

/** Number of records kept in addition to the included ones. */
const othersMax = 60;

/** Evidence for a review. */
export type EvidenceBase = {
  request: ReviewRequest;
  scope: Scope;
  found: Pick<RetrievalResult, 'searched' | 'unavailable' | 'notAsked' | 'shortfalls' | 'busy' | 'spelling'>;
  flow: Flow;
  /** Coverage of the topic's subjects by the records. */
  verdict: GateVerdict;
  articles: ReadonlyMap<string, Article>;
  /** Records that are not included, if the request keeps them. */
  others: Article[];
  units: EvidenceUnit[];
  themes: Theme[];
  studies: Study[];
  conflicts: Conflict[];
  /** Effects of at least two studies on one outcome in one measure, and overviews of the others. */
  plots: EffectPlot[];
  /** Every record once, with the decision on it. */
  screening: ScreenedRecord[];
  /** Outcomes and other parts of the topic that none of the records on the rest of it reports. */
  unreported: Screened['unreported'];
  /** The full texts of included records that were read. */
  readings: PaperReadings;
};

/** Parts of a review's evidence that come from records. */
export type RecordsRead = Pick<
  EvidenceBase,
  | 'flow'
  | 'verdict'
  | 'articles'
  | 'others'
  | 'units'
  | 'themes'
  | 'studies'
  | 'conflicts'
  | 'plots'
  | 'screening'
  | 'unreported'
> & {
  /** Parts of the topic and their weights. */
  asked: AskedFacets;
};

/** Selects the records of a review and extracts the evidence from them. */
export function readRecords({
  keepsOthers,
  ...given
}: Parameters<typeof screen>[0] & { keepsOthers: boolean }): RecordsRead {
  const screened = screen(given);
  const { language, query } = given;
  const articles = new Map(screened.included.map((article) => [article.pmid, article]));
  const topic = askedTopic(query);
  const units = evidenceUnitsOf(screened, language, topic);
  const themes = clusterThemes(units, articles, query.facets, language);
  const studies = describeStudies(units, articles, topic);
  return {
    ...{ flow: screened.flow, verdict: screened.verdict, articles, units, themes },
    others: keepsOthers ? screened.others.slice(0, othersMax) : [],
    studies,
    conflicts: findConflicts(studies, units, query.facets),
    plots: effectPlots(studies, query.facets, language),
    screening: screened.screening,
    unreported: screened.unreported,
    asked: { facets: screened.ranking.facets, weights: screened.ranking.weights },
  };
}

export function byPmid(studies: readonly Study[]): Map<string, Study> {
  return new Map(studies.map((study) => [study.article.pmid, study]));
}

/** Parts of the topic that no included record mentions, in the reader's language. */
type Unmentioned = {
  /** Names in no record's words. Only words are compared, so the review says no more than that they are missing. */
  missing: string[];
  /** Names without English, which English records may have in words that are not known. */
  unread: string[];
};

/** Words for what is done about a subject, which are no part of its name: smoking cessation interventions. */
const action =
  /^(?:interventions?|programm?e?s?|strateg(?:y|ies)|approach(?:es)?|guidance|recommendations?|measures?|polic(?:y|ies)|services?|instructions?|use|usage|intake|consumption|措施|干预|方案|策略|指导|意见|建议|服务|使用|摄入)$/i;

/**
 * Creates a test whether a part of a topic is a name, of which a record either speaks or not: a subject, a heading, an outcome, what follows a
 * subject as one noun with it ("metformin gummies"), or Chinese without English. "Guidance on" and "ignore" are none.
 */
function namesSomething({ text, subjects = [] }: Scope['query']): (wordings: readonly string[]) => boolean {
  const known = subjects.flatMap(({ wordings }) => wordings);
  const lower = text.toLowerCase();
  const isCompound = (word: string) =>
    word !== '' &&
    !action.test(word) &&
    known.some((name) => [' ', ''].some((space) => lower.includes(`${name}${space}${word}`.toLowerCase())));
  return (wordings) =>
    wordings.every((wording) => /\p{Script=Han}/u.test(wording)) ||
    wordings.some((wording) => known.includes(wording) || meshHeading(wording) !== undefined) ||
    namedOutcomes(wordings[0] ?? '').length > 0 ||
    isCompound(wordings[0] ?? '');
}

/** Finds the parts of the topic that no included record mentions. */
export function unmentionedParts({
  scope: { query, language },
  articles,
}: Pick<EvidenceBase, 'scope' | 'articles'>): Unmentioned {
  const texts = [...articles.values()].map(
    (article) =>
      new Set(
        [article.title, abstractText(article), ...article.mesh, ...article.keywords].flatMap(indexTerms),
      ),
  );
  const isHan = (wording: string) => /\p{Script=Han}/u.test(wording);
  // Alendronate is a bisphosphonate.
  const withMembers = withClassMembers(query).facets;
  const isName = namesSomething(query);
  const parts = query.facets.filter((wordings, index) => {
    const [facet] = compileFacets([withMembers[index] ?? wordings]);
    return (
      facet &&
      !facet.generic &&
      isName(wordings) &&
      !texts.some((terms) => facetCoverage(facet, (term) => terms.has(term)) >= 0.5)
    );
  });
  const named = (some: string[][]) =>
    some.flatMap(
      (wordings) => wordings.find((wording) => (language === 'zh') === isHan(wording)) ?? wordings[0] ?? [],
    );
  return {
    missing: named(parts.filter((wordings) => !wordings.every(isHan))),
    unread: named(parts.filter((wordings) => wordings.every(isHan))),
  };
}
