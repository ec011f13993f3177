import type { Clock } from '@citewell/core/clock.ts';
import type { SourceName } from '@citewell/core/records/article.ts';
import type { Dispatcher } from 'undici';
import { LazyAgent } from '../../../platform/process/lazy-agent.ts';
import { readRetryAfter } from '../../../platform/text/retry-after.ts';
import { SourceError } from '../retriever.ts';

export type HttpRequest = {
  method: 'GET' | 'POST';
  /** Appended to the base URL. */
  path: string;
  /** Parameters in the query of a GET, or as a form in the body of a POST. Values are always escaped. */
  params: URLSearchParams;
};

export type HttpReply = {
  status: number;
  /** Delay that the source requests, in milliseconds, if any. */
  retryAfterMs: number | undefined;
  /** Bytes as they arrive. */
  body: AsyncIterable<Uint8Array>;
  /**
   * Reads the whole body as text, for replies that are parsed in one go and therefore limited: parsing 10 MB blocks the
   * event loop for most of a second.
   * @throws SourceError bad_reply if it is longer than `maxBytes` or not UTF-8
   */
  text(maxBytes: number): Promise<string>;
};

export type HttpOptions = {
  signal: AbortSignal;
  /** Epoch milliseconds by which the reply must have been read. May be extended during the request. */
  readonly deadline: number;
};

/** HTTP client for literature sources, through which all their requests go. */
export type HttpClient = {
  /**
   * Sends a request and lets `read` read the reply, within the deadline. Redirects are rejected.
   *
   * @throws SourceError, the error of `read`, or the signal's reason.
   */
  exchange<T>(request: HttpRequest, options: HttpOptions, read: (reply: HttpReply) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type HttpClientOptions = {
  source: SourceName;
  baseUrl: string;
  clock: Clock;
  /** Time limit of one attempt, whatever the deadline. */
  attemptTimeoutMs?: number;
  /**
   * Minimum time of one attempt without `attemptTimeoutMs`; by default 8,000. Beyond it an attempt may take half of the
   * remaining time, so that an endless body leaves time for another.
   */
  attemptLeastMs?: number;
  /** Default 64 MiB: twice what 200 of PubMed's longest records take. */
  bodyMaxBytes?: number;
};

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const {
    source,
    clock,
    attemptTimeoutMs,
    attemptLeastMs = 8_000,
    bodyMaxBytes = 64 * 1024 * 1024,
  } = options;
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const agent = new LazyAgent({
    connections: 16,
    pipelining: 1,
    // DNS and handshake together; behind a firewall that drops everything, two sources cost two of these.
    connect: { timeout: 2_500 },
    // Each attempt's timer covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async exchange(request, options, read) {
      const { signal } = options;
      signal.throwIfAborted();
      const begunAt = clock.now();
      const allowedMs = () => {
        const leftMs = options.deadline - begunAt;
        return Math.min(leftMs, attemptTimeoutMs ?? Math.max(attemptLeastMs, leftMs / 2));
      };
      if (allowedMs() <= 0) throw new SourceError(source, 'timeout');
      const controller = new AbortController();
      const stop = () => controller.abort();
      signal.addEventListener('abort', stop);
      let timer: NodeJS.Timeout | undefined;
      let waitedMs = 0;
      const waitOn = () => {
        const leftMs = allowedMs() - waitedMs;
        if (leftMs <= 0) {
          stop();
          return;
        }
        waitedMs += leftMs;
        timer = setTimeout(waitOn, leftMs);
      };
      waitOn();
      let body: Dispatcher.ResponseData['body'] | undefined;
      try {
        const form = request.params.toString();
        const response = await agent.request(
          `${baseUrl}${request.path}${request.method === 'GET' ? `?${form}` : ''}`,
          {
            method: request.method,
            headers: { 'user-agent': 'citewell', ...(request.method === 'POST' && formType) },
            body: request.method === 'POST' ? form : null,
            signal: controller.signal,
          },
        );
        body = response.body;
        refuseRedirect(response);
        return await read(toReply(response, capped(response.body)));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (controller.signal.aborted) throw new SourceError(source, 'timeout');
        throw isNetworkError(error) ? networkFailure(error) : error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        // The unread rest is not wanted; a destroyed body can still report an error.
        body?.on('error', () => {}).destroy();
      }
    },
    close: () => agent.destroy(),
  };

  function refuseRedirect({ statusCode, headers }: Dispatcher.ResponseData): void {
    if (statusCode < 300 || statusCode > 399) return;
    // Following it would send the API key and the question to the target.
    const target = URL.parse(String(headers.location ?? ''), baseUrl);
    throw new SourceError(
      source,
      target?.hostname.startsWith('misuse.') ? 'blocked' : 'bad_reply',
      statusCode,
    );
  }

  function toReply(
    { statusCode, headers }: Dispatcher.ResponseData,
    body: AsyncIterable<Uint8Array>,
  ): HttpReply {
    return {
      status: statusCode,
      retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
      body,
      async text(maxBytes) {
        const chunks: Uint8Array[] = [];
        let bytes = 0;
        for await (const chunk of body) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new SourceError(source, 'bad_reply', statusCode);
          chunks.push(chunk);
        }
        try {
          return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
        } catch {
          throw new SourceError(source, 'bad_reply', statusCode);
        }
      },
    };
  }

  async function* capped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > bodyMaxBytes) throw new SourceError(source, 'bad_reply');
      yield chunk;
    }
  }

  function networkFailure({ code }: { code: string }): SourceError {
    if (noRoute.has(code)) return new SourceError(source, 'no_route');
    const timedOut = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
    return new SourceError(source, timedOut ? 'timeout' : 'unreachable');
  }
}

/** Errors that an immediate retry would not resolve. */
const noRoute = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Errors of undici and the system have a code; our own do not and must not be mistaken for them. */
function isNetworkError(error: unknown): error is { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Maximum pause that a source can impose. */
const retryAfterMaxMs = 10 * 60_000;

function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const waitMs = readRetryAfter(header, now);
  return waitMs === undefined ? undefined : Math.min(waitMs, retryAfterMaxMs);
}
