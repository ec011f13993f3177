import type { Article } from '@citewell/core/records/article.ts';
import { type Library, type LibraryPage, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { isoDate } from '@citewell/search-index/analysis/date-key.ts';
import { normalDoi } from '@citewell/search-index/analysis/doi.ts';
import { anyField, keywordMask, spaces, titleMask } from '@citewell/search-index/analysis/fields.ts';
import { placedTerms } from '@citewell/search-index/analysis/terms.ts';
import { compileQuery, wordClauses } from '@citewell/search-index/query/compile-query.ts';
import { questionTermsMax } from '@citewell/search-index/scoring/bm25f.ts';
import { concurrently } from '../../../platform/concurrently.ts';
import { refusalOf } from './client.ts';
import type { Cluster, SearchBody, SearchReply } from './cluster.ts';
import { expectSame } from './existence.ts';
import { demonstrationField } from './index-definition.ts';
import { articlesOf, type StoredHit } from './read-records.ts';
import { sizesShape } from './reply-shapes.ts';
import { readSetting, readSettings } from './state.ts';
import { type Statistics, StatisticsReader } from './statistics.ts';
import { anyOf, filtersOf, type Query, scoreOf, yearFilter } from './to-query.ts';
import { searchId, type View, Views, viewKept } from './views.ts';

const newestFirst = [{ date: 'desc' }, { pmid: 'desc' }];
const bestFirst = [{ _score: 'desc' }, ...newestFirst];

/** Library in OpenSearch, for reading. `now`: epoch ms; `identity`: that of the library when it was opened. */
export function createOpenSearchLibrary(
  cluster: Cluster,
  { now, identity, close }: { now: () => number; identity: string; close: () => Promise<void> },
): Library {
  const views = new Views(cluster, now, identity);
  const statistics = new StatisticsReader(cluster);
  const { records } = cluster.names;

  return {
    async search({ conditions, years, sort, limit, offset }, { signal }) {
      const clauses = compileQuery(conditions);
      const filters = filtersOf(clauses, years);
      const words = clauses.flatMap((clause) => (clause.kind === 'words' ? clause.scored : []));
      const scored = sort === 'relevance' ? [...new Set(words)].map(termOfKey) : [];
      const id = searchId([sort, years.from, years.to, clauses]);
      return inView(id, offset > 0, signal, async (view) => {
        const order = await orderOf(view, { filters, scored, isRequired: false }, signal);
        const reply = await find(view, { ...order, size: limit, from: offset }, signal);
        const hasNext = offset + limit < reply.total;
        const [page] = await concurrently(signal, [
          (own) => pageOf(reply, own),
          async (own) => hasNext && views.note(id, view, own),
        ]);
        return page;
      });
    },
    async rank({ concepts, required, years, limit }, { signal }) {
      const terms = concepts.flatMap((concept) => placedTerms('text', concept));
      // The most informative concepts come first.
      const scored = [...new Set(terms.map(({ term }) => term))].slice(0, questionTermsMax);
      const needed = required.flatMap((phrase) => [
        ...wordClauses('text', titleMask | keywordMask, phrase),
        ...wordClauses('journal', anyField, phrase),
      ]);
      const filters = [...(needed.length > 0 ? [anyOf(needed)] : []), ...yearFilter(years)];
      return inView('', false, signal, async (view) => {
        const order = await orderOf(view, { filters, scored, isRequired: true }, signal);
        const page = await pageOf(await find(view, { ...order, size: limit }, signal), signal);
        const { documentFrequencies, records: count } = order.statistics;
        const byTerm = scored.map((term, at) => [term, documentFrequencies[at] ?? 0] as const);
        return { ...page, statistics: { records: count, documentFrequencies: new Map(byTerm) } };
      });
    },
    async get(pmids) {
      if (pmids.length === 0) return [];
      const unique = [...new Set(pmids.map(Number))];
      const found: Article[] = [];
      for (let from = 0; from < unique.length; from += recordsAtOnce) {
        const wanted = unique.slice(from, from + recordsAtOnce);
        found.push(...(await read({ terms: { pmid: wanted } }, wanted.length)));
      }
      const byPmid = new Map(found.map((article) => [article.pmid, article]));
      return pmids.map((pmid) => byPmid.get(pmid)).filter((article) => article !== undefined);
    },
    async findByDoi(doi) {
      const wanted = normalDoi(doi);
      return wanted === '' ? undefined : (await read({ term: { doi: wanted } }, 1))[0];
    },
    async stats() {
      const counted = await cluster.search<{ date: number }>(records, {
        size: 1,
        query: { match_all: {} },
        sort: newestFirst,
        track_total_hits: true,
        _source: ['date'],
        aggs: { demonstration: { filter: { term: { [demonstrationField]: true } } } },
      });
      const times = await readSettings(cluster, ['made', 'changed_at', 'synced_at']);
      expectSame(cluster, identity, times.made);
      const { bytes, segments } = await sizes();
      return {
        records: counted.total,
        demonstration: Number((counted.aggregations.demonstration as { doc_count?: number })?.doc_count ?? 0),
        newest: isoDate(counted.hits[0]?._source.date ?? 0),
        changedAt: Number(times.changed_at ?? 0) || undefined,
        syncedAt: Number(times.synced_at ?? 0) || undefined,
        bytes,
        segments,
      };
    },
    async close() {
      await close();
    },
  };

  /** Runs the work in a view; once more, in a new one, if its point in time was lost with a node. */
  async function inView<T>(
    search: string,
    goesOn: boolean,
    signal: AbortSignal,
    work: (view: View) => Promise<T>,
  ): Promise<T> {
    const view = await views.viewOf(search, goesOn, signal);
    try {
      return await work(view);
    } catch (error) {
      if (view.pit === undefined || !isGone(error)) throw error;
      views.drop(view);
      return work(await views.current(signal));
    }
  }

  /** Builds the query for the matches and their order: by the scores of these terms, or by date if there are none. */
  async function orderOf(
    view: View,
    { filters, scored, isRequired }: { filters: Query[]; scored: readonly string[]; isRequired: boolean },
    signal: AbortSignal,
  ): Promise<Pick<SearchBody, 'query' | 'sort'> & { statistics: Statistics }> {
    if (scored.length === 0) {
      const query = { bool: { filter: isRequired ? [{ match_none: {} }] : filters } };
      const { records: count } = isRequired ? await statistics.read(view, [], signal) : { records: 0 };
      const none = { records: count, averageLength: 1, documentFrequencies: [] };
      return { query, sort: newestFirst, statistics: none };
    }
    const known = await statistics.read(view, scored, signal);
    const should = scored.flatMap((term, at) => {
      const count = known.documentFrequencies[at] ?? 0;
      if (count === 0) return [];
      const factor = Math.log(1 + (Math.max(known.records - count, 0) + 0.5) / (count + 0.5));
      return [scoreOf(term, { factor, averageLength: known.averageLength })];
    });
    const least = isRequired ? 1 : 0;
    // A term in no record cannot be one of those of which one is required.
    const filter = isRequired && should.length === 0 ? [{ match_none: {} }] : filters;
    return {
      query: { bool: { filter, should, minimum_should_match: should.length > 0 ? least : 0 } },
      sort: bestFirst,
      statistics: known,
    };
  }

  function find(
    { pit }: View,
    { query, sort, size, from = 0 }: SearchBody,
    signal: AbortSignal,
  ): Promise<SearchReply<StoredHit>> {
    // Complete: to omit part of a record, the server would parse every one.
    const body: SearchBody = { size, from, query, ...(sort && { sort }), _source: true };
    const inPit = pit === undefined ? {} : { pit: { id: pit, keep_alive: viewKept } };
    return cluster.search<StoredHit>(records, { ...body, track_total_hits: true, ...inPit }, signal);
  }

  async function pageOf(reply: SearchReply<StoredHit>, signal: AbortSignal): Promise<LibraryPage> {
    return { total: reply.total, articles: await articlesOf(cluster, reply.hits, signal) };
  }

  async function read(filter: Query, size: number): Promise<Article[]> {
    const query = { bool: { filter: [filter] } };
    const { hits } = await cluster.search<StoredHit>(records, { size, query, _source: true });
    // A record may be missing because the whole library is.
    if (hits.length < size) expectSame(cluster, identity, await readSetting(cluster, 'made'));
    return articlesOf(cluster, hits);
  }

  async function sizes(): Promise<{ bytes: number; segments: number }> {
    const { state, searches } = cluster.names;
    const path = `/${[records, state, searches].join(',')}/_stats/store,segments`;
    // The index of continued searches may be missing.
    const query = { ignore_unavailable: 'true' };
    const raw = await cluster.call({ method: 'GET', path, query }, sizesShape);
    if (raw._shards.failed > 0) throw new LibraryUnavailable(new Error('a shard was not counted'));
    const { store, segments } = raw._all.total;
    return { bytes: store.size_in_bytes, segments: segments.count };
  }
}

/** Number of records fetched by PMID per search. */
const recordsAtOnce = 1_000;

function termOfKey(key: string): string {
  return key.slice(spaces.text.length);
}

/** Matches a point in time that has expired, or whose shard copies no longer exist. */
function isGone(error: unknown): boolean {
  if (!(error instanceof LibraryUnavailable)) return false;
  const refused = refusalOf(error);
  return refused === undefined || refused.status === 404 || refused.status >= 500;
}
