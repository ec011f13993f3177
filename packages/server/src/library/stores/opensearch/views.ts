import { hash } from 'node:crypto';
import { ServiceError } from '@citewell/core/errors.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { createCoalescer } from '../../../literature/sources/remote/single-flight.ts';
import { errorResponseOf, type OpenSearchRequest } from './client.ts';
import type { Cluster } from './cluster.ts';
import { expectSame } from './existence.ts';
import { anyShape, storedShape } from './reply-shapes.ts';
import { settingId } from './state.ts';

/** Library as a search sees it. */
export type View = {
  /** Name of the view: the generation in which it was opened. */
  generation: string;
  /** Point in time in which it stays unchanged; undefined for the current state at each moment. */
  pit: string | undefined;
};

/** Milliseconds for which a point in time outlives its last search. */
const viewKeptMs = 10 * 60_000;
export const viewKept = `${viewKeptMs}ms`;

/**
 * Maximum number of points in time per process; the server allows 300 per node. A library that is being written may
 * need more.
 */
const openMax = 60;

/** Milliseconds for which a search waits at most for the record of its view, twice: on the server and here. */
const noteMs = 1_500;
/** Milliseconds without such records after one failed. */
const pausedMs = 30_000;

type Continued = { generation: string; pit: string; at: number };

/**
 * Views of the library. All searches of one generation share a point in time; the view of the first page of a search is
 * recorded in the cluster, so that any replica of the service can answer the next one in it.
 */
export class Views {
  readonly #cluster: Cluster;
  readonly #now: () => number;
  readonly #identity: string;
  /** Opens a point in time once for all searches of a generation that wait for it. */
  readonly #opening: ReturnType<typeof createCoalescer<View>>;
  #current: View | undefined;
  #cleanedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Times at which the latest ones were opened. */
  #opened: number[] = [];

  /** `now`: epoch milliseconds; `identity`: that of the library. */
  constructor(cluster: Cluster, now: () => number, identity: string) {
    this.#cluster = cluster;
    this.#now = now;
    this.#identity = identity;
    this.#opening = createCoalescer({ clock: { now }, timeout: () => new LibraryUnavailable() });
  }

  /**
   * Returns the view for a page of a search: that of the previous page, if it continues one.
   * @throws LibraryMissing if another library has taken the place of this one.
   */
  async viewOf(search: string, goesOn: boolean, signal: AbortSignal): Promise<View> {
    const { state, searches } = this.#cluster.names;
    const places: Parameters<Cluster['get']>[0] = [
      { index: state, id: settingId('made') },
      { index: state, id: settingId('generation') },
      // Without it, the page comes from the library as it is now.
      ...(goesOn ? [{ index: searches, id: search, optional: true }] : []),
    ];
    const [made, setting, noted] = await this.#cluster.get<{ value: string } & Continued>(places, signal);
    expectSame(this.#cluster, this.#identity, made?._source.value);
    if (noted) return { generation: noted._source.generation, pit: noted._source.pit };
    return this.#viewAt(setting?._source.value ?? '', signal);
  }

  /** Returns the current state of the library. */
  async current(signal: AbortSignal): Promise<View> {
    return this.viewOf('', false, signal);
  }

  /**
   * Records where the next page of a search continues. If that fails, the next page comes from the library as it is then,
   * and later searches do not try again for a while.
   */
  async note(search: string, { generation, pit }: View, signal: AbortSignal | undefined): Promise<void> {
    if (pit === undefined || this.#now() - this.#failedAt < pausedMs) return;
    try {
      const request: OpenSearchRequest = {
        method: 'PUT',
        path: `/${this.#cluster.names.searches}/_doc/${search}`,
        // A shard without a copy would be waited for.
        query: { require_alias: 'true', timeout: `${noteMs}ms` },
        body: { generation, pit, at: this.#now() } satisfies Continued,
        signal,
        deadlineMs: 2 * noteMs,
      };
      await this.#cluster.call(request, storedShape);
      if (this.#now() - this.#cleanedAt > viewKeptMs) await this.#removeOld(signal);
    } catch {
      // The end of its search says nothing about the index, and does not lose a page that is complete.
      if (!signal?.aborted) this.#failedAt = this.#now();
    }
  }

  /** Removes records of searches that can no longer be continued; the server does so itself. */
  async #removeOld(signal: AbortSignal | undefined): Promise<void> {
    this.#cleanedAt = this.#now();
    const request: OpenSearchRequest = {
      method: 'POST',
      path: `/${this.#cluster.names.searches}/_delete_by_query`,
      query: { conflicts: 'proceed', wait_for_completion: 'false' },
      body: { query: { range: { at: { lt: this.#now() - 2 * viewKeptMs } } } },
      // Without this permission, or the module for it, they stay, which does not affect searches.
      accept: [400, 403, 404],
      signal,
    };
    await this.#cluster.call(request, anyShape);
  }

  /** Drops a point in time that the server no longer knows or answers in. */
  drop(view: View): void {
    if (this.#current?.pit !== view.pit) return;
    this.#current = undefined;
  }

  async #viewAt(generation: string, signal: AbortSignal): Promise<View> {
    if (this.#current?.generation === generation) return this.#current;
    // Each search ends by its own signal, and the opening with the last of them.
    const limit = { signal, deadline: Number.POSITIVE_INFINITY };
    return this.#opening(generation, limit, (shared) => this.#open(generation, shared.signal));
  }

  async #open(generation: string, signal: AbortSignal): Promise<View> {
    const now = this.#now();
    this.#opened = this.#opened.filter((at) => now - at < viewKeptMs);
    if (this.#opened.length >= openMax) return { generation, pit: undefined };
    this.#opened.push(now);
    try {
      const pit = await this.#cluster.openPointInTime(this.#cluster.names.records, viewKept, signal);
      this.#current = { generation, pit };
      return this.#current;
    } catch (error) {
      // The server has reached its limit: the search is answered, and its next page from the state at that time.
      if (isTooMany(error)) return { generation, pit: undefined };
      throw error;
    }
  }
}

/** Returns the name under which the view of a search is recorded. */
export function searchId(search: unknown): string {
  return hash('sha256', JSON.stringify(search), 'base64url');
}

function isTooMany(error: unknown): boolean {
  const response = error instanceof ServiceError ? errorResponseOf(error) : undefined;
  return response !== undefined && (response.status === 429 || response.type.includes('rejected'));
}
