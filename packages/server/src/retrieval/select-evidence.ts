import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { BibliographicRecord, Language, TrustCard } from '@citewell/sdk';
import { chineseFinding } from '../literature/chinese/chinese-finding.ts';
import { chineseTerms } from '../literature/chinese/chinese-terms.ts';
import {
  type AskedDetail,
  askedDetails,
  statesAskedDetail,
} from '../literature/ranking/answers/asked-detail.ts';
import {
  type AskedFinding,
  askedFindings,
  reportsAskedFinding,
} from '../literature/ranking/answers/asked-finding.ts';
import type { Scores } from '../literature/ranking/apply-reranker.ts';
import type { Passage } from '../literature/ranking/passage.ts';
import type { Ranking } from '../literature/ranking/rank.ts';
import { selectPassages } from '../literature/ranking/select-passages.ts';
import { wholeAbstracts } from '../literature/ranking/whole-abstracts.ts';
import { canBeRead, type FullTextSource } from '../literature/sources/full-text/full-texts.ts';
import { readStudy } from '../literature/studies/read-study.ts';
import { admitRecords } from './admit-records.ts';
import { toCheckedArticle } from './checked-article.ts';
import type { AskedFacets } from './full-text/select-full-text.ts';
import { missingTopics } from './groups/missing-topics.ts';
import { mayMention } from './groups/put-otherwise.ts';
import type { CandidatesOfQuery } from './rank-candidates.ts';
import { type GateVerdict, mentionsAllSubjects, nearestMax, type SubjectGate } from './subject-gate.ts';
import { aboutSubjects } from './subjects/about-subjects.ts';
import { articleHash } from './trust/run-record.ts';
import { trustCard } from './trust/trust.ts';

export type SelectedEvidence = {
  passages: Passage[];
  /** Coverage of the question's subjects by the records. */
  verdict: GateVerdict;
  /** Retracted papers that mention all subjects, if no other record does. */
  retractedOnly: Pmid[];
  /** Numbers of candidates, and of those excluded as retracted. */
  candidates: number;
  retractedCount: number;
  /** Trust cards of records with a passage, if requested. */
  trust: Map<Pmid, TrustCard>;
  bibliography: Map<Pmid, BibliographicRecord>;
  hashes: Map<Pmid, string>;
  /** Records with a passage, for checks. */
  checkable: Map<Pmid, CheckedArticle>;
  /** Sources of their full texts. */
  fullTextSources: Map<Pmid, FullTextSource>;
  /** The question's topics and their weights. */
  asked: AskedFacets;
  /**
   * Indicates that no abstract chosen states what the question asks for, but that a full text may: select again with what was read.
   */
  isOpen: boolean;
};

/**
 * Probabilities below which the best record counts as the nearest, not as an answer. `npm run eval -- train-answer` prints how many best
 * records that answer reach them, and how many others. The second is for a model, which reads the abstracts itself.
 */
const clearMin = 0.5;
const clearToModelMin = 0.12;
/**
 * Probabilities that are enough for a record that has all subjects of the question in its title and gives what it asks for: of the best
 * records of the known questions below .5, all that reported a finding answer; of those that stated a detail, two at .33 and .36 do not.
 */
const reportedMin = 0.3;
const statedMin = 0.45;
/** Matches questions for the best of several, which a record on one of them alone does not answer. */
const asksForBest = /\bbest\b|最好|最佳|最有效|哪[种个类][^，。？?]{0,6}好/i;
/**
 * Probability below which even the nearest records do not fit a question that names no subject, and none is shown: below it are 2 of
 * 238 known questions whose own record is the best, and 84 of 436 where it is not.
 */
const nearestMin = 0.1;

