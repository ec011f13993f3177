import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { concurrently, type Task } from '../../../platform/concurrently.ts';
import { noCache } from '../cache.ts';
import { readXmlBody } from '../full-text/read-xml-body.ts';
import { fuseRanks } from '../remote/fuse-ranks.ts';
import { createHttpClient } from '../remote/http.ts';
import type { RemoteOptions } from '../remote/options.ts';
import { createRateLimiter } from '../remote/rate-limiter.ts';
import { requireAllSearches } from '../remote/require-all-searches.ts';
import { createCoalescer, type Deadline } from '../remote/single-flight.ts';
import { createSourceCall } from '../remote/source-call.ts';
import { withSignal } from '../remote/with-signal.ts';
import { type RemoteRetriever, type SearchResult, SourceError } from '../retriever.ts';
import { failureOfStatus } from './read-reply.ts';
import { type EuropepmcQueries, renderEuropepmcQueries, renderLookup } from './render-queries.ts';
import { createSearch } from './search.ts';

/** Requests per second. Europe PMC publishes no limit, but replies with 429 to too many. */
export const europepmcStartsPerSecond = 5;

const limitMax = 200;
/** Records per look-up. */
const batchMax = 100;

/** Client of Europe PMC, which has PubMed's records, for when PubMed cannot be asked. One round trip per search. */
export function createEuropepmcRetriever(options: RemoteOptions): RemoteRetriever {
  const { cache, clock } = options;
  const http = createHttpClient({ source: 'europepmc', ...options });
  const limiter = options.limiter ?? createRateLimiter({ startsPerSecond: europepmcStartsPerSecond, clock });
  const call = createSourceCall({ source: 'europepmc', http, ...options, limiter });
  // A separate circuit: full texts have little time, and a late one says nothing about searches.
  const fullTextCall = createSourceCall({
    source: 'europepmc',
    http,
    ...options,
    limiter,
    breaker: undefined,
  });
  const search = createSearch(call, cache);
  const shared = createCoalescer<SearchResult>({
    clock,
    timeout: () => new SourceError('europepmc', 'timeout'),
  });

  async function run(
    { lookups, searches }: EuropepmcQueries,
    limit: number,
    timeLimit: Deadline,
  ): Promise<SearchResult> {
    const queries = [...lookups, ...searches];
    const replies = await requireAllSearches(queries.map((each) => search(each, limit, timeLimit)));
    const pmids = replies.map((reply) => reply?.pmids ?? []);
    const typedIn = new Set(pmids.slice(0, lookups.length).flat());
    const found = fuseRanks(pmids.slice(lookups.length));
    const articles = new Map(replies.flatMap((reply) => [...(reply?.articles ?? [])]));
    const withheld = Math.max(0, ...replies.map((reply) => reply?.withheld ?? 0));
    const failed = queries.filter((_, i) => !replies[i]);
    return {
      source: 'europepmc',
      articles: [...new Set([...typedIn, ...found])]
        .flatMap((pmid) => articles.get(pmid) ?? [])
        .slice(0, limit),
      executed: queries.flatMap((each, i) => {
        const reply = replies[i];
        return reply ? [{ query: each, total: reply.total }] : [];
      }),
      missing: [],
      ...(withheld > 0 && { withheld }),
      ...(failed.length > 0 && { failed }),
    };
  }

  return {
    source: 'europepmc',
    search(query, retrieve) {
      const limit = Math.min(retrieve.limit, limitMax);
      const queries = renderEuropepmcQueries(query);
      const key = JSON.stringify([queries, query.years, limit]);
      return shared(key, retrieve, (timeLimit) => run(queries, limit, timeLimit));
    },
    async confirm(pmids, retrieve) {
      const confirmed: Pmid[] = [];
      for (let at = 0; at < pmids.length; at += batchMax) {
        const batch = pmids.slice(at, at + batchMax);
        for (const query of renderLookup(batch)) {
          const hits = await search(query, batchMax, retrieve);
          // It does not say which one is withheld, so it may be any of them.
          confirmed.push(...batch.filter((pmid) => hits.withheld > 0 || hits.articles.has(pmid)));
        }
      }
      return confirmed;
    },
    async fetch(pmids, retrieve) {
      const articles = await cache.getArticles(pmids);
      const unknown = [...new Set(pmids)].filter((pmid) => !articles.has(pmid));
      const batches: Task<{ articles: Map<Pmid, Article> }>[] = [];
      for (let at = 0; at < unknown.length; at += batchMax)
        for (const query of renderLookup(unknown.slice(at, at + batchMax)))
          batches.push((signal) => search(query, batchMax, withSignal(retrieve, signal)));
      for (const batch of await concurrently(retrieve.signal, batches))
        for (const [pmid, article] of batch.articles) articles.set(pmid, article);
      return pmids.flatMap((pmid) => articles.get(pmid) ?? []);
    },
    fullText: (pmcid, retrieve) =>
      fullTextCall(
        { method: 'GET', path: `/${pmcid}/fullTextXML`, params: new URLSearchParams() },
        retrieve,
        async (reply) => {
          const failure = reply.status === 404 ? undefined : failureOfStatus(reply.status);
          if (failure) throw new SourceError('europepmc', failure, reply.status);
          return reply.status === 200 ? readXmlBody(reply) : undefined;
        },
      ),
    async probe(retrieve) {
      await createSearch(call, noCache)('EXT_ID:1 AND SRC:MED', 1, retrieve);
    },
    close: () => http.close(),
  };
}
