import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { type KeptValue, SentValues } from './kept-value.ts';
import type { CallResult, FromWorker, PoolCall, SentCall, ToWorker } from './pool-messages.ts';

/** A caller waiting for a result. `lose`: the thread ended before the call was done, perhaps because of another call. */
export type Caller = {
  /** Name in which it was requested. */
  turn: string;
  /** Set if it does not count against the share of that name, and may be sent together with others. */
  isUrgent: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
  lose(failure: Error): void;
};

export type ThreadOptions = {
  file: URL;
  /** Argument for the program in the file, as its `workerData`. */
  workerData: unknown;
  resourceLimits: ResourceLimits;
  /** Maximum number of simultaneous calls. */
  concurrencyPerWorker: number;
  /** Maximum number of urgent calls that it has at a time, and runs one after another. */
  urgentTogetherMax: number;
  /** Time allowed for a call to end after it was aborted. */
  graceMs: number;
  log: Log;
  /** Reports that it can take another call. */
  onFree(): void;
  /** Reports that it has ended, for whatever reason. `wasReady`: true if it had started successfully. */
  onEnd(wasReady: boolean, failure: Error): void;
};

/** Maximum length of the kept values that one thread has copies of, in UTF-16 code units: the evidence of some 500 answers. */
const keptMax = 8_000_000;

/** A worker thread and its running calls. */
export class PoolThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #calls = new Map<number, { caller: Caller; grace?: NodeJS.Timeout }>();
  /** Calls that it has been given but not been sent. */
  #unsent: SentCall[] = [];
  /** Number of urgent calls that it has, and the time of its last result, on the scale of `performance.now`. */
  #urgent = 0;
  #heardAt = 0;
  readonly #sent = new SentValues(keptMax);
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

  /** Set if it can take an urgent call: it is free, or others have not been sent to it yet. */
  get hasUrgentSeat(): boolean {
    if (this.hasSeat) return true;
    const together = this.#unsent.length;
    return together > 0 && together === this.#urgent && together < this.#options.urgentTogetherMax;
  }

  /** The time of its last result, or of the end of its start, on the scale of `performance.now`. */
  get heardAt(): number {
    return this.#heardAt;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  /** Returns true if it has a copy of the value. */
  keeps(kept: KeptValue<unknown> | undefined): boolean {
    return kept !== undefined && this.#sent.has(kept);
  }

  /** Returns true while it runs a call that counts against the share of this name, including an aborted one. */
  isAt(turn: string): boolean {
    return this.#calls.values().some(({ caller }) => caller.turn === turn && !caller.isUrgent);
  }

  /** Set while it runs an urgent call, including an aborted one. */
  get isAtUrgentWork(): boolean {
    return this.#urgent > 0;
  }

  /**
   * Takes a call, which is sent with the next `flush`, and returns a function that aborts it: the call then fails soon, or the
   * whole thread ends.
   */
  run({ kept, ...call }: PoolCall, caller: Caller): () => void {
    const id = ++this.#lastId;
    this.#calls.set(id, { caller });
    if (caller.isUrgent) this.#urgent += 1;
    this.#unsent.push({ id, ...call, ...(kept && { kept: this.#sent.refer(kept) }) });
    return () => {
      const running = this.#calls.get(id);
      if (!running || running.grace) return;
      this.#send({ type: 'stop', id });
      // It may have to wait for those that were sent with it.
      const before = caller.isUrgent ? this.busy : 1;
      running.grace = setTimeout(() => this.abandon(), before * this.#options.graceMs);
    };
  }

  /** Sends the calls that it has taken. */
  flush(): void {
    if (this.#unsent.length === 0) return;
    const calls = this.#unsent;
    this.#unsent = [];
    try {
      this.#send({ type: 'calls', calls });
    } catch (error) {
      // An argument that cannot be cloned fails its message, and the thread can take others.
      for (const { id } of calls) this.#take({ id, error: error as Error });
    }
  }

  /** Closes the thread's resources if that does not take long, and ends it. */
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
    this.#heardAt = performance.now();
    if (message.type === 'ready') {
      this.#ready = true;
      // From here on, calls keep the process alive through their deadlines.
      this.#worker.unref();
    } else for (const result of message.results) this.#take(result);
    this.#options.onFree();
  }

  #take(result: CallResult): void {
    const running = this.#calls.get(result.id);
    if (!running) return;
    this.#calls.delete(result.id);
    if (running.caller.isUrgent) this.#urgent -= 1;
    clearTimeout(running.grace);
    if ('error' in result) running.caller.reject(result.error);
    else running.caller.resolve(result.value);
  }

  /** Ends the thread and loses its calls. One in native code ends when that returns: nobody waits for it. */
  abandon(): void {
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
