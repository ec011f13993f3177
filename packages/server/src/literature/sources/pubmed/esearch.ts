import type { YearRange } from '@citewell/core/records/query.ts';
import { closedRange } from '../remote/closed-range.ts';
import type { CachedSearch, createSearchCache } from '../remote/search-cache.ts';
import type { SourceCall, SourceCallOptions } from '../remote/source-call.ts';
import { SourceError } from '../retriever.ts';
import { failureOf, readSearchReply, type SearchReply, smallReplyMaxBytes } from './replies.ts';

type EsearchQuery = {
  /** Query in PubMed's syntax. */
  term: string;
  years: YearRange;
  /** Number of results, at most 200: far below 9,999, PubMed's silent cap. */
  retmax: number;
};

export type Esearch = (query: EsearchQuery, options: SourceCallOptions) => Promise<SearchReply>;

/** Searches PubMed by relevance. Results are cached; `translation` comes only with a fresh reply. */
export function createEsearch(
  call: SourceCall,
  memory: ReturnType<typeof createSearchCache>,
  identity: Record<string, string>,
): Esearch {
  return async ({ term, years, retmax }, options) => {
    const range = closedRange(years);
    const params = {
      db: 'pubmed',
      term,
      retmax: String(retmax),
      retmode: 'xml',
      sort: 'relevance',
      // PubMed ignores one of the two dates without the other.
      ...(range && { datetype: 'pdat', mindate: String(range.from), maxdate: String(range.to) }),
    };
    const known = await memory.get(['pubmed', params]);
    if (known) return fromMemory(known, term);
    const request = {
      method: 'POST',
      path: '/esearch.fcgi',
      params: new URLSearchParams({ ...params, ...identity }),
    } as const;
    const reply = await call(request, options, async (http) => {
      const text = await http.text(smallReplyMaxBytes);
      const failure = failureOf(http.status, text);
      if (failure) throw new SourceError('pubmed', failure, http.status);
      const search = readSearchReply(text, retmax);
      if (search === 'bad_reply') throw new SourceError('pubmed', search, http.status);
      return search;
    });
    const unknown = placesOf(reply.notFound ?? [], term);
    if (unknown) await memory.set(['pubmed', params], { ...reply, unknown });
    return reply;
  };
}

function fromMemory({ total, pmids, unknown = [] }: CachedSearch, term: string): SearchReply {
  const notFound = unknown.map(([start, end]) => term.slice(start, end));
  return { total, pmids, ...(notFound.length > 0 && { notFound }) };
}

/**
 * Locates these phrases in the query; undefined if one does not occur as PubMed writes it. Unknown words lead to a
 * spelling search: a repeated question must take the same route, but none of its words may be stored.
 */
function placesOf(phrases: readonly string[], term: string): [number, number][] | undefined {
  const written = term.toLowerCase();
  const places = phrases.map((phrase): [number, number] => {
    // PubMed names a heading without its quotation marks.
    const forms = [phrase, phrase.replace(/^([^"[\]]+)(?=\[)/, '"$1"')].map((form) => form.toLowerCase());
    const form = forms.find((each) => written.includes(each)) ?? phrase;
    const start = written.indexOf(form);
    return [start, start + form.length];
  });
  return places.every(([start]) => start >= 0) ? places : undefined;
}
