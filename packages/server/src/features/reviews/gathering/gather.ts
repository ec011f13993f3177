import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { type Retriever, SourceError } from '../../../literature/sources/retriever.ts';
import { defaultSourceTimeouts, reviewSourceTimeouts } from '../../../literature/sources/source-timeouts.ts';
import type { AnswerDependencies, PipelineContext } from '../../../pipeline/context.ts';
import { concurrently } from '../../../platform/concurrently.ts';
import { broadenSearch } from '../../../retrieval/broaden-search.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import { candidateLimit, candidatesPerReference } from '../../../retrieval/rank-candidates.ts';
import {
  allSourcesFailed,
  excludeArticles,
  mergeResults,
  type RetrievalResult,
} from '../../../retrieval/retrieval-result.ts';
import { retrieve, type SourceSearchOptions } from '../../../retrieval/retrieve.ts';
import { shortfallOf } from '../../../retrieval/shortfall.ts';
import type { ReviewRequest } from './request.ts';
import { designSearches, type Scope } from './scope.ts';

/** Number of related records that are screened. */
const relatedMax = 30;

/** Searches of a review that are running, and those that may follow. */
export type Gathering = {
  found: RetrievalResult;
  /** Returns the number of records from the sources, duplicates included. */
  identified(): number;
  /** Returns the distinct records excluded by the caller. */
  asked(): Article[];
  /** Returns true if no source could be searched for the topic, in which case no further search is made. */
  isFailed(): boolean;
  /** Searches the remote sources again in parallel; the library has already returned everything it has. */
  search(queries: readonly SearchQuery[]): Promise<void>;
  /** Adds records related to these, if a source that answered provides them. */
  relatedTo(pmids: readonly Pmid[]): Promise<void>;
  /** Searches more broadly if there are too few candidates. */
  finish(query: SearchQuery): Promise<void>;
  /** Removes the records that the caller excludes. */
  excludeArticles(): void;
};

/** Starts the topic's own search and those for the strongest designs, all in parallel. */
export async function gather(
  request: ReviewRequest,
  { query, language }: Scope,
  { literature, clock, log }: AnswerDependencies,
  { requestId, caller, signal, emit }: PipelineContext,
): Promise<Gathering> {
  const sourceTimeouts = reviewSourceTimeouts(literature.sourceTimeouts);
  const options = {
    limit: candidateLimit(request.maxReferences),
    end: clock.now() + sourceTimeouts.totalMs,
    ...{ signal, clock, log, requestId, caller, emit, sourceTimeouts },
  };
  // The topic's own search may take as long as that of an answer: sources that fail it would fail the others too.
  const { sourceMs, totalMs } = literature.sourceTimeouts ?? defaultSourceTimeouts;
  const firstSearch = {
    end: clock.now() + totalMs,
    sourceTimeouts: { ...sourceTimeouts, sourceMs },
  };
  const remote = { remote: literature.remote, library: undefined };
  const given = () => found.rankings.flat();
  let excludedArticles: Article[] = [];
  const searchRemote = async (
    queries: readonly SearchQuery[],
    stop: AbortSignal,
  ): Promise<RetrievalResult[]> =>
    literature.remote.length === 0
      ? []
      : concurrently(
          stop,
          queries.map(
            (each) => (inner: AbortSignal) => retrieve(each, remote, { ...options, signal: inner }),
          ),
        );
  const failed = new AbortController();
  const [found, further] = await concurrently(signal, [
    async (inner) => {
      const first = await retrieve(query, literature, { ...options, ...firstSearch, signal: inner });
      if (allSourcesFailed(first, literature)) failed.abort();
      return first;
    },
    (inner) => unlessAborted(failed.signal, (stop) => searchRemote(designSearches(query), stop), inner),
  ]);
  for (const more of further ?? []) mergeResults(found, more);
  return {
    found,
    isFailed: () => failed.signal.aborted,
    identified: () => given().length + excludedArticles.length,
    asked: () => [...new Map(excludedArticles.map((article) => [article.pmid, article])).values()],
    async search(queries) {
      if (failed.signal.aborted) return;
      for (const more of await searchRemote(queries, signal)) mergeResults(found, more);
    },
    async relatedTo(pmids) {
      const source = literature.remote.find(
        ({ source, related }) => related && found.searched.some((search) => search.source === source),
      );
      // A category's filter belongs to the search: a related record may be of another category.
      if (!source?.related || pmids.length === 0 || query.pubmedFilter) return;
      const tool = `${source.source}_related`;
      await emit({ event: 'tool_call', data: { tool, input: { pmids: [...pmids] } } });
      const requestForFollowUp = `similar articles of ${pmids.join(', ')}`;
      const result = await related(source, pmids, options);
      await emit({ event: 'tool_result', data: relatedResult(tool, result?.articles) });
      const shortfall = result
        ? shortfallOf({ source: source.source, missing: result.missing })
        : { source: source.source, pmids: [], withheld: 0, failed: [requestForFollowUp] };
      if (shortfall) found.shortfalls.push(shortfall);
      if (!result) return;
      const { articles } = result;
      found.rankings.push(articles);
      found.rankedBy.push(source.source);
      const at = clock.now();
      found.searched.push({
        source: source.source,
        query: requestForFollowUp,
        total: articles.length,
        at,
      });
    },
    async finish(wanted) {
      const enough = candidatesPerReference * request.maxReferences;
      const texts = messages[language];
      await broadenSearch(found, wanted, enough, { remote: literature.remote, texts }, options);
    },
    excludeArticles() {
      excludedArticles = given().filter(({ pmid }) => request.excludedPmids?.has(pmid));
      excludeArticles(found, request.excludedPmids);
    },
  };
}

/**
 * Resolves with the result of the work, or undefined if `givenUp` fires first; an abort of the caller's `signal` is
 * thrown.
 */
async function unlessAborted<Result>(
  givenUp: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  try {
    return await work(AbortSignal.any([signal, givenUp]));
  } catch (error) {
    signal.throwIfAborted();
    if (!givenUp.aborted) throw error;
    return undefined;
  }
}

/** Returns related records, or undefined if that failed, which loses nothing else. */
async function related(
  source: Retriever,
  pmids: readonly Pmid[],
  { signal, end, log, requestId }: SourceSearchOptions,
): Promise<{ articles: Article[]; missing: Pmid[] } | undefined> {
  try {
    return await source.related?.(pmids, { limit: relatedMax, signal, deadline: end });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    const { failure, status } = error;
    log('warn', 'source_unavailable', {
      requestId,
      source: error.source,
      failure,
      ...(status && { status }),
    });
    return undefined;
  }
}

const itemsMax = 20;

function relatedResult(tool: string, articles: readonly Article[] | undefined) {
  if (!articles) return { tool, total: 0, items: [], unavailable: true as const };
  const items = articles.slice(0, itemsMax).map((article) => ({
    ...{ pmid: article.pmid, title: article.title, journal: article.journal, year: article.year },
    abstract: abstractText(article),
  }));
  return { tool, total: articles.length, items };
}
