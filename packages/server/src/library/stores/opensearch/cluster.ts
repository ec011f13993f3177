import { LibraryMissing, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { ReadOnlyError, StorageError } from '@citewell/core/storage-error.ts';
import type { z } from 'zod';
import {
  errorResponseOf,
  indexMissing,
  type OpenSearchClient,
  OpenSearchError,
  type OpenSearchRequest,
  tooLate,
} from './client.ts';
import { formatVersion, indexNames } from './index-definition.ts';
import {
  acknowledgedShape,
  anyShape,
  type BulkItem,
  blocksShape,
  bulkShape,
  documentsShape,
  failedSearchShape,
  mappingShape,
  pointInTimeShape,
  refreshShape,
  rootShape,
  searchesShape,
  searchShape,
} from './reply-shapes.ts';
import type { Query } from './to-query.ts';

export type Hit<Source> = { _id: string; _source: Source; sort?: unknown[] };

export type SearchBody = {
  size: number;
  from?: number;
  query: Query;
  sort?: object[];
  search_after?: unknown[];
  pit?: { id: string; keep_alive: string };
  track_total_hits?: boolean;
  track_scores?: boolean;
  _source?: boolean | string[];
  aggs?: object;
};

export type SearchReply<Source> = {
  total: number;
  hits: Hit<Source>[];
  aggregations: Record<string, unknown>;
};

/** Document with the version on which an update depends. */
export type Versioned<Source> = { _id: string; _source: Source; _seq_no: number; _primary_term: number };

export type BulkAction = { action: object; source?: object };
/** Outcome of an action; `conflict`: another writer was first; `refused`: this document cannot be stored. */
export type BulkOutcome = 'done' | 'conflict' | 'absent' | 'refused';

/** Calls of OpenSearch on which the library is built. Partial and other replies are rejected with LibraryUnavailable. */
export class Cluster {
  readonly name: string;
  readonly names: ReturnType<typeof indexNames>;
  readonly #client: OpenSearchClient;
  /** End of the operation, in milliseconds of `performance.now`; undefined if each request has a deadline of its own. */
  readonly #endsAt: number | undefined;

  constructor(client: OpenSearchClient, name: string, endsAt?: number) {
    this.#client = client;
    this.name = name;
    this.names = indexNames(name);
    this.#endsAt = endsAt;
  }

  /** Runs an operation of several requests, all of which together have the deadline of one; its signal fires then, too. */
  async inTime<T>(
    signal: AbortSignal | undefined,
    work: (cluster: Cluster, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { deadlineMs } = this.#client;
    const controller = new AbortController();
    const leave = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const end = () => controller.abort(tooLate(deadlineMs));
    const timer = Number.isFinite(deadlineMs) ? setTimeout(end, deadlineMs) : undefined;
    try {
      const limited = new Cluster(this.#client, this.name, performance.now() + deadlineMs);
      return await work(limited, controller.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Sends any request, and resolves with the body of its reply, if it has this form. */
  async call<Body>(request: OpenSearchRequest, shape: z.ZodType<Body>): Promise<Body> {
    return this.#read(request, shape, (body) => body);
  }

  /** `index` is ignored for a search in a point in time, which has its own. */
  async search<Source>(index: string, body: SearchBody, signal?: AbortSignal): Promise<SearchReply<Source>> {
    const path = body.pit ? '/_search' : `/${index}/_search`;
    const request: OpenSearchRequest = {
      method: 'POST',
      path,
      query: { allow_partial_search_results: 'false', ...this.#limits('cancel_after_time_interval') },
      body: { ...body, ...this.#limits('timeout') },
      signal,
    };
    return this.#read(request, searchShape, (raw) => this.#complete<Source>(raw));
  }

  /** Runs several searches in one request, each with the result of `search`. */
  async searches<Source>(
    index: string,
    bodies: readonly SearchBody[],
    signal?: AbortSignal,
  ): Promise<SearchReply<Source>[]> {
    if (bodies.length === 0) return [];
    const lines = bodies.flatMap((body) => [
      JSON.stringify({ ...(!body.pit && { index }), allow_partial_search_results: false }),
      JSON.stringify({ ...body, ...this.#limits('timeout') }),
    ]);
    const request: OpenSearchRequest = {
      method: 'POST',
      path: '/_msearch',
      query: this.#limits('cancel_after_time_interval'),
      body: lines,
      signal,
    };
    return this.#read(request, searchesShape, ({ responses }) =>
      bodies.map((_, at) => {
        const failed = failedSearchShape.safeParse(responses[at]).data;
        if (failed) throw new LibraryUnavailable(new OpenSearchError(failed.status, 'one search of several'));
        return this.#complete<Source>(inShape(searchShape, responses[at]));
      }),
    );
  }

  /**
   * Returns documents by index and id in their current state, visible to searches or not; undefined for missing ones,
   * and for an optional one that cannot be read.
   */
  async get<Source>(
    places: readonly { index: string; id: string; fields?: string[]; optional?: boolean }[],
    signal?: AbortSignal,
  ): Promise<(Versioned<Source> | undefined)[]> {
    if (places.length === 0) return [];
    const docs = places.map(({ index, id, fields }) => ({
      _index: index,
      _id: id,
      ...(fields && { _source: fields }),
    }));
    const request: OpenSearchRequest = { method: 'POST', path: '/_mget', body: { docs }, signal };
    return this.#read(request, documentsShape, (reply) =>
      places.map(({ optional }, at) => {
        const doc = reply.docs[at];
        if (!doc) throw otherForm();
        if ('found' in doc) return doc.found ? (doc as Versioned<Source>) : undefined;
        if (optional) return undefined;
        const { type } = doc.error;
        if (type === indexMissing) throw new LibraryMissing(doc._index);
        throw new LibraryUnavailable(new Error(`a document: ${type}`));
      }),
    );
  }

  /**
   * Sends actions in requests of limited size, and resolves with the outcome of each, once all copies have them on disk.
   */
  async bulk(
    alias: string,
    actions: readonly BulkAction[],
    /** Indicates that single documents may be refused; otherwise that is a failure. */
    mayRefuse = false,
  ): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const body of bulkBodies(actions)) outcomes.push(...(await this.#bulk(alias, body, mayRefuse)));
    return outcomes;
  }

  async #bulk(alias: string, { lines, actions }: BulkBody, mayRefuse: boolean): Promise<BulkOutcome[]> {
    const request: OpenSearchRequest = {
      method: 'POST',
      path: `/${alias}/_bulk`,
      // A missing index must not be recreated without its definition.
      query: { timeout: '2m', require_alias: 'true' },
      body: lines,
      deadlineMs: 180_000,
    };
    return this.#read(request, bulkShape, ({ items }) => {
      // An action without an outcome was not acknowledged.
      if (items.length !== actions) throw otherForm();
      // Of many documents at once, the index is at fault.
      const refused = items.filter(isRefused).length;
      const accepted = mayRefuse && refused <= Math.max(refusedMax, actions / 2);
      return items.map((item) => (accepted && isRefused(item) ? 'refused' : outcomeOf(item)));
    });
  }

  /** Makes written documents visible to searches. */
  async refresh(...indices: string[]): Promise<void> {
    const path = `/${indices.join(',')}/_refresh`;
    const request: OpenSearchRequest = { method: 'POST', path, deadlineMs: 180_000 };
    const { _shards: shards } = await this.call(request, refreshShape);
    if (shards.failed > 0) throw new LibraryUnavailable(new Error('a shard was not refreshed'));
  }

  /** Opens a point in time of an index; it ends automatically `keepAlive` after its last use. */
  async openPointInTime(index: string, keepAlive: string, signal?: AbortSignal): Promise<string> {
    const request: OpenSearchRequest = {
      method: 'POST',
      path: `/${index}/_search/point_in_time`,
      query: { keep_alive: keepAlive, allow_partial_pit_creation: 'false' },
      signal,
    };
    return (await this.call(request, pointInTimeShape)).pit_id;
  }

  /** Closes a point in time; one that has ended is no failure. */
  async closePointInTime(id: string): Promise<void> {
    const path = '/_search/point_in_time';
    await this.call({ method: 'DELETE', path, body: { pit_id: [id] }, accept: [404] }, anyShape);
  }

  /** Returns true if there is an index or alias of this name. */
  async has(index: string): Promise<boolean> {
    const request: OpenSearchRequest = { method: 'HEAD', path: `/${index}`, accept: [404] };
    return this.#client.call(request, ({ status }) => status === 200);
  }

  /**
   * Checks that the server is one this library works with.
   * @throws StorageError if it is not; LibraryUnavailable if it rejects our credentials or does not answer.
   */
  async expectOpenSearch(): Promise<void> {
    const { version } = await this.call({ method: 'GET', path: '/' }, rootShape);
    const [major = 0, minor = 0] = version.number.split('.').map(Number);
    const isNewEnough = major > 2 || (major === 2 && minor >= 10);
    if (version.distribution !== 'opensearch' || !isNewEnough) throw otherServer();
  }

  /** @throws ReadOnlyError while the records are being rewritten, or after that was interrupted. */
  async expectWritable(): Promise<void> {
    if (await this.isWriteBlocked(this.names.records)) throw blocked();
  }

  async isWriteBlocked(index: string): Promise<boolean> {
    const path = `/${index}/_settings/index.blocks.write`;
    const request: OpenSearchRequest = { method: 'GET', path, query: { flat_settings: 'false' } };
    const found = await this.call(request, blocksShape);
    return Object.values(found).some(({ settings }) => settings.index?.blocks?.write === 'true');
  }

  /** @throws StorageError if an index of records, by default that in use, has the form of another version. */
  async expectFormat(index = this.names.records): Promise<void> {
    const path = `/${index}/_mapping`;
    const found = await this.call({ method: 'GET', path }, mappingShape);
    const [only, another] = Object.values(found);
    if (!only || another || only.mappings._meta?.citewell !== formatVersion) throw otherFormat();
  }

  /** Creates an index, unless it exists. */
  async createIndex(index: string, definition: object): Promise<void> {
    try {
      const request: OpenSearchRequest = {
        method: 'PUT',
        path: `/${index}`,
        body: definition,
        query: { timeout: '60s' },
        deadlineMs: 90_000,
      };
      await this.call(request, acknowledgedShape);
    } catch (error) {
      // Another process created it at the same time.
      if (errorResponseOf(error)?.type !== 'resource_already_exists_exception') throw error;
    }
  }

  #read<Body, T>(request: OpenSearchRequest, shape: z.ZodType<Body>, read: (body: Body) => T): Promise<T> {
    return this.#client.call(request, ({ body }) => read(inShape(shape, body)));
  }

  #complete<Source>(raw: z.output<typeof searchShape>): SearchReply<Source> {
    if (raw.timed_out) throw tooLate(this.#client.deadlineMs);
    const { total, successful, failed } = raw._shards;
    if (failed > 0 || total === 0 || successful < total)
      throw new LibraryUnavailable(new Error(`${successful} of ${total} shards answered`));
    return {
      total: raw.hits.total?.value ?? 0,
      hits: raw.hits.hits as Hit<Source>[],
      aggregations: raw.aggregations ?? {},
    };
  }

  /** Tells the server how long a search may take: as long as is left. */
  #limits(name: string): Record<string, string> {
    const { deadlineMs } = this.#client;
    if (!Number.isFinite(deadlineMs)) return {};
    const leftMs = this.#endsAt === undefined ? deadlineMs : this.#endsAt - performance.now();
    return { [name]: `${Math.max(1, Math.ceil(leftMs))}ms` };
  }
}

/** Maximum size of a bulk request in bytes, unless a single action is larger: the server rejects 100 MB with 413. */
const bulkBytesMax = 10 * 2 ** 20;

type BulkBody = { lines: string[]; actions: number };

/** Yields one request after another. */
function* bulkBodies(actions: readonly BulkAction[]): Generator<BulkBody> {
  let body: BulkBody = { lines: [], actions: 0 };
  let bytes = 0;
  for (const { action, source } of actions) {
    const added = (source ? [action, source] : [action]).map((each) => JSON.stringify(each));
    const size = added.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (body.actions > 0 && bytes + size > bulkBytesMax) {
      yield body;
      [body, bytes] = [{ lines: [], actions: 0 }, 0];
    }
    body.lines.push(...added);
    body.actions += 1;
    bytes += size;
  }
  if (body.actions > 0) yield body;
}

function inShape<Body>(shape: z.ZodType<Body>, body: unknown): Body {
  const { data, error } = shape.safeParse(body);
  if (error) throw otherForm(error);
  return data;
}

function otherForm(cause?: unknown): LibraryUnavailable {
  return new LibraryUnavailable(new Error('a reply of another form', { cause }));
}

/** Number of documents of a request that may be refused, or half of them if those are more. */
const refusedMax = 10;

/** Matches a document with a field that cannot be indexed, such as one of more than 32,766 bytes. */
function isRefused(item: BulkItem): boolean {
  return Object.values(item)[0]?.status === 400;
}

function outcomeOf(item: BulkItem): BulkOutcome {
  const [result] = Object.values(item);
  if (!result) throw otherForm();
  if (result.status < 300) return 'done';
  if (result.status === 409) return 'conflict';
  if (result.status === 404 && !result.error) return 'absent';
  throw new LibraryUnavailable(new OpenSearchError(result.status, String(result.error?.type)));
}

function otherServer(): StorageError {
  return new StorageError({
    en: 'The server at CITEWELL_LIBRARY_URL is not OpenSearch 2.10 or newer. Elasticsearch is not supported: it lacks the token filter "delimited_term_freq", which Citewell uses to score records.',
    zh: 'CITEWELL_LIBRARY_URL 指向的服务器不是 OpenSearch 2.10 或更新版本。不支持 Elasticsearch：它缺少文献评分所需的词元过滤器 "delimited_term_freq"。',
  });
}

function blocked(): ReadOnlyError {
  return new ReadOnlyError({
    en: 'The library in OpenSearch cannot be changed: a rebuild is in progress or was interrupted. "citewell library rebuild" completes it.',
    zh: 'OpenSearch 中的文献库当前不接受更改：文献正在重新写入，或重写曾被中断。"citewell library rebuild" 可完成重写。',
  });
}

function otherFormat(): StorageError {
  return new StorageError({
    en: 'The records in OpenSearch were written by another version of Citewell. "citewell library rebuild" rewrites them while the library stays searchable.',
    zh: 'OpenSearch 中文献的存储格式属于另一版本的 Citewell。"citewell library rebuild" 会在不中断检索的情况下重新写入。',
  });
}
