import { setImmediate } from 'node:timers/promises';

/** Of the whole process: what keeps the thread is one, whoever asks. */
let last: Promise<void> = Promise.resolve();

/**
 * A turn of the event loop in which nobody else has one: work that keeps the thread for milliseconds asks for it, and what
 * arrives meanwhile is answered between any two of them. Rejects where the signal was aborted before its turn came.
 */
export async function ownTurn(signal: AbortSignal): Promise<void> {
  last = last.then(() => setImmediate());
  await last;
  signal.throwIfAborted();
}
