import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { correctWords, plausibleCorrections } from '../../query/spelling-suggestions.ts';
import { unknownWords } from '../../query/unknown-words.ts';
import { noCache } from '../cache.ts';
import { readXmlBody } from '../full-text/read-xml-body.ts';
import { fuseRanks } from '../remote/fuse-ranks.ts';
import { createHttpClient } from '../remote/http.ts';
import type { RemoteOptions } from '../remote/options.ts';
import { createRateLimiter } from '../remote/rate-limiter.ts';
import { requireAllSearches } from '../remote/require-all-searches.ts';
import { createSearchCache } from '../remote/search-cache.ts';
import { createCoalescer, type Deadline } from '../remote/single-flight.ts';
import { createSourceCall, type SourceCallOptions } from '../remote/source-call.ts';
import {
  type RelaxationStep,
  type RemoteRetriever,
  relaxationSteps,
  type SearchResult,
  SourceError,
} from '../retriever.ts';
import { createEfetch, pmidMax } from './efetch.ts';
import { createElink } from './elink.ts';
import { createEsearch } from './esearch.ts';
import { createEspell } from './espell.ts';
import { type PubmedQueries, renderCorrected, renderPubmedQueries, spellingWords } from './render-queries.ts';
import { failureOf } from './replies.ts';

export type PubmedOptions = RemoteOptions & { apiKey: string | undefined; email: string | undefined };

/** NCBI's limits in requests per second, per address or per API key. */
export function pubmedStartsPerSecond(apiKey: string | undefined): number {
  return apiKey ? 10 : 3;
}

/** Maximum number of records per search: one call of efetch. */
const limitMax = 200;
/** Bytes at the beginning of a reply that distinguish a failure of the E-utilities from a document. */
const headBytes = 4 * 1024;
/** Share of a search's time that is reserved for fetching its records. */
const shareForRecords = 0.3;

/**
 * Client of PubMed's E-utilities. A new search takes two round trips, for the searches in parallel and for the records;
 * a cached one takes none.
 */
