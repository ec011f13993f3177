import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { ProviderError } from './provider.ts';

type HttpHeaders = Record<string, string | string[] | undefined>;

export type HttpHead = { status: number; headers: HttpHeaders };

/**
 * Receives a body as it arrives; until a promise that it returns resolves, further bytes are held back and then passed on
 * in one piece, or at once after an abort.
 */
export type ByteConsumer = (bytes: Uint8Array) => Promise<void> | undefined;

export type HttpPost = {
  dispatcher: Dispatcher;
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** Handler called when there is a connection and the request is sent on it. */
  onSent?: (() => void) | undefined;
  /**
   * Handler called with the head of the reply; the consumer that it returns receives the body. If either throws, the
   * request is closed.
   */
  onHead(head: HttpHead): ByteConsumer;
};

/** Bytes held back for a consumer that is busy, beyond which the socket is paused: some eighty events. */
const waitingMax = 16 * 1024;
/** Turns of the event loop in which an aborted request is read, each at least 64 KB: a model may never stop writing. */
const lastTurnsMax = 16;

/**
 * Sends a POST request, and resolves when the body of the reply has been consumed. Rejects with ProviderError
 * `unreachable` before the head, `cut` after it, with the error of `onHead` or its consumer, and with the
 * signal's reason on abort; nothing of undici's error is kept.
 *
 * After an abort, the consumer first receives what has already arrived, which the provider charges: a busy process or a
 * slow reader leaves bytes in the socket. If that completes the reply, the request resolves.
 *
 * Uses `dispatch`, undici's lowest layer: at 100 streams × 50 events/s a Readable by `request` costs 37 µs of CPU an
 * event, a web stream above 100, a handler's calls 31.
 */
export function post({
  signal,
  dispatcher,
  onSent,
  onHead,
  body,
  headers,
  ...request
}: HttpPost): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | undefined;
  let take: ByteConsumer | undefined;
  let over = false;
  /** Set on abort, while what has arrived is read. */
  let isLeaving = false;
  /** Set by every chunk of an aborted request. */
  let hasArrived = false;
  /** Set until a promise of the consumer resolves. */
  let isBusy = false;
  let isPaused = false;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  /** Set when the connection has ended, and called when everything received on it has been consumed. */
  let ended: (() => void) | undefined;

  function end(settle: () => void): void {
    if (over) return;
    over = true;
    signal.removeEventListener('abort', leave);
    settle();
  }
  function stop(reason: unknown): void {
    if (over) return;
    end(() => reject(isLeaving ? signal.reason : reason));
    controller?.abort(new Error('left'));
  }
  function pass(bytes: Uint8Array): void {
    try {
      const lagging = take?.(bytes);
      isBusy = lagging !== undefined;
      lagging?.then(next, stop);
    } catch (error) {
      stop(error);
    }
  }
  function next(): void {
    isBusy = false;
    if (waiting.length > 0 && !over) pass(takeWaiting());
    // Last, because what is then read from the socket comes after what was held back.
    resume();
    if (!isBusy) ended?.();
  }
  function takeWaiting(): Uint8Array {
    const bytes = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    return bytes;
  }
  function resume(): void {
    if (!isPaused) return;
    isPaused = false;
    controller?.resume();
  }
  function endWhenTaken(settle: () => void): void {
    ended = () => end(settle);
    if (!isBusy) ended();
  }
  function leave(): void {
    if (!controller) {
      stop(signal.reason);
      return;
    }
    isLeaving = true;
    void readRest();
  }
  /** Reads until nothing came in a whole turn; the abort may have come in the middle of the first one. */
  async function readRest(): Promise<void> {
    await nextTurn();
    // Nobody reads any longer. Even without bytes, because a consumer that waited for its reader has parts left.
    if (!over) pass(takeWaiting());
    resume();
    if (!isBusy) ended?.();
    for (let turn = 0; turn < lastTurnsMax && !over; turn++) {
      hasArrived = false;
      await nextTurn();
      if (!hasArrived) break;
    }
    stop(signal.reason);
  }

  if (signal.aborted) return Promise.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  dispatcher.dispatch(
    {
      ...request,
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // Undici accepts any iterable; its types are narrower.
      body: sentOnce(Buffer.from(body)) as unknown as Readable,
    },
    {
      onRequestStart(started) {
        controller = started;
        if (over) started.abort(new Error('left'));
        else onSent?.();
      },
      onResponseStart(started, status, headers) {
        // Undici would hold them, with the bytes of the whole head, until the reply has ended.
        started.rawHeaders = null;
        if (status < 200 || over) return;
        try {
          take = onHead({ status, headers });
        } catch (error) {
          stop(error);
        }
      },
      onResponseData(started, bytes) {
        if (over) return;
        hasArrived = true;
        if (!isBusy) return pass(bytes);
        waiting.push(bytes);
        waitingBytes += bytes.length;
        if (waitingBytes < waitingMax || isPaused) return;
        isPaused = true;
        started.pause();
      },
      onResponseEnd() {
        endWhenTaken(resolve);
      },
      onResponseError() {
        endWhenTaken(() => reject(new ProviderError(take ? 'cut' : 'unreachable', { retryable: true })));
      },
    },
  );
  return promise;
}

/**
 * Creates a body that undici does not hold after sending it: a reply may take a minute, and there may be a thousand.
 */
function sentOnce(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  let left: Uint8Array | undefined = bytes;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const value = left;
        left = undefined;
        return value ? { value, done: false } : { value: undefined, done: true };
      },
    }),
  };
}
