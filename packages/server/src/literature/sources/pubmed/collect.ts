import type { Pmid } from '@citewell/core/records/article.ts';
import type { LiteratureCache } from '../cache.ts';
import { createHttpClient } from '../remote/http.ts';
import { createSearchCache } from '../remote/search-cache.ts';
import { createSourceCall } from '../remote/source-call.ts';
import type { PubmedOptions } from './client.ts';
import { batchMax, type PubmedRecord, pmidMax, readRecords } from './efetch.ts';
import { createEsearch } from './esearch.ts';

/** PubMed for collecting records: whole lists, no hurry, no cache. Methods throw SourceError. */
export type PubmedCollector = {
  /** Runs a query in PubMed's own syntax and returns its first PMIDs and the total count. */
  find(term: string, limit: number, signal: AbortSignal): Promise<{ total: number; pmids: Pmid[] }>;
  /** Fetches the records of these PMIDs, in batches of PubMed's size; unknown ones are omitted. */
  records(pmids: readonly Pmid[], signal: AbortSignal): AsyncGenerator<PubmedRecord[]>;
  close(): Promise<void>;
};

/** PubMed's own cap on results. */
export const foundMax = 9_999;

/** Time limit for a reply of 200 long records, including attempts and queue. */
const withinMs = 120_000;
const attemptTimeoutMs = 60_000;

const nothingKept: LiteratureCache = {
  getArticles: async () => new Map(),
  putArticles: async () => {},
  getSearch: async () => undefined,
  putSearch: async () => {},
};

export function createPubmedCollector(
  options: Omit<PubmedOptions, 'cache' | 'limiter'> & Required<Pick<PubmedOptions, 'limiter'>>,
): PubmedCollector {
  const { apiKey, email, clock } = options;
  const http = createHttpClient({ source: 'pubmed', attemptTimeoutMs, ...options });
  const call = createSourceCall({ source: 'pubmed', http, ...options });
  const identity = { tool: 'citewell', ...(email && { email }), ...(apiKey && { api_key: apiKey }) };
  const esearch = createEsearch(call, createSearchCache(nothingKept), identity);
  const inTime = (signal: AbortSignal) => ({ signal, deadline: clock.now() + withinMs });

  return {
    async find(term, limit, signal) {
      const { total, pmids } = await esearch({ term, years: {}, retmax: limit }, inTime(signal));
      return { total, pmids };
    },
    async *records(pmids, signal) {
      const wanted = [...new Set(pmids)].filter((pmid) => Number(pmid) <= pmidMax);
      for (let at = 0; at < wanted.length; at += batchMax) {
        const batch = wanted.slice(at, at + batchMax);
        const params = new URLSearchParams({
          db: 'pubmed',
          id: batch.join(','),
          retmode: 'xml',
          ...identity,
        });
        const request = { method: 'POST', path: '/efetch.fcgi', params } as const;
        yield await call(request, inTime(signal), (reply) => readRecords(reply, new Set(batch)));
      }
    },
    close: () => http.close(),
  };
}
