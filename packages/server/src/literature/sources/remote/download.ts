import { open as openFile, stat, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@citewell/core/clock.ts';
import { Agent, type Dispatcher, request as send } from 'undici';
import { readRetryAfter } from '../../../platform/text/retry-after.ts';

/** Reason why a download failed. */
export type DownloadFailure =
  | 'not_found'
  /** Any other rejection that would be repeated. */
  | 'refused'
  /** The server is overloaded or failing. */
  | 'unavailable'
  | 'unreachable'
  | 'timeout'
  /** Redirected to a forbidden address, or in a loop. */
  | 'redirect'
  | 'too_long';

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly failure: DownloadFailure;
  readonly url: string;
  readonly status: number | undefined;

  constructor(failure: DownloadFailure, url: string, status?: number) {
    super(`${url}: ${failure}${status ? ` (HTTP ${status})` : ''}`);
    this.failure = failure;
    this.url = url;
    this.status = status;
  }
}

export type Downloader = {
  /** Downloads a short text. */
  text(url: string, signal: AbortSignal): Promise<string>;
  /** Downloads into a file, resuming after its present content if the server supports it. */
  file(url: string, path: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

export type DownloaderOptions = {
  clock: Clock;
  /** Random number, 0 to 1, for the jitter between attempts. */
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds without a byte that end an attempt. */
  idleTimeoutMs?: number;
  /** Milliseconds for one file or text, all attempts together. */
  deadlineMs?: number;
};

/** Consecutive attempts without progress. */
const triesMax = 6;
const firstPauseMs = 500;
const pauseMaxMs = 60_000;
const redirectsMax = 5;
const textMaxBytes = 32 * 1024 * 1024;

/**
 * Downloads files over HTTP from servers that are slow, overloaded or drop connections.
 *
 * @throws DownloadError, or the signal's reason.
 */
export function createDownloader(options: DownloaderOptions): Downloader {
  const { clock, random = Math.random, idleTimeoutMs = 30_000, deadlineMs = 60 * 60_000 } = options;
  const sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }));
  const agent = new Agent({
    connections: 4,
    connect: { timeout: 10_000 },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });

  /** Retries until an attempt succeeds. `attempt` returns the number of bytes received if it failed halfway. */
  async function persist<T>(
    url: string,
    signal: AbortSignal,
    attempt: (signal: AbortSignal, progress: { bytes: number }) => Promise<T>,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const both = AbortSignal.any([signal, deadline]);
    for (let fruitless = 0; ; ) {
      const progress = { bytes: 0 };
      try {
        return await attempt(both, progress);
      } catch (error) {
        signal.throwIfAborted();
        if (deadline.aborted) throw new DownloadError('timeout', url);
        const failure = asFailure(error, url);
        fruitless = progress.bytes > 0 ? 0 : fruitless + 1;
        if (!failure || fruitless >= triesMax) throw failure?.error ?? error;
        const usualMs = firstPauseMs * 2 ** Math.max(0, fruitless - 1) * (0.5 + random());
        const pauseMs = failure.retryAfterMs ?? usualMs;
        await sleep(Math.min(pauseMs, pauseMaxMs), both).catch((reason) => {
          signal.throwIfAborted();
          throw deadline.aborted ? new DownloadError('timeout', url) : reason;
        });
      }
    }
  }

  async function open(url: string, headers: Record<string, string>, signal: AbortSignal) {
    let at = url;
    for (let hops = 0; ; hops++) {
      const response = await send(at, {
        dispatcher: agent,
        headers: { 'user-agent': 'citewell', 'accept-encoding': 'identity', ...headers },
        signal,
      });
      const { statusCode } = response;
      if (statusCode < 300 || statusCode > 399) return response;
      drop(response);
      const target = URL.parse(String(response.headers.location ?? ''), at);
      const isSafe =
        target?.protocol === 'https:' || (target?.protocol === 'http:' && at.startsWith('http:'));
      if (!target || !isSafe || hops === redirectsMax) throw new DownloadError('redirect', url, statusCode);
      at = target.href;
    }
  }

  async function text(url: string, signal: AbortSignal): Promise<string> {
    const response = await open(url, {}, signal);
    try {
      if (response.statusCode !== 200) throw errorOfStatus(response, url, clock.now());
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of response.body) {
        bytes += chunk.length;
        if (bytes > textMaxBytes) throw new DownloadError('too_long', url);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    } finally {
      drop(response);
    }
  }

  async function file(
    url: string,
    path: string,
    signal: AbortSignal,
    progress: { bytes: number },
  ): Promise<void> {
    const have = (await stat(path).catch(() => undefined))?.size ?? 0;
    const response = await open(url, have > 0 ? { range: `bytes=${have}-` } : {}, signal);
    try {
      const { statusCode, headers } = response;
      const goesOn = statusCode === 206 && String(headers['content-range']).startsWith(`bytes ${have}-`);
      if (statusCode === 416 || (statusCode === 206 && !goesOn)) {
        // The local part is not the beginning of the remote file: start again.
        await truncate(path, 0);
        throw new BrokenError();
      }
      if (statusCode !== 200 && !goesOn) throw errorOfStatus(response, url, clock.now());
      const target = await openFile(path, goesOn ? 'a' : 'w', 0o600);
      try {
        for await (const chunk of response.body) {
          await target.appendFile(chunk);
          progress.bytes += chunk.length;
        }
      } finally {
        await target.close();
      }
    } finally {
      drop(response);
    }
  }

  return {
    text: (url, signal) => persist(url, signal, (both) => text(url, both)),
    file: (url, path, signal) => persist(url, signal, (both, progress) => file(url, path, both, progress)),
    close: () => agent.destroy(),
  };
}

/** Failure after which another attempt is worthwhile. */
class BrokenError extends Error {}

class StatusError extends Error {
  readonly error: DownloadError;
  readonly retryAfterMs: number | undefined;

  constructor(error: DownloadError, retryAfterMs: number | undefined) {
    super(error.message);
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

function errorOfStatus({ statusCode, headers }: Dispatcher.ResponseData, url: string, now: number): Error {
  if (statusCode === 404 || statusCode === 410) return new DownloadError('not_found', url, statusCode);
  const isBusy = statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500;
  if (!isBusy) return new DownloadError('refused', url, statusCode);
  return new StatusError(
    new DownloadError('unavailable', url, statusCode),
    readRetryAfter(headers['retry-after'], now),
  );
}

/** Converts an error into a failure; undefined if another attempt would not help. */
function asFailure(
  error: unknown,
  url: string,
): { error: DownloadError; retryAfterMs: number | undefined } | undefined {
  if (error instanceof StatusError) return error;
  if (error instanceof BrokenError) return { error: new DownloadError('unreachable', url), retryAfterMs: 0 };
  if (error instanceof DownloadError) return undefined;
  const { code = '' } = error as { code?: unknown };
  if (typeof code !== 'string' || !/^UND_ERR_|^E(?!NOSPC|ACCES|ROFS|ISDIR|NOENT|MFILE|PERM|DQUOT)/.test(code))
    return undefined;
  const timedOut = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
  return { error: new DownloadError(timedOut ? 'timeout' : 'unreachable', url), retryAfterMs: undefined };
}

/** Discards a body that is not needed, ignoring errors it still reports. */
function drop({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}
