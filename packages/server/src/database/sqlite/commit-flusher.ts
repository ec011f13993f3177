/** A waiting caller, to be resolved when everything up to its position is on the disk. */
type Waiting = { position: number; resolve: () => void; reject: (error: unknown) => void };

/**
 * Flushes commits to the disk off the event loop. Commits have ascending positions; waiting for one means waiting for a flush
 * that began after it, and one flush serves all commits before its start. After a failed flush nothing counts as flushed, even
 * if later flushes succeed, because the system may have discarded the data that it could not write.
 */
export class CommitFlusher {
  readonly #flush: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #written = 0;
  #durable = 0;
  #running: Promise<void> | undefined;
  #waiting: Waiting[] = [];
  #failure: { error: unknown } | undefined;

  constructor(flush: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#flush = flush;
    this.#onFailure = onFailure;
  }

  /** The error of a failed flush, until `recover`. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /** Resolves when all commits up to this position are on the disk; rejects with the error of a failed flush. */
  reach(position: number): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (position <= this.#durable) return Promise.resolve();
    this.#written = Math.max(this.#written, position);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ position, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves, and never rejects, when no flush is running or waited for; undefined if that is already so. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Continues after a failure: everything up to this position is now on the disk. */
  recover(position: number): void {
    this.#durable = position;
    this.#failure = undefined;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const covered = this.#written;
      try {
        await this.#flush();
      } catch (error) {
        this.#fail(error);
        break;
      }
      this.#durable = covered;
      const served = this.#waiting.filter(({ position }) => position <= covered);
      this.#waiting = this.#waiting.filter(({ position }) => position > covered);
      for (const { resolve } of served) resolve();
    }
    this.#running = undefined;
  }

  /** Rejects all waiting callers, including those that committed during the flush, since they built on lost commits. */
  #fail(error: unknown): void {
    this.#failure = { error };
    const failed = this.#waiting;
    this.#waiting = [];
    this.#onFailure(error);
    for (const { reject } of failed) reject(error);
  }
}
