import { LibraryMissing, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import {
  indexMissing,
  type OpenSearchClient,
  OpenSearchError,
  type OpenSearchRequest,
  refusalOf,
  tooLate,
} from './client.ts';
import { formatVersion, indexNames } from './index-definition.ts';
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
/** Outcome of an action; `conflict`: another writer was first. */
export type BulkOutcome = 'done' | 'conflict' | 'absent';

type RawSearch<Source> = {
  timed_out: boolean;
  _shards: { total: number; successful: number; failed: number };
  hits: { total?: { value: number }; hits: Hit<Source>[] };
  aggregations?: Record<string, unknown>;
};

/** Calls of OpenSearch on which the library is built. Partial replies are rejected with LibraryUnavailable. */
export class Cluster {
  readonly name: string;
  readonly names: ReturnType<typeof indexNames>;
  readonly #client: OpenSearchClient;

  constructor(client: OpenSearchClient, name: string) {
    this.#client = client;
    this.name = name;
    this.names = indexNames(name);
  }

  /** Sends any request, and resolves with the body of its reply. */
  async call<Body>(request: OpenSearchRequest): Promise<Body> {
    return this.#read<Body, Body>(request, (body) => body);
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
    return this.#read(request, (raw: RawSearch<Source>) => this.#complete(raw));
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
    type Raw = { responses: (RawSearch<Source> & { error?: unknown; status: number })[] };
    const request: OpenSearchRequest = { method: 'POST', path: '/_msearch', body: lines, signal };
    return this.#read(request, ({ responses }: Raw) =>
      responses.map((raw) => {
        if (raw.error) throw new LibraryUnavailable(new OpenSearchError(raw.status, 'one search of several'));
        return this.#complete(raw);
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
    type Doc = Versioned<Source> & { _index: string; found?: boolean; error?: { type?: string } };
    const docs = places.map(({ index, id, fields }) => ({
      _index: index,
      _id: id,
      ...(fields && { _source: fields }),
    }));
    const request: OpenSearchRequest = { method: 'POST', path: '/_mget', body: { docs }, signal };
    return this.#read(request, (reply: { docs: Doc[] }) =>
      reply.docs.map((doc, at) => {
        if (doc.error && places[at]?.optional) return undefined;
        if (doc.error?.type === indexMissing) throw new LibraryMissing(doc._index);
        if (doc.error) throw new LibraryUnavailable(new Error(`a document: ${doc.error.type}`));
        return doc.found ? doc : undefined;
      }),
    );
  }

  /**
   * Resolves with the outcome of each action, once all copies have them on disk. `index`: an alias, unless `isAlias` is
   * false.
   */
  async bulk(index: string, actions: readonly BulkAction[], isAlias = true): Promise<BulkOutcome[]> {
    if (actions.length === 0) return [];
    const lines = actions.flatMap(({ action, source }) =>
      source ? [JSON.stringify(action), JSON.stringify(source)] : [JSON.stringify(action)],
    );
    const request: OpenSearchRequest = {
      method: 'POST',
      path: `/${index}/_bulk`,
      // A missing index must not be recreated without its definition.
      query: { timeout: '2m', require_alias: String(isAlias) },
      body: lines,
      deadlineMs: 180_000,
    };
    return this.#read(request, (reply: { items: Item[] }) => reply.items.map((item) => outcomeOf(item)));
  }

  /** Makes written documents visible to searches. */
  async refresh(...indices: string[]): Promise<void> {
    type Raw = { _shards: { failed: number } };
    const path = `/${indices.join(',')}/_refresh`;
    const { _shards: shards } = await this.call<Raw>({ method: 'POST', path, deadlineMs: 180_000 });
    if (shards.failed > 0) throw new LibraryUnavailable(new Error('a shard was not refreshed'));
  }

  /** Opens a point in time of an index; it ends automatically `keepAlive` after its last use. */
  async openPointInTime(index: string, keepAlive: string, signal?: AbortSignal): Promise<string> {
    const { pit_id: id } = await this.call<{ pit_id: string }>({
      method: 'POST',
      path: `/${index}/_search/point_in_time`,
      query: { keep_alive: keepAlive, allow_partial_pit_creation: 'false' },
      signal,
    });
    return id;
  }

  /** Closes a point in time; one that has ended is no failure. */
  async closePointInTime(id: string): Promise<void> {
    await this.call({
      method: 'DELETE',
      path: '/_search/point_in_time',
      body: { pit_id: [id] },
      accept: [404],
    });
  }

  /** Returns true if there is an index or alias of this name. */
  async has(index: string): Promise<boolean> {
    const request: OpenSearchRequest = { method: 'HEAD', path: `/${index}`, accept: [404] };
    return this.#client.call(request, ({ status }) => status === 200);
  }

  /**
   * Checks that the server is one this library works with.
   * @throws StorageError if it is not, or rejects our credentials; LibraryUnavailable if it does not answer.
   */
  async expectOpenSearch(): Promise<void> {
    type Root = { version?: { distribution?: string; number?: string } };
    const { version } = await this.call<Root>({ method: 'GET', path: '/' }).catch((error) => {
      const status = refusalOf(error)?.status;
      throw status === 401 || status === 403 ? notAdmitted(error) : error;
    });
    const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
    const isNewEnough = major > 2 || (major === 2 && minor >= 10);
    if (version?.distribution !== 'opensearch' || !isNewEnough) throw otherServer();
  }

  /** Blocks writes to an index, and resolves once those under way have ended. */
  async blockWrites(index: string): Promise<void> {
    // For an index that is blocked already, the server does not wait.
    await this.unblockWrites(index);
    type Raw = { acknowledged?: boolean; shards_acknowledged?: boolean };
    const { acknowledged, shards_acknowledged: ended } = await this.call<Raw>({
      method: 'PUT',
      path: `/${index}/_block/write`,
      query: { timeout: '60s' },
      deadlineMs: 90_000,
    });
    if (!acknowledged || !ended) throw new LibraryUnavailable(new Error('writes under way did not end'));
  }

  async unblockWrites(index: string): Promise<void> {
    await this.call({ method: 'PUT', path: `/${index}/_settings`, body: { 'index.blocks.write': null } });
  }

  /** Returns the index behind the alias of the records. */
  async recordsInUse(): Promise<string> {
    const found = await this.call<Record<string, object>>({
      method: 'GET',
      path: `/_alias/${this.names.records}`,
    });
    const [only, another] = Object.keys(found);
    if (!only || another) throw new LibraryUnavailable(new Error('no single index of records'));
    return only;
  }

  /** Returns the numbered indices of records that are not in use: what a killed rebuild left. */
  async recordsLeft(): Promise<string[]> {
    const { records } = this.names;
    const path = `/${records}-*/_alias`;
    const found = await this.call<Record<string, { aliases: object }>>({ method: 'GET', path });
    return Object.entries(found)
      .filter(([index, { aliases }]) => /^-\d+$/.test(index.slice(records.length)) && !(records in aliases))
      .map(([index]) => index);
  }

  /** @throws StorageError while the records are being rewritten, or after that was interrupted. */
  async expectWritable(): Promise<void> {
    type Settings = Record<string, { settings: { index: { blocks?: { write?: string } } } }>;
    const path = `/${this.names.records}/_settings/index.blocks.write`;
    const found = await this.call<Settings>({ method: 'GET', path, query: { flat_settings: 'false' } });
    if (Object.values(found).some(({ settings }) => settings.index?.blocks?.write === 'true'))
      throw blocked();
  }

  /** @throws StorageError if the records have the form of another version. */
  async expectFormat(): Promise<void> {
    type Mapping = Record<string, { mappings: { _meta?: { citewell?: number } } }>;
    const found = await this.call<Mapping>({ method: 'GET', path: `/${this.names.records}/_mapping` });
    const [only, another] = Object.values(found);
    if (!only || another || only.mappings._meta?.citewell !== formatVersion) throw otherFormat();
  }

  /** Creates an index, unless it exists. */
  async createIndex(index: string, definition: object): Promise<void> {
    try {
      await this.call({
        method: 'PUT',
        path: `/${index}`,
        body: definition,
        query: { timeout: '60s' },
        deadlineMs: 90_000,
      });
    } catch (error) {
      // Another process created it at the same time.
      if (refusalOf(error)?.type !== 'resource_already_exists_exception') throw error;
    }
  }

  #read<Body, T>(request: OpenSearchRequest, read: (body: Body) => T): Promise<T> {
    return this.#client.call(request, ({ body }) => read(body as Body));
  }

  #complete<Source>(raw: RawSearch<Source>): SearchReply<Source> {
    if (raw.timed_out) throw tooLate(this.#client.deadlineMs);
    const { total, successful, failed } = raw._shards;
    if (failed > 0 || total === 0 || successful < total)
      throw new LibraryUnavailable(new Error(`${successful} of ${total} shards answered`));
    return { total: raw.hits.total?.value ?? 0, hits: raw.hits.hits, aggregations: raw.aggregations ?? {} };
  }

  #limits(name: string): Record<string, string> {
    const { deadlineMs } = this.#client;
    return Number.isFinite(deadlineMs) ? { [name]: `${deadlineMs}ms` } : {};
  }
}

type Item = Record<string, { status: number; error?: { type?: string } }>;

function outcomeOf(item: Item): BulkOutcome {
  const [result] = Object.values(item);
  if (!result) throw new LibraryUnavailable();
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

function notAdmitted(cause: unknown): StorageError {
  return new StorageError(
    {
      en: 'OpenSearch refused the credentials of CITEWELL_LIBRARY_URL or CITEWELL_LIBRARY_API_KEY. Check them and that user’s permissions on the indices of the library.',
      zh: 'OpenSearch 拒绝了 CITEWELL_LIBRARY_URL 或 CITEWELL_LIBRARY_API_KEY 中的凭据。请核对凭据，以及该用户对文献库各索引的权限。',
    },
    cause,
  );
}

function blocked(): StorageError {
  return new StorageError({
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