export function createPubmedRetriever(options: PubmedOptions): RemoteRetriever {
  const { apiKey, email, cache, clock } = options;
  const http = createHttpClient({ source: 'pubmed', ...options });
  const limiter =
    options.limiter ?? createRateLimiter({ startsPerSecond: pubmedStartsPerSecond(apiKey), clock });
  const call = createSourceCall({ source: 'pubmed', http, ...options, limiter });
  // A separate circuit: full texts have little time, and a late one says nothing about searches.
  const fullTextCall = createSourceCall({ source: 'pubmed', http, ...options, limiter, breaker: undefined });
  const identity = { tool: 'citewell', ...(email && { email }), ...(apiKey && { api_key: apiKey }) };
  const esearch = createEsearch(call, createSearchCache(cache), identity);
  const esearchAnew = createEsearch(call, createSearchCache(noCache), identity);
  const efetch = createEfetch(call, cache, identity);
  const espell = createEspell(call, identity);
  const elink = createElink(call, identity);
  const shared = createCoalescer<SearchResult>({
    clock,
    timeout: () => new SourceError('pubmed', 'timeout'),
  });

  async function run(
    query: SearchQuery,
    queries: PubmedQueries,
    limit: number,
    timeLimit: Deadline,
    queueUntil?: number,
  ): Promise<SearchResult> {
    const retmax = Math.min(2 * limit, limitMax);
    const asked = [
      // Identifiers typed in are wanted whatever their year.
      ...queries.lookups.map((term) => ({ term, years: {}, retmax })),
      ...queries.searches.map((term) => ({ term, years: query.years, retmax })),
    ];
    const { forSearches, forRecords, giveUp } = shareTime(timeLimit, clock.now(), queueUntil);
    const replies = await requireAllSearches(asked.map((search) => esearch(search, forSearches))).finally(
      giveUp,
    );
    const pmids = replies.map((reply) => reply?.pmids ?? []);
    const typedIn = new Set([...query.pmids, ...pmids.slice(0, queries.lookups.length).flat()]);
    const found = fuseRanks(pmids.slice(queries.lookups.length));
    const wanted = [...new Set([...typedIn, ...found])].slice(0, limit);
    const articles = await efetch(wanted, forRecords);
    const absent = wanted.filter((pmid) => !articles.has(pmid));
    // A number that somebody typed may not exist; one that PubMed returned does.
    const typed = absent.filter((pmid) => query.pmids.includes(pmid));
    const known = new Set(typed.length > 0 ? await confirmOrAssume(typed, forRecords) : []);
    const missing = absent.filter((pmid) => !typed.includes(pmid) || known.has(pmid));
    const failed = asked.flatMap(({ term }, i) => (replies[i] ? [] : [term]));
    const unknown = new Set(replies.flatMap((reply) => unknownWords(reply?.notFound ?? [], query)));
    const mended = (query.suggestions ?? []).filter(({ typed }) => unknown.has(typed));
    const typedWords = spellingWords(query);
    return {
      source: 'pubmed',
      articles: wanted.flatMap((pmid) => articles.get(pmid) ?? []),
      executed: asked.flatMap(({ term }, i) => {
        const reply = replies[i];
        if (!reply) return [];
        const { total, translation, notFound } = reply;
        return [{ query: term, total, ...(translation && { translation }), ...(notFound && { notFound }) }];
      }),
      missing,
      ...(failed.length > 0 && { failed }),
      ...(mended.length > 0 && {
        spelling: { typed: typedWords, meant: correctWords(typedWords, mended) },
      }),
    };
  }

  /** Returns all of them if PubMed fails: only its answer can show that a record does not exist. */
  async function confirmOrAssume(
    pmids: readonly Pmid[],
    options: SourceCallOptions,
  ): Promise<readonly Pmid[]> {
    try {
      return await confirm(pmids, options);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return pmids;
    }
  }

  /** Searches for what efetch did not return: an empty reply does not say why it is empty. */
  async function confirm(pmids: readonly Pmid[], options: SourceCallOptions): Promise<Pmid[]> {
    const possible = pmids.filter((pmid) => Number(pmid) <= pmidMax);
    const confirmed: Pmid[] = [];
    for (let at = 0; at < possible.length; at += limitMax) {
      const batch = possible.slice(at, at + limitMax);
      const term = batch.map((pmid) => `${pmid}[uid]`).join(' OR ');
      confirmed.push(...(await esearch({ term, years: {}, retmax: batch.length }, options)).pmids);
    }
    return confirmed;
  }

  /** Returns the search with corrected spelling, without a query if there is nothing to correct. */
  async function searchSuggestion(
    query: SearchQuery,
    limit: number,
    timeLimit: Deadline,
    queueUntil?: number,
  ): Promise<SearchResult> {
    const typed = spellingWords(query);
    const suggested = await espell(typed, withQueue(timeLimit, queueUntil));
    const meant = suggested && withPlausible(typed, suggested);
    const searches = meant ? [renderCorrected(meant, query)] : [];
    const result = await run(query, { lookups: [], searches }, limit, timeLimit);
    return meant ? { ...result, spelling: { typed, meant } } : result;
  }

  const render = (query: SearchQuery, step: RelaxationStep | undefined): PubmedQueries =>
    step === 'spelling' ? { lookups: [], searches: [] } : renderPubmedQueries(query, step);

  return {
    source: 'pubmed',
    relaxations: relaxationSteps,
    render: (query, step) => render(query, step).searches,
    search(query, { limit: asked, step, queueUntil, ...timeLimit }) {
      const limit = Math.min(asked, limitMax);
      const queries = render(query, step);
      const words = step === 'spelling' ? spellingWords(query) : undefined;
      const key = JSON.stringify([
        queries,
        words,
        query.pubmedFilter,
        query.pmids,
        query.years,
        query.suggestions,
        limit,
        queueUntil !== undefined,
      ]);
      // Records requested by number came with the first search.
      const asking = step ? { ...query, pmids: [] } : query;
      return shared(key, timeLimit, async (joint) => {
        if (words) return searchSuggestion(asking, limit, joint, queueUntil);
        const result = await run(asking, queries, limit, joint, queueUntil);
        // In a broader step it is a shortfall: the results of earlier searches remain.
        const gaveNothing = result.articles.length === 0 && result.missing.length > 0;
        if (gaveNothing && !step) throw new SourceError('pubmed', 'bad_reply');
        return result;
      });
    },
    async related(pmids, { limit, ...retrieve }) {
      const similar = (await elink(pmids, retrieve)).slice(0, Math.min(limit, limitMax));
      const articles = await efetch(similar, retrieve);
      return {
        articles: similar.flatMap((pmid) => articles.get(pmid) ?? []),
        missing: similar.filter((pmid) => !articles.has(pmid)),
      };
    },
    confirm,
    async fetch(pmids, retrieve) {
      const articles = await efetch(pmids, retrieve);
      return pmids.flatMap((pmid) => articles.get(pmid) ?? []);
    },
    fullText: (pmcid, retrieve) =>
      fullTextCall(
        {
          method: 'POST',
          path: '/efetch.fcgi',
          params: new URLSearchParams({ db: 'pmc', id: pmcid.slice(3), retmode: 'xml', ...identity }),
        },
        retrieve,
        async (reply) => {
          const xml = await readXmlBody(reply);
          const head = Buffer.from(xml?.subarray(0, headBytes) ?? []).toString('latin1');
          const failure = failureOf(reply.status, head);
          if (failure) throw new SourceError('pubmed', failure, reply.status);
          return xml;
        },
      ),
    async probe(retrieve) {
      await esearchAnew({ term: '1[uid]', years: {}, retmax: 1 }, retrieve);
    },
    close: () => http.close(),
  };
}

/** Returns the words with those corrections that are plausible, or with words split or joined; undefined if nothing is left of them. */
function withPlausible(typed: string, meant: string): string | undefined {
  if (typed.split(' ').length !== meant.split(' ').length) return meant;
  const corrections = plausibleCorrections(typed, meant);
  return corrections.length > 0 ? correctWords(typed.toLowerCase(), corrections) : undefined;
}

function withQueue(timeLimit: Deadline, queueUntil: number | undefined): SourceCallOptions {
  return {
    signal: timeLimit.signal,
    queueUntil,
    get deadline() {
      return timeLimit.deadline;
    },
  };
}

/** Divides the time of a search between its two halves; the deadline moves as callers join. */
function shareTime(
  timeLimit: Deadline,
  begunAt: number,
  queueUntil: number | undefined,
): Record<'forSearches' | 'forRecords', SourceCallOptions> & {
  /** Ends searches that are still waiting. */ giveUp(): void;
} {
  const { signal } = timeLimit;
  const searches = new AbortController();
  return {
    giveUp: () => searches.abort(),
    forSearches: {
      signal: AbortSignal.any([signal, searches.signal]),
      queueUntil,
      get deadline() {
        return timeLimit.deadline;
      },
      /** A search begun later would leave no time for its records. */
      get startBy() {
        return timeLimit.deadline - (timeLimit.deadline - begunAt) * shareForRecords;
      },
    },
    forRecords: {
      signal,
      urgent: true,
      get deadline() {
        return timeLimit.deadline;
      },
    },
  };
}
