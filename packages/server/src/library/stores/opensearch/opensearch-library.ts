import type { Article } from '@citewell/core/records/article.ts';
import { type Library, type LibraryPage, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { isoDate } from '@citewell/search-index/analysis/date-key.ts';
import { normalDoi } from '@citewell/search-index/analysis/doi.ts';
import { anyField, keywordMask, spaces, titleMask } from '@citewell/search-index/analysis/fields.ts';
import { placedTerms } from '@citewell/search-index/analysis/terms.ts';
import { compileQuery, wordClauses } from '@citewell/search-index/query/compile-query.ts';
import { questionTermsMax } from '@citewell/search-index/scoring/bm25f.ts';
import { concurrently } from '../../../platform/concurrently.ts';
import { errorResponseOf } from './client.ts';
import type { Cluster, SearchBody, SearchReply } from './cluster.ts';
import { expectSame } from './existence.ts';
import { demonstrationField } from './index-definition.ts';
import { articlesOf, type StoredHit } from './read-records.ts';
import { sizesShape } from './reply-shapes.ts';
import { readSettings } from './state.ts';
import { type Statistics, StatisticsReader } from './statistics.ts';
import { anyOf, clausesMax, filtersOf, type Query, scoreOf, yearFilter } from './to-query.ts';
import { searchId, type View, Views, viewKept } from './views.ts';

const newestFirst = [{ date: 'desc' }, { pmid: 'desc' }];
const bestFirst = [{ _score: 'desc' }, ...newestFirst];

/** Library in OpenSearch, for reading. `now`: epoch ms; `identity`: that of the library when it was opened. */
export function createOpenSearchLibrary(
  whole: Cluster,
  { now, identity, close }: { now: () => number; identity: string; close: () => Promise<void> },
): Library {
  const views = new Views(whole, now, identity);
  const statistics = new StatisticsReader();
  const { records } = whole.names;

  return {
    async search({ conditions, years, sort, limit, offset }, { signal, caller }) {
      const clauses = compileQuery(conditions);
      const filters = filtersOf(clauses, years);
      const words = clauses.flatMap((clause) => (clause.kind === 'words' ? clause.scored : []));
      // More would exceed Lucene's limit. Every match contains all of them: the rest would hardly change the order.
      const scored = sort === 'relevance' ? [...new Set(words)].slice(0, clausesMax).map(termOfKey) : [];
      const id = searchId([caller, sort, years.from, years.to, clauses]);
      return inView(id, offset > 0, signal, async (view, operation) => {
        const order = await orderOf(view, { filters, scored, isRequired: false }, operation);
        const reply = await find(view, { ...order, size: limit, from: offset }, operation);
        const hasNext = offset + limit < reply.total;
        const [page] = await concurrently(operation.signal, [
          (own) => pageOf(reply, { ...operation, signal: own }),
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
      return inView('', false, signal, async (view, operation) => {
        const order = await orderOf(view, { filters, scored, isRequired: true }, operation);
        const page = await pageOf(await find(view, { ...order, size: limit }, operation), operation);
        const { documentFrequencies, records: count } = order.statistics;
        const byTerm = scored.map((term, at) => [term, documentFrequencies[at] ?? 0] as const);
        return { ...page, statistics: { records: count, documentFrequencies: new Map(byTerm) } };
      });
    },
    async get(pmids, { signal } = {}) {
      if (pmids.length === 0) return [];
      const unique = [...new Set(pmids.map(Number))];
      const found: Article[] = [];
      await inTime(signal, async (operation) => {
        for (let from = 0; from < unique.length; from += recordsAtOnce) {
          const wanted = unique.slice(from, from + recordsAtOnce);
          found.push(...(await read({ terms: { pmid: wanted } }, wanted.length, operation)));
        }
      });
      const byPmid = new Map(found.map((article) => [article.pmid, article]));
      return pmids.map((pmid) => byPmid.get(pmid)).filter((article) => article !== undefined);
    },
    async findByDoi(doi, { signal } = {}) {
      const wanted = normalDoi(doi);
      if (wanted === '') return undefined;
      const [article] = await inTime(signal, (operation) => read({ term: { doi: wanted } }, 1, operation));
      return article;
    },
    async stats({ signal } = {}) {
      const everything: SearchBody = {
        size: 1,
        query: { match_all: {} },
        sort: newestFirst,
        track_total_hits: true,
        _source: ['date'],
        aggs: { demonstration: { filter: { term: { [demonstrationField]: true } } } },
      };
      return inTime(signal, async (operation) => {
        const { cluster, signal: inner } = operation;
        const counted = await cluster.search<{ date: number }>(records, everything, inner);
        const times = await readSettings(cluster, ['made', 'changed_at', 'synced_at'], inner);
        expectSame(cluster, identity, times.made);
        const { demonstration } = counted.aggregations as { demonstration?: { doc_count?: number } };
        return {
          records: counted.total,
          demonstration: Number(demonstration?.doc_count ?? 0),
          newest: isoDate(counted.hits[0]?._source.date ?? 0),
          changedAt: Number(times.changed_at ?? 0) || undefined,
          syncedAt: Number(times.synced_at ?? 0) || undefined,
          ...(await sizes(operation)),
        };
      });
    },
    async close() {
      await close();
    },
  };

  function inTime<T>(
    signal: AbortSignal | undefined,
    work: (operation: Operation) => Promise<T>,
  ): Promise<T> {
    return whole.inTime(signal, (cluster, own) => work({ cluster, signal: own }));
  }

  /** Runs the work in a view; once more, in a new one, if its point in time was lost with a node. */
  function inView<T>(
    search: string,
    goesOn: boolean,
    signal: AbortSignal,
    work: (view: View, operation: Operation) => Promise<T>,
  ): Promise<T> {
    return inTime(signal, async (operation) => {
      const view = await views.viewOf(search, goesOn, operation.signal);
      try {
        return await work(view, operation);
      } catch (error) {
        if (view.pit === undefined || !isGone(error)) throw error;
        views.drop(view);
        return work(await views.current(operation.signal), operation);
      }
    });
  }

  /** Builds the query for the matches and their order: by the scores of these terms, or by date if there are none. */
  async function orderOf(
    view: View,
    { filters, scored, isRequired }: { filters: Query[]; scored: readonly string[]; isRequired: boolean },
    { cluster, signal }: Operation,
  ): Promise<Pick<SearchBody, 'query' | 'sort'> & { statistics: Statistics }> {
    if (scored.length === 0) {
      const query = { bool: { filter: isRequired ? [{ match_none: {} }] : filters } };
      const { records: count } = isRequired
        ? await statistics.read(cluster, view, [], signal)
        : { records: 0 };
      const none = { records: count, averageLength: 1, documentFrequencies: [] };
      return { query, sort: newestFirst, statistics: none };
    }
    const known = await statistics.read(cluster, view, scored, signal);
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
    { cluster, signal }: Operation,
  ): Promise<SearchReply<StoredHit>> {
    // Complete: to omit part of a record, the server would parse every one.
    const body: SearchBody = { size, from, query, ...(sort && { sort }), _source: true };
    const inPit = pit === undefined ? {} : { pit: { id: pit, keep_alive: viewKept } };
    return cluster.search<StoredHit>(records, { ...body, track_total_hits: true, ...inPit }, signal);
  }

  async function pageOf(reply: SearchReply<StoredHit>, { cluster, signal }: Operation): Promise<LibraryPage> {
    return { total: reply.total, articles: await articlesOf(cluster, reply.hits, signal) };
  }

  async function read(filter: Query, size: number, { cluster, signal }: Operation): Promise<Article[]> {
    const query = { bool: { filter: [filter] } };
    const { hits } = await cluster.search<StoredHit>(records, { size, query, _source: true }, signal);
    // A record may be missing because the whole library is.
    if (hits.length < size) {
      const { made } = await readSettings(cluster, ['made'], signal);
      expectSame(cluster, identity, made);
    }
    return articlesOf(cluster, hits, signal);
  }

  async function sizes({ cluster, signal }: Operation): Promise<{ bytes: number; segments: number }> {
    const { state, searches } = cluster.names;
    const path = `/${[records, state, searches].join(',')}/_stats/store,segments`;
    // The index of continued searches may be missing.
    const query = { ignore_unavailable: 'true' };
    const raw = await cluster.call({ method: 'GET', path, query, signal }, sizesShape);
    if (raw._shards.failed > 0) throw new LibraryUnavailable(new Error('a shard was not counted'));
    const { store, segments } = raw._all.total;
    return { bytes: store.size_in_bytes, segments: segments.count };
  }
}

/** Cluster and signal of one call of a method, whose requests have one deadline together. */
type Operation = { cluster: Cluster; signal: AbortSignal };

/** Number of records fetched by PMID per search. */
const recordsAtOnce = 1_000;

function termOfKey(key: string): string {
  return key.slice(spaces.text.length);
}

/** Matches a point in time that has expired, or whose shard copies no longer exist. */
function isGone(error: unknown): boolean {
  if (!(error instanceof LibraryUnavailable)) return false;
  const response = errorResponseOf(error);
  return response === undefined || response.status === 404 || response.status >= 500;
}
