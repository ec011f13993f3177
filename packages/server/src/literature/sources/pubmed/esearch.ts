import type { YearRange } from '@citewell/core/records/query.ts';
import type { Call, CallOptions } from '../remote/call.ts';
import { closedRange } from '../remote/closed-range.ts';
import type { CachedSearch, createSearchCache } from '../remote/search-cache.ts';
import { SourceError } from '../retriever.ts';
import { failureOf, readSearchReply, type SearchReply, smallReplyMaxBytes } from './replies.ts';

type EsearchQuery = {
  /** Query in PubMed's syntax. */
  term: string;
  years: YearRange;
  /** Number of results, at most 200: far from PubMed's cap of 9,999, where it clamps in silence. */
  retmax: number;
};

export type Esearch = (query: EsearchQuery, options: CallOptions) => Promise<SearchReply>;

/** PubMed's search by relevance. What it found is remembered; `translation` comes only with a fresh reply. */
export function createEsearch(
  call: Call,
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
      // One of the two dates alone is ignored.
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
 * Places of these phrases in the query; undefined where one does not stand there as PubMed names it. Words that PubMed does
 * not know lead to its spelling: asked again, the question has to go the same way, and no word of a question is kept.
 */
function placesOf(phrases: readonly string[], term: string): [number, number][] | undefined {
  const written = term.toLowerCase();
  const places = phrases.map((phrase): [number, number] => {
    // PubMed names a heading without the quotation marks that it stands in.
    const forms = [phrase, phrase.replace(/^([^"[\]]+)(?=\[)/, '"$1"')].map((form) => form.toLowerCase());
    const form = forms.find((each) => written.includes(each)) ?? phrase;
    const start = written.indexOf(form);
    return [start, start + form.length];
  });
  return places.every(([start]) => start >= 0) ? places : undefined;
}
