import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { FromWorker, PoolCall, ToWorker } from './pool-messages.ts';

/** Caller that waits for a result. `lose`: the thread ended before it was done, perhaps through another's call. */
export type Caller = {
  /** Name in which it was requested. */
  turn: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  lose(failure: Error): void;
};

export type ThreadOptions = {
  file: URL;
  /** Argument for the program in the file, as its `workerData`. */
  workerData: unknown;
  resourceLimits: ResourceLimits;
  /** Calls it is at together at most. */
  concurrencyPerWorker: number;
  /** Time allowed for a call to end after it was told to stop. */
  graceMs: number;
  log: Log;
  /** It can take a call, or another one. */
  onFree(): void;
  /** It has ended, told to or not. `wasReady`: it had been able to begin. */
  onEnd(wasReady: boolean, failure: Error): void;
};

/** One worker thread and the calls it is at. */
export class PoolThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #calls = new Map<number, { caller: Caller; grace?: NodeJS.Timeout }>();
  #lastId = 0;
  #ready = false;
  #ended = false;
  #failure: Error | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(options.file, {
      workerData: options.workerData,
      resourceLimits: options.resourceLimits,
    });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => {
      this.#failure = error instanceof Error ? error : new Error('a worker thread failed');
    });
    this.#worker.on('exit', () => this.#end());
  }

  get busy(): number {
    return this.#calls.size;
  }

  get hasSeat(): boolean {
    return this.#ready && !this.#ended && this.#calls.size < this.#options.concurrencyPerWorker;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  /** Returns true while it runs a call of this name, including one that was told to stop. */
  isAt(turn: string): boolean {
    return this.#calls.values().some(({ caller }) => caller.turn === turn);
  }

  /** Returns what stops the call: it then fails soon, or the whole thread ends. */
  run(call: PoolCall, caller: Caller): () => void {
    const id = ++this.#lastId;
    this.#calls.set(id, { caller });
    this.#send({ type: 'call', id, ...call });
    return () => {
      const running = this.#calls.get(id);
      if (!running || running.grace) return;
      this.#send({ type: 'stop', id });
      running.grace = setTimeout(() => this.#abandon(), this.#options.graceMs);
    };
  }

  /** Lets it close what it has opened, where that does not take long. */
  async close(): Promise<void> {
    if (this.#ended) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#worker.once('exit', () => resolve());
    this.#send({ type: 'close' });
    const grace = setTimeout(() => void this.#worker.terminate(), this.#options.graceMs);
    await ended;
    clearTimeout(grace);
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if (this.#ended) return;
    if (message.type === 'log') {
      this.#options.log(...message.line);
      return;
    }
    if (message.type === 'ready') {
      this.#ready = true;
      // From here on it is the calls that keep the process alive, by their deadlines.
      this.#worker.unref();
    } else {
      const running = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      clearTimeout(running?.grace);
      if (message.type === 'answer') running?.caller.resolve(message.value);
      else running?.caller.reject(message.error);
    }
    this.#options.onFree();
  }

  /** A thread in native code ends when that returns: nobody waits for it. */
  #abandon(): void {
    void this.#worker.terminate();
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const failure = this.#failure ?? new Error('a worker thread ended');
    for (const { caller, grace } of this.#calls.values()) {
      clearTimeout(grace);
      caller.lose(failure);
    }
    this.#calls.clear();
    this.#options.onEnd(this.#ready, failure);
  }
}
