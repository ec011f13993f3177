import { CitewellError, ConnectionError } from './errors.ts';

/** One call from its first attempt to the last byte of its reply. */
export type ClientCall = {
  /** Aborted by the caller, by the idle timeout, or by `close`. */
  readonly signal: AbortSignal;
  /** Restarts the idle timeout, because data arrived. */
  touch(): void;
  /**
   * Waits `delayMs` milliseconds between two attempts; the idle timeout does not run during this time.
   * @throws the reason of `signal` once the call is aborted.
   */
  sleep(delayMs: number): Promise<void>;
  /** Converts an error caught within the call into the one to throw. */
  explain(error: unknown): unknown;
  /** Ends the call and its request, if that is still running. */
  close(): void;
};

/**
 * Starts a call that is aborted if the service sends nothing for too long. It must be closed.
 * @param timeoutMs milliseconds without data.
 */
export function startCall(timeoutMs: number, callerSignal: AbortSignal | undefined): ClientCall {
  const controller = new AbortController();
  const signal = callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal;
  let silentSince = Date.now();
  // One timer that checks the time when it fires: cheaper than a new one for every chunk of a stream.
  const watch = () => {
    const leftMs = silentSince + timeoutMs - Date.now();
    if (leftMs > 0) timer = setTimeout(watch, leftMs);
    else controller.abort(new ConnectionError(`Nothing was heard from the service for ${timeoutMs} ms.`));
  };
  let timer = setTimeout(watch, timeoutMs);
  return {
    signal,
    touch() {
      silentSince = Date.now();
    },
    async sleep(delayMs) {
      silentSince = Date.now() + delayMs;
      await abortableDelay(delayMs, signal);
    },
    explain(error) {
      if (signal.aborted) return signal.reason;
      if (error instanceof CitewellError) return error;
      return new ConnectionError('The connection to the service was lost.', { cause: error });
    },
    close() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

function abortableDelay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
