import { parentPort } from 'node:worker_threads';
import { KeptCopies, type KeptReference } from './kept-value.ts';
import type { FromWorker, PoolCall, ToWorker } from './pool-messages.ts';

/**
 * Makes the calling worker thread handle the calls of its pool until the pool closes it. The signal of `answer` aborts when the
 * result is no longer needed, and `kept` is the thread's copy of the call's kept value; `close` closes the thread's resources.
 */
export function answerCalls<Call extends PoolCall>(
  answer: (call: Call, signal: AbortSignal, kept: unknown) => unknown,
  close: () => Promise<void> | undefined = () => undefined,
): void {
  const running = new Map<number, AbortController>();
  const copies = new KeptCopies();
  parentPort?.on('message', (message: ToWorker<Call>) => {
    if (message.type === 'call') void run(message.id, message as Call & typeof message);
    else if (message.type === 'stop') stop(running.get(message.id));
    else void end();
  });
  send({ type: 'ready' });

  async function run(id: number, call: Call & { kept?: KeptReference }): Promise<void> {
    const kept = copies.take(call.kept);
    const controller = new AbortController();
    running.set(id, controller);
    const { signal } = controller;
    try {
      send({ type: 'answer', id, value: await untilStopped(answer(call, signal, kept), signal) });
    } catch (error) {
      send({ type: 'failure', id, error: error instanceof Error ? error : new Error('a call failed') });
    } finally {
      running.delete(id);
    }
  }

  async function end(): Promise<void> {
    for (const controller of running.values()) stop(controller);
    await close();
    parentPort?.close();
  }
}

/** Sends a message from a worker thread to its pool. */
export function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/**
 * Rejects as soon as the signal aborts. Work that waits for a database does not react to the signal before the database replies,
 * but its thread does and need not be replaced.
 */
async function untilStopped(work: unknown, signal: AbortSignal): Promise<unknown> {
  if (!(work instanceof Promise)) return work;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, stopped]);
}

function stop(controller: AbortController | undefined): void {
  controller?.abort(new Error('nobody waits for it any more'));
}