/** Selects, from the records found, the sentences that can support an answer. `scores` are a reranker's, for the first records. */
export function selectEvidence({
  found,
  query: asTyped,
  thisYear,
  scores,
  language,
  articlesMax,
  perArticleMax,
  isIncomplete = false,
  readsFullTexts = false,
  fullTexts,
  wants,
}: CandidatesOfQuery & {
  /** Indicates that full texts of the chosen papers will be read. */
  readsFullTexts?: boolean;
  /** Sentences that full texts add to papers, if they were read. */
  fullTexts?: ReadonlyMap<Pmid, readonly string[]>;
  /** Indicates that a source did not return all records that it found. */
  isIncomplete?: boolean;
  scores: Scores | undefined;
  language: Language;
  articlesMax: number;
  perArticleMax: number;
  /** Requested parts. `abstracts`: the other sentences of the passages' abstracts, as context. */
  wants: { trust: boolean; hashes: boolean; abstracts: boolean; bibliography: boolean };
}): SelectedEvidence {
  const { query, ranking, gate, best, wanted, candidates, retractedCount, retracted } = admitRecords({
    found,
    query: asTyped,
    thisYear,
    scores,
    language,
    isIncomplete,
  });
  const subjects = query.subjects ?? [];
  const isJudged =
    (gate.verdict.kind === 'together' || subjects.length === 0) && wanted.size === 0 && !query.isOfAttachment;
  const probability = isJudged && best ? best.probability : 1;
  // A model reads the abstracts itself.
  const isAsked = isJudged && !wants.abstracts;
  const details = isAsked ? askedDetails(query.text) : [];
  const findings = isAsked && details.length === 0 ? askedFindings(query) : [];
  const namesSubject = subjects.some(({ kind }) => kind !== 'phrase');
  const isOffQuestion = probability < nearestMin && !namesSubject;
  const select = (isUnclear: boolean) => {
    const verdict: GateVerdict =
      isUnclear && gate.verdict.kind === 'together' ? { kind: 'apart', names: [] } : gate.verdict;
    const { admitted, lacks } = isUnclear ? withPassedOver(gate) : gate;
    // Without a subject, records must cover the question by themselves.
    const ranked = ranking.ranked.filter(({ article }) => subjects.length > 0 || admitted.has(article.pmid));
    const fitting = isOffQuestion
      ? []
      : selectPassages(
          { ...ranking, ranked },
          {
            ...{
              language,
              perArticleMax,
              wanted,
              isNearest: verdict.kind === 'apart',
              question: query.text,
              findings,
            },
            articlesMax: isUnclear ? Math.min(articlesMax, nearestMax) : articlesMax,
            ...(subjects.length > 0 && { admitted }),
          },
        );
    const chosen =
      verdict.kind === 'together' ? withoutMentions(fitting, ranking.ranked, subjects, wanted) : fitting;
    return { isUnclear, verdict, lacks, chosen };
  };
  const bestArticle = best && ranking.ranked.find(({ article }) => article.pmid === best.pmid)?.article;
  const isGiven =
    details.length + findings.length > 0 &&
    subjects.length > 0 &&
    !asksForBest.test(query.text) &&
    bestArticle !== undefined &&
    mentionsAllSubjects({ ...bestArticle, abstract: [], mesh: [] }, subjects) &&
    givesAsked(bestArticle, { details, findings });
  const givenMin = findings.length > 0 ? reportedMin : statedMin;
  const probabilityMin = wants.abstracts ? clearToModelMin : isGiven ? givenMin : clearMin;
  const byProbability = select(!isOffQuestion && probability < probabilityMin);
  const stating = byProbability.isUnclear
    ? byProbability.chosen
    : withAsked(byProbability.chosen, ranking.ranked, { details, findings, fullTexts });
  const isOpen =
    stating.length === 0 &&
    readsFullTexts &&
    ranking.ranked.some(
      ({ article }) =>
        canBeRead(toFullTextSource(article)) &&
        byProbability.chosen.some(({ article: { pmid } }) => pmid === article.pmid),
    );
  const { verdict, lacks, chosen } =
    stating.length === 0 && !(isOffQuestion || isOpen) && (byProbability.chosen.length > 0 || gate.passedOver)
      ? select(true)
      : { ...byProbability, chosen: isOpen ? byProbability.chosen : stating };
  const retractedOnly =
    subjects.length > 0 && (verdict.kind !== 'together' || candidates === retractedCount)
      ? retracted.filter((article) => mentionsAllSubjects(article, subjects)).map(({ pmid }) => pmid)
      : [];
  const kept = new Set(chosen.map(({ article }) => article.pmid));
  const articles = ranking.ranked.map(({ article }) => article).filter(({ pmid }) => kept.has(pmid));
  const toChinese = chineseTerms(chineseOfQuestion(query));
  const inChinese = (text: string) =>
    detectLanguage(text) === 'en' ? chineseFinding(text, toChinese) : undefined;
  const topics = new Map(articles.map((article) => [article.pmid, missingTopics(query, article)]));
  // The gate demands a subject by name; a label says only what is certain.
  const reallyLacked = new Map(
    articles.map((article) => [
      article.pmid,
      (lacks.get(article.pmid) ?? []).filter((name) => !mayMention(name, query, article)),
    ]),
  );
  const ofPeople = new Map(articles.map((article) => [article.pmid, lackedCircumstances(query, article)]));
  const studies = new Map(articles.map((article) => [article.pmid, readStudy(article)]));
  const passages = chosen.map((passage) => {
    const { pmid } = passage.article;
    const study = studies.get(pmid);
    const lacked = reallyLacked.get(pmid) ?? [];
    const unmentioned = [...lacked, ...(ofPeople.get(pmid) ?? [])];
    const isNearest = verdict.kind === 'apart';
    // It probably has another name for what it lacks.
    const isLikely = isNearest && pmid === gate.likely;
    const chinese = language === 'zh' ? inChinese(passage.text) : undefined;
    return {
      ...passage,
      ...(chinese && { chinese }),
      ...(study && { study }),
      ...(isNearest && { lacks: isLikely ? [] : lacked.length > 0 ? lacked : (topics.get(pmid) ?? []) }),
      ...((!isNearest || isLikely) && unmentioned.length > 0 && { unmentioned }),
    };
  });
  const perArticle = <T>(isWanted: boolean, of: (article: Article) => T) =>
    new Map(isWanted ? articles.map((article) => [article.pmid, of(article)]) : []);
  return {
    passages: wants.abstracts ? wholeAbstracts(passages, articles, language) : passages,
    ...{ verdict, retractedOnly, candidates, retractedCount },
    trust: perArticle(wants.trust, trustCard),
    hashes: perArticle(wants.hashes, articleHash),
    bibliography: perArticle(wants.bibliography, toBibliographicRecord),
    checkable: perArticle(true, toCheckedArticle),
    fullTextSources: perArticle(true, toFullTextSource),
    asked: { facets: ranking.facets, weights: ranking.weights },
    isOpen,
  };
}

