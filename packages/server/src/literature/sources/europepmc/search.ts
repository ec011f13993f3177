import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { LiteratureCache } from '../cache.ts';
import type { HttpOptions, HttpRequest } from '../remote/http.ts';
import { createSearchCache } from '../remote/search-cache.ts';
import type { SourceCall } from '../remote/source-call.ts';
import { SourceError } from '../retriever.ts';
import { readReply } from './read-reply.ts';
import { toArticle } from './to-article.ts';

/** Result of a query: its count, and the records of the first page, best first. */
type Hits = {
  total: number;
  pmids: Pmid[];
  articles: Map<Pmid, Article>;
  /** Number of records that this page should contain by the count, but does not. */
  withheld: number;
};

export type Search = (query: string, pageSize: number, options: HttpOptions) => Promise<Hits>;

/** Maximum length of a GET query; longer ones use POST, since GET is rejected from 1,500 characters on. */
const getMax = 1_000;
/** Maximum bytes of a page: whole records take about 15 KB each, those of the largest consortia over 1 MB. */
const replyMaxBytes = 8 * 1024 * 1024;

/** Searches one page of Europe PMC, by relevance and with whole records, through the cache. */
export function createSearch(call: SourceCall, cache: LiteratureCache): Search {
  const searches = createSearchCache(cache);

  async function getCached(parts: unknown): Promise<Hits | undefined> {
    const known = await searches.get(parts);
    if (!known) return undefined;
    const articles = await cache.getArticles(known.pmids);
    return known.pmids.every((pmid) => articles.has(pmid)) ? { ...known, articles, withheld: 0 } : undefined;
  }

  async function cacheHits(parts: unknown, { total, pmids, articles, withheld }: Hits): Promise<void> {
    // PubMed's own record contains more than Europe PMC's copy.
    const known = await cache.getArticles(pmids);
    await cache.putArticles([...articles.values()].filter(({ pmid }) => !known.has(pmid)));
    // An incomplete page is requested again.
    if (withheld === 0) await searches.set(parts, { total, pmids });
  }

  return async (query, pageSize, options) => {
    const params = {
      query,
      resultType: 'core',
      format: 'json',
      // As the website does; the API alone would not.
      synonym: 'true',
      pageSize: String(pageSize),
    };
    const known = await getCached(['europepmc', params]);
    if (known) return known;
    const hits = await call(toRequest(params), options, async (http) => {
      const reply = readReply(http.status, await http.text(replyMaxBytes));
      if (typeof reply === 'string') throw new SourceError('europepmc', reply, http.status);
      const articles = new Map(reply.hits.flatMap((hit) => toArticle(hit) ?? []).map((a) => [a.pmid, a]));
      if (articles.size === 0 && reply.hits.length > 0) throw new SourceError('europepmc', 'bad_reply');
      const withheld = Math.max(0, Math.min(pageSize, reply.total) - articles.size);
      return { total: reply.total, pmids: [...articles.keys()], articles, withheld };
    });
    await cacheHits(['europepmc', params], hits);
    return hits;
  };
}

function toRequest(params: { query: string } & Record<string, string>): HttpRequest {
  const form = new URLSearchParams(params);
  return params.query.length <= getMax
    ? { method: 'GET', path: '/search', params: form }
    : { method: 'POST', path: '/searchPOST', params: form };
}
