import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import type { Cluster, SearchBody } from './cluster.ts';
import type { Query } from './to-query.ts';
import { type View, viewKept } from './views.ts';

/** Figures on which scores depend: of live records only, in the view that is searched. */
export type Statistics = { records: number; averageLength: number; documentFrequencies: number[] };

/** Number of cached counts, of about 100 bytes each. */
const cachedMax = 200_000;

/**
 * Counts records by term. OpenSearch's own statistics count deleted records until a merge, and differ between copies of
 * a shard: an order by them would change from page to page.
 */
export class StatisticsReader {
  readonly #cached = new BoundedCache<Pick<Statistics, 'records' | 'averageLength'> | number>(cachedMax);

  async read(
    cluster: Cluster,
    view: View,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<Statistics> {
    const nameOf = (term: string) => `${view.generation} ${term}`;
    const missing = terms.filter((term) => !this.#cached.has(nameOf(term)));
    const all = this.#cached.get(view.generation);
    const bodies: SearchBody[] = missing.map((term) => countBody({ term: { score: term } }, view));
    if (typeof all !== 'object')
      bodies.push({ ...countBody({ match_all: {} }, view), aggs: { length: { avg: { field: 'length' } } } });
    const replies = await cluster.searches(cluster.names.records, bodies, signal);
    const counts = new Map(missing.map((term, at) => [term, replies[at]?.total ?? 0]));
    for (const [term, count] of counts) this.#cached.set(nameOf(term), count, 1);
    let totals = typeof all === 'object' ? all : undefined;
    if (!totals) {
      const reply = replies.at(-1);
      const { value } = (reply?.aggregations.length ?? { value: null }) as { value: number | null };
      totals = { records: reply?.total ?? 0, averageLength: value || 1 };
      this.#cached.set(view.generation, totals, 1);
    }
    const countOf = (term: string) => counts.get(term) ?? Number(this.#cached.get(nameOf(term)) ?? 0);
    return { ...totals, documentFrequencies: terms.map(countOf) };
  }
}

function countBody(query: Query, { pit }: View): SearchBody {
  return {
    size: 0,
    query,
    track_total_hits: true,
    ...(pit !== undefined && { pit: { id: pit, keep_alive: viewKept } }),
  };
}
