import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { CallResult, FromWorker, SentCall, ToWorker } from '../../platform/threads/pool-messages.ts';

/** Scripts for a worker's handling of a call. */
export const scripts = ['answer', 'wait', 'hang', 'crash', 'fail'] as const;
export type Script = (typeof scripts)[number];

/** `workerData` of a worker that cannot start. */
export const broken = 'broken';

/**
 * Worker thread of a pool that does what its argument, or the value of its first condition, says, and answers with its
 * thread's id: `wait` until it is told to stop, `hang` forever without listening. Counts the calls that it has started in
 * `workerData`, so that a test can wait for them.
 */
if (parentPort) {
  if (workerData === broken) throw new Error('this worker cannot be opened');
  const begun = new Int32Array(workerData as SharedArrayBuffer);
  const send = (message: FromWorker) => parentPort?.postMessage(message);
  const end = (result: CallResult) => void send({ type: 'results', results: [result] });
  const fail = (id: number, message: string) => end({ id, error: new Error(message) });

  parentPort.on('message', (message: ToWorker) => {
    if (message.type === 'close') return parentPort?.close();
    if (message.type === 'stop') return fail(message.id, 'stopped');
    for (const call of message.calls) run(call);
    return undefined;
  });
  send({ type: 'ready' });

  function run({ id, argument }: SentCall): undefined {
    const { script, conditions } = (argument ?? {}) as { script?: Script; conditions?: { value: string }[] };
    const action = script ?? scripts.find((each) => each === conditions?.[0]?.value) ?? 'answer';
    Atomics.add(begun, 0, 1);
    Atomics.notify(begun, 0);
    switch (action) {
      case 'answer':
        return end({ id, value: threadId });
      case 'wait':
        return undefined;
      case 'hang':
        for (;;);
      case 'crash':
        throw new Error('crashed');
      case 'fail':
        return fail(id, 'failed');
      default:
        return action satisfies never;
    }
  }
}
