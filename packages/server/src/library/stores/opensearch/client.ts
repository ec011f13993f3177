import { ServiceError } from '@citewell/core/errors.ts';
import { LibraryMissing, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { Agent, type Dispatcher, request as send } from 'undici';
import type { OpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { isWrongSetting } from './connection/failure-codes.ts';
import { readAuthority } from './connection/read-authority.ts';

export type ClientOptions = {
  /** Milliseconds after which a request or an operation is abandoned, here and by the server; Infinity: never. */
  deadlineMs: number;
  /** Milliseconds for which transient failures are retried: 0 for searches, whose caller is waiting. */
  retryMs: number;
};

export type OpenSearchRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Path under the address of the cluster. */
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON; an array as one JSON object per line. */
  body?: object | readonly string[];
  /** Statuses besides 2xx that the caller expects. */
  accept?: readonly number[];
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
};

export type Reply = { status: number; body: unknown };

/** Error response of the server with its reason, for internal use only: it may quote the request. */
export class OpenSearchError extends Error {
  override readonly name = 'OpenSearchError';
  readonly status: number;
  /** The server's own name of the error, such as search_context_missing_exception. */
  readonly type: string;

  constructor(status: number, type: string) {
    super(`OpenSearch answered ${status} ${type}`);
    this.status = status;
    this.type = type;
  }
}

/**
 * Calls OpenSearch over HTTP. An aborted or late request closes its connection, which makes the server cancel a search.
 * @throws LibraryUnavailable, ServiceError `overloaded`, the reason of the signal.
 */
export class OpenSearchClient {
  readonly #address: OpenSearchAddress;
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  readonly #authorization: string | undefined;

  constructor(address: OpenSearchAddress, options: ClientOptions) {
    this.#address = address;
    this.#options = options;
    const { user, apiKey, caPath } = address;
    this.#authorization = apiKey ? `ApiKey ${apiKey}` : user && `Basic ${encode(user)}`;
    this.#agent = new Agent({
      connections: 64,
      pipelining: 1,
      connect: { timeout: 2_500, ...(caPath && { ca: readAuthority(caPath) }) },
      // The request's timer covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  /** Resolves with the result of `read`; failures that it throws may be transient, too. */
  async call<T>(request: OpenSearchRequest, read: (reply: Reply) => T): Promise<T> {
    const until = Date.now() + this.#options.retryMs;
    for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 5_000)) {
      try {
        return read(await this.#once(request));
      } catch (error) {
        if (!mayPass(error) || Date.now() + waitMs > until) throw error;
        await pause(waitMs, request.signal);
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #once({
    method,
    path,
    query,
    body,
    accept = [],
    signal,
    deadlineMs,
  }: OpenSearchRequest): Promise<Reply> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal?.addEventListener('abort', stop, { once: true });
    const limitMs = deadlineMs ?? this.#options.deadlineMs;
    const timer = Number.isFinite(limitMs) ? setTimeout(stop, limitMs) : undefined;
    let response: Dispatcher.ResponseData | undefined;
    try {
      const parameters = query ? `?${new URLSearchParams(query)}` : '';
      response = await send(`${this.#address.origin}${path}${parameters}`, {
        dispatcher: this.#agent,
        method,
        headers: {
          'user-agent': 'citewell',
          ...(this.#authorization && { authorization: this.#authorization }),
          ...(body && {
            'content-type': Array.isArray(body) ? 'application/x-ndjson' : 'application/json',
          }),
        },
        body: body ? (Array.isArray(body) ? `${body.join('\n')}\n` : JSON.stringify(body)) : null,
        signal: controller.signal,
      });
      const text = await response.body.text();
      const { statusCode: status } = response;
      if (status >= 300 && !accept.includes(status)) throw errorOf(status, text);
      return { status, body: text === '' ? undefined : JSON.parse(text) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (controller.signal.aborted) throw tooLate(limitMs);
      throw error instanceof ServiceError ? error : new LibraryUnavailable(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      response?.body.on('error', () => {}).destroy();
    }
  }
}

/** Returns the server's error response to a request, if there was one. */
export function errorResponseOf(error: unknown): OpenSearchError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof OpenSearchError ? cause : undefined;
}

/**
 * Matches a refusal by a block, as on a full disk or during a rebuild, which repeating the request does not end. A cluster
 * that is starting blocks everything with 503, which passes.
 */
export function isBlock({ status, type }: OpenSearchError): boolean {
  return (status === 403 || status === 429) && type.includes('block');
}

/** Creates the error of a search that the server or the client abandoned at its deadline. */
export function tooLate(limitMs: number): ServiceError {
  const seconds = limitMs / 1_000;
  return new ServiceError('overloaded', {
    headers: retryLater,
    detail: {
      en: `The search took more than ${seconds} s and was stopped. Narrow the years or conditions, or try again in a moment.`,
      zh: `检索未能在 ${seconds} 秒内完成，已中断。请缩小年份范围、增加条件，或稍后重试。`,
    },
  });
}

const retryLater = { 'Retry-After': '5' };

function errorOf(status: number, text: string): ServiceError {
  const cause = new OpenSearchError(status, typeOf(text));
  const missing = missingIndex(cause, text);
  if (missing !== undefined) return new LibraryMissing(missing, cause);
  if (status !== 429 || isBlock(cause)) return new LibraryUnavailable(cause);
  return new ServiceError('overloaded', {
    headers: retryLater,
    cause,
    detail: {
      en: 'The library’s search engine is overloaded; try again in a moment.',
      zh: '文献库的检索引擎当前负载过高，请稍后再试。',
    },
  });
}

/** The server's name of the error for an index that does not exist. */
export const indexMissing = 'index_not_found_exception';

function missingIndex({ type }: OpenSearchError, text: string): string | undefined {
  return type === indexMissing ? (rootOf(text).index ?? 'an index') : undefined;
}

function typeOf(text: string): string {
  return rootOf(text).type ?? 'unknown';
}

type Root = { type?: string; index?: string };

function rootOf(text: string): Root {
  try {
    const { error } = JSON.parse(text) as { error?: Root & { root_cause?: Root[] } };
    return error?.root_cause?.[0] ?? error ?? {};
  } catch {
    return {};
  }
}

/** Matches failures without a reply or with a temporary status: the same request can succeed a moment later. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const response = errorResponseOf(error);
  if (response) return !isBlock(response) && [429, 502, 503, 504].includes(response.status);
  return error instanceof LibraryUnavailable && !isWrongSetting(error);
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', end);
    resolve();
  }, waitMs);
  signal?.addEventListener('abort', end, { once: true });
  return promise;
}

function encode(user: { name: string; password: string }): string {
  return Buffer.from(`${user.name}:${user.password}`).toString('base64');
}
