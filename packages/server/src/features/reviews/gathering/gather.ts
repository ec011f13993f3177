import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { type Retriever, SourceError } from '../../../literature/sources/retriever.ts';
import { defaultSourceTimeouts, reviewSourceTimeouts } from '../../../literature/sources/source-timeouts.ts';
import type { AnswerDependencies, CallContext } from '../../../pipeline/context.ts';
import { concurrently } from '../../../platform/concurrently.ts';
import { broadenSearch } from '../../../retrieval/broaden-search.ts';
import { allSourcesFailed, excludeArticles, mergeResults } from '../../../retrieval/gather-evidence.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import { candidateLimit, candidatesPerReference } from '../../../retrieval/rank-candidates.ts';
import type { RetrievalResult } from '../../../retrieval/retrieval-result.ts';
import { type RetrieveOptions, retrieve } from '../../../retrieval/retrieve.ts';
import { shortfallOf } from '../../../retrieval/shortfall.ts';
import type { ReviewRequest } from './request.ts';
import { designSearches, type Scope } from './scope.ts';

/** Records like the best ones that are looked at. */
const relatedMax = 30;

/** The searches of a review under way, and those that may still follow. */
export type Gathering = {
  found: RetrievalResult;
  /** Records the sources gave, each as often as one gave it. */
  identified(): number;
  /** Records put aside by the caller, each once. */
  asked(): Article[];
  /** True where no source could be searched for the topic: none is asked for more. */
  isFailed(): boolean;
  /** Further searches at once, of the remote sources alone: the library has answered with all it has. */
  search(queries: readonly SearchQuery[]): Promise<void>;
  /** One hop from these records to those that are like them, where a source that answered knows any. */
  relatedTo(pmids: readonly Pmid[]): Promise<void>;
  /** Broader searches where there is too little to choose from. */
  finish(query: SearchQuery): Promise<void>;
  /** Takes out what the caller puts aside. */
  excludeArticles(): void;
};

/** The topic's own search and those for the strongest designs, all at once. */
export async function gather(
  request: ReviewRequest,
  { query, language }: Scope,
  { literature, clock, log }: AnswerDependencies,
  { requestId, signal, emit }: CallContext,
): Promise<Gathering> {
  const sourceTimeouts = reviewSourceTimeouts(literature.sourceTimeouts);
  const options = {
    limit: candidateLimit(request.maxReferences),
    end: clock.now() + sourceTimeouts.totalMs,
    ...{ signal, clock, log, requestId, emit, sourceTimeouts },
  };
  // The topic's own search is waited for as that of an answer: where no source answers it, none answers the others.
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
      // A category's filter is a search's: what is like a record may be of another one.
      if (!source?.related || pmids.length === 0 || query.pubmedFilter) return;
      const tool = `${source.source}_related`;
      await emit({ event: 'tool_call', data: { tool, input: { pmids: [...pmids] } } });
      const searchedFor = `similar articles of ${pmids.join(', ')}`;
      const result = await related(source, pmids, options);
      await emit({ event: 'tool_result', data: relatedResult(tool, result?.articles) });
      const shortfall = result
        ? shortfallOf({ source: source.source, missing: result.missing })
        : { source: source.source, pmids: [], withheld: 0, failed: [searchedFor] };
      if (shortfall) found.shortfalls.push(shortfall);
      if (!result) return;
      const { articles } = result;
      found.rankings.push(articles);
      found.rankedBy.push(source.source);
      const at = clock.now();
      found.searched.push({
        source: source.source,
        query: searchedFor,
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

/** The result of the work, undefined where `givenUp` fired before it ended; an abort of the caller's `signal` is thrown. */
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

/** Records like these, or undefined where they could not be asked for: a hop that fails takes nothing away. */
async function related(
  source: Retriever,
  pmids: readonly Pmid[],
  { signal, end, log, requestId }: RetrieveOptions,
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
