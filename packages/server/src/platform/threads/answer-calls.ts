import { parentPort } from 'node:worker_threads';
import { KeptCopies } from './kept-value.ts';
import type { CallResult, FromWorker, PoolCall, SentCall, ToWorker } from './pool-messages.ts';

/** Milliseconds for which the results of calls that arrived together are collected before they are sent. */
const collectedMs = 4;

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
    if (message.type === 'calls') runAll(message.calls);
    else if (message.type === 'stop') stop(running.get(message.id));
    else void end();
  });
  send({ type: 'ready' });

  function runAll(calls: readonly SentCall<Call>[]): void {
    let results: CallResult[] = [];
    let sentAt = performance.now();
    for (const [at, call] of calls.entries()) {
      const result = run(call);
      if (result) results.push(result);
      const isLast = at === calls.length - 1;
      if (results.length === 0 || (!isLast && performance.now() - sentAt < collectedMs)) continue;
      send({ type: 'results', results });
      results = [];
      sentAt = performance.now();
    }
  }

  /** Returns the result of a call; undefined if the call waits for something, and its result is sent later. */
  function run({ id, kept: reference, ...call }: SentCall<Call>): CallResult | undefined {
    const kept = copies.take(reference);
    const controller = new AbortController();
    try {
      const work = answer(call as unknown as Call, controller.signal, kept);
      if (!(work instanceof Promise)) return { id, value: work };
      running.set(id, controller);
      void finish(id, work, controller.signal);
      return undefined;
    } catch (error) {
      return failure(id, error);
    }
  }

  async function finish(id: number, work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      send({ type: 'results', results: [{ id, value: await untilStopped(work, signal) }] });
    } catch (error) {
      send({ type: 'results', results: [failure(id, error)] });
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

function failure(id: number, error: unknown): CallResult {
  return { id, error: error instanceof Error ? error : new Error('a call failed') };
}

/** Sends a message from a worker thread to its pool. */
export function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/**
 * Rejects as soon as the signal aborts. Work that waits for a database does not react to the signal before the database replies,
 * but its thread does and need not be replaced.
 */
async function untilStopped(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, stopped]);
}

function stop(controller: AbortController | undefined): void {
  controller?.abort(new Error('nobody waits for it any more'));
}
