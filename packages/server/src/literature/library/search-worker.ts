import { parentPort, workerData } from 'node:worker_threads';
import { type Library, LibraryDamaged } from './library.ts';
import { type LibraryLocation, openLibrary } from './open-library.ts';
import type { FromWorker, LibraryCall, ToWorker } from './search-messages.ts';

/** The program of a search thread: opens the library it is told of, and answers calls until it is ended. */
const library = await openLibrary(
  workerData as LibraryLocation,
  (level, event, fields) => send({ type: 'log', line: [level, event, fields] }),
  // Calls end when their thread is told to stop them.
  { timeoutMs: Number.POSITIVE_INFINITY },
);
const running = new Map<number, AbortController>();

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'call') void run(message.id, message);
  else if (message.type === 'stop') stop(running.get(message.id));
  else void close();
});
send({ type: 'ready' });

async function run(id: number, call: LibraryCall): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const { signal } = controller;
  try {
    send({ type: 'answer', id, value: await untilStopped(answer(library, call, signal), signal) });
  } catch (error) {
    send({
      ...{ type: 'failure', id, error: error instanceof Error ? error : new Error('a search failed') },
      ...(error instanceof LibraryDamaged && { damaged: error.place }),
    });
  } finally {
    running.delete(id);
  }
}

/** What waits for a database does not hear the signal before that answers; the thread does, and need not be replaced. */
function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, stopped]);
}

function answer(library: Library, call: LibraryCall, signal: AbortSignal): Promise<unknown> {
  switch (call.method) {
    case 'search':
      return library.search(call.argument, { signal });
    case 'rank':
      return library.rank(call.argument, { signal });
    case 'get':
      return library.get(call.argument);
    case 'findByDoi':
      return library.findByDoi(call.argument);
    case 'stats':
      return library.stats();
    default:
      return call satisfies never;
  }
}

function stop(controller: AbortController | undefined): void {
  controller?.abort(new Error('nobody waits for it any more'));
}

async function close(): Promise<void> {
  for (const controller of running.values()) stop(controller);
  await library.close();
  parentPort?.close();
}

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}
