import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { isNotice } from '@citewell/core/records/publication-types.ts';
import type { SearchQuery, YearRange } from '@citewell/core/records/query.ts';
import { orderForAnswer } from '../literature/ranking/answers/answer-order.ts';
import { rerankerInputs } from '../literature/ranking/apply-reranker.ts';
import { fuseRankings } from '../literature/ranking/fuse.ts';
import { type Ranking, rankArticles } from '../literature/ranking/rank.ts';
import type { Candidate } from '../literature/ranking/reranker.ts';
import { applySpelling } from './apply-spelling.ts';
import type { CandidateSummary } from './planning/search-plan.ts';
import type { RetrievalResult } from './retrieval-result.ts';
import { summarizeCandidate } from './summarize-candidate.ts';

/** Number of candidates per reference, so that there is a selection to choose from, within bounds. */
export const candidatesPerReference = 3;
const candidatesMin = 40;
const candidatesMax = 100;

/** Returns the number of records to request from each source for this number of references. */
export function candidateLimit(references: number): number {
  return Math.min(candidatesMax, Math.max(candidatesMin, references * candidatesPerReference));
}

export type RankedResult = {
  /** Ranking without retracted papers and their notices, unless requested. */
  ranking: Ranking;
  /** Records requested by their identifiers. */
  wanted: ReadonlySet<Pmid>;
  /** Number of candidates, and of those excluded as retracted. */
  candidates: number;
  retractedCount: number;
  /** Papers excluded as retracted. */
  retracted: Article[];
  /** Papers excluded because they are from other years than requested. */
  outsideYears: Article[];
};

/** Parts of a retrieval result that ranking uses. */
export type Candidates = Pick<RetrievalResult, 'rankings' | 'statistics' | 'spelling'>;

/** Returns only the parts that ranking uses, to send them to its worker. */
export function candidatesOf({ rankings, statistics, spelling }: RetrievalResult): Candidates {
  return { rankings, ...(statistics && { statistics }), ...(spelling && { spelling }) };
}

/** Ranks the records that the sources found, each once, by relevance to the question. */
export function rankCandidates(
  { rankings, statistics, spelling }: Candidates,
  query: SearchQuery,
  thisYear: number,
): RankedResult {
  const dois = query.dois.map((doi) => doi.toLowerCase());
  const isWanted = ({ pmid, doi }: Article) =>
    query.pmids.includes(pmid) || dois.includes(doi?.toLowerCase() ?? '-');
  const fused = fuseRankings(rankings);
  const wanted = new Set(fused.filter(({ article }) => isWanted(article)).map(({ article }) => article.pmid));
  const candidates = fused.filter(
    ({ article }) => wanted.has(article.pmid) || isWithin(article, query.years),
  );
  const kept = candidates.filter(
    ({ article }) =>
      wanted.has(article.pmid) || query.includeRetracted || !(article.retracted || isNotice(article)),
  );
  const isKept = new Set(kept);
  const retracted = candidates
    .filter((each) => each.article.retracted && !isKept.has(each))
    .map(({ article }) => article);
  return {
    ranking: rankArticles(kept, applySpelling(query, spelling), thisYear, statistics),
    wanted,
    candidates: candidates.length,
    retractedCount: retracted.length,
    retracted,
    outsideYears: fused.filter((each) => !candidates.includes(each)).map(({ article }) => article),
  };
}

/** Ranks the records that the sources found in the order in which they answer the question. */
export function rankForAnswer(found: Candidates, query: SearchQuery, thisYear: number): RankedResult {
  const result = rankCandidates(found, query, thisYear);
  return { ...result, ranking: orderForAnswer(result.ranking) };
}

/** Returns true if a record's own year is within a range, since PubMed's date filter mixes electronic and print dates. */
function isWithin(article: Article, { from, to }: YearRange): boolean {
  const year = Number(article.year);
  return !year || ((from === undefined || year >= from) && (to === undefined || year <= to));
}

/** Candidates found for a question. */
export type CandidatesOfQuery = { found: Candidates; query: SearchQuery; thisYear: number };

/** Prepares the first `depth` candidates for a reranker; none if there is nothing to reorder. */
export function showCandidates({
  found,
  query,
  thisYear,
  depth,
}: CandidatesOfQuery & { depth: number }): Candidate[] {
  return rerankerInputs(rankForAnswer(found, query, thisYear).ranking, depth);
}

/** Summarizes the first `count` candidates for a language model, the best first. */
export function summarizeCandidates({
  found,
  query,
  thisYear,
  count,
}: CandidatesOfQuery & { count: number }): CandidateSummary[] {
  return rankForAnswer(found, query, thisYear)
    .ranking.ranked.slice(0, count)
    .map(({ article }) => summarizeCandidate(article));
}

/** Returns the first `count` candidates, the best first. */
export function firstCandidates({
  found,
  query,
  thisYear,
  count,
}: CandidatesOfQuery & { count: number }): Pmid[] {
  return rankCandidates(found, query, thisYear)
    .ranking.ranked.slice(0, count)
    .map(({ article }) => article.pmid);
}