/**
 * Returns the passages of the papers that state a detail or report a finding for which the question asks, in the abstract or in the
 * sentences of a full text; all if it asks for none.
 */
function withAsked(
  passages: Passage[],
  ranked: Ranking['ranked'],
  {
    details,
    findings,
    fullTexts,
  }: {
    details: readonly AskedDetail[];
    findings: readonly AskedFinding[];
    fullTexts: ReadonlyMap<Pmid, readonly string[]> | undefined;
  },
): Passage[] {
  if (details.length + findings.length === 0) return passages;
  const chosen = new Set(passages.map(({ article }) => article.pmid));
  const states = new Set(
    ranked.flatMap(({ article }) => {
      if (!chosen.has(article.pmid)) return [];
      const further = (fullTexts?.get(article.pmid) ?? []).map((text) => ({ text }));
      const read = { ...article, abstract: [...article.abstract, ...further] };
      return givesAsked(read, { details, findings }) ? [article.pmid] : [];
    }),
  );
  return renumbered(passages.filter(({ article }) => states.has(article.pmid)));
}

function givesAsked(
  article: Article,
  { details, findings }: { details: readonly AskedDetail[]; findings: readonly AskedFinding[] },
): boolean {
  return statesAskedDetail(article, details) && reportsAskedFinding(article, findings);
}

/** Numbers passages anew, without those that were excluded. */
function renumbered(passages: readonly Passage[]): Passage[] {
  return passages.map((passage, index) => ({ ...passage, id: `E${index + 1}` }));
}

/** Admits the first records even if they lack a subject, where none answers: they are the nearest, and labels say what they lack. */
function withPassedOver({
  admitted,
  lacks,
  passedOver = new Map(),
}: SubjectGate): Pick<SubjectGate, 'admitted' | 'lacks'> {
  return {
    admitted: new Set([...admitted, ...passedOver.keys()]),
    lacks: new Map([...lacks, ...passedOver]),
  };
}

/**
 * Excludes papers that only mention the subjects of a question, if others are about all of them. The best paper and requested ones
 * stay.
 */
function withoutMentions(
  passages: Passage[],
  ranked: Ranking['ranked'],
  subjects: readonly Subject[],
  wanted: ReadonlySet<Pmid>,
): Passage[] {
  if (subjects.length < 2) return passages;
  const chosen = new Set(passages.map(({ article }) => article.pmid));
  const papers = ranked.map(({ article }) => article).filter(({ pmid }) => chosen.has(pmid));
  const about = new Set(papers.filter(aboutSubjects(subjects)).map(({ pmid }) => pmid));
  if (about.size === 0) return passages;
  const stays = (pmid: Pmid) => about.has(pmid) || wanted.has(pmid) || pmid === papers[0]?.pmid;
  return renumbered(passages.filter(({ article }) => stays(article.pmid)));
}

/** Returns the names of the circumstances that a record does not mention. */
function lackedCircumstances({ circumstances = [] }: SearchQuery, article: Article): string[] {
  return circumstances.filter((each) => !mentionsAllSubjects(article, [each])).map(({ name }) => name);
}

function toFullTextSource({ pmcid, openAccess, license }: Article): FullTextSource {
  return {
    ...(pmcid && { pmcid }),
    ...(openAccess !== undefined && { openAccess }),
    ...(license && { license }),
  };
}

/** Returns the question's Chinese names of its subjects, by their usual English; further wordings may name a part only. */
function chineseOfQuestion({ facets }: SearchQuery): Map<string, string> {
  return new Map(
    facets.flatMap((wordings) => {
      const [zh, en] = [true, false].map((isHan) =>
        wordings.find((wording) => /\p{Script=Han}/u.test(wording) === isHan),
      );
      return zh && en ? [[en, zh] as const] : [];
    }),
  );
}
