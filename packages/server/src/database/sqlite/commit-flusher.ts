/** A caller who waits until everything up to its position is on the disk. */
type Waiting = { position: number; resolve: () => void; reject: (error: unknown) => void };

/**
 * Takes commits to the disk beside the event loop. Commits have ascending positions; whoever waits for one waits for a flush
 * that began after it, and one flush serves all commits before its beginning. After a flush that failed nothing counts as
 * flushed, whatever later flushes say: the system may have given up what it could not write.
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

  /** The error of a flush that failed, until `recover`. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /** Resolves when all commits up to this position are on the disk; rejects with what a flush failed with. */
  reach(position: number): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (position <= this.#durable) return Promise.resolve();
    this.#written = Math.max(this.#written, position);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ position, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves, and never rejects, when no flush is under way and nobody waits for one; undefined if that is so now. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Goes on after a failure: everything up to this position is on the disk after all. */
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

  /** Fails those who committed while the flush ran, too: they built on what it has lost. */
  #fail(error: unknown): void {
    this.#failure = { error };
    const failed = this.#waiting;
    this.#waiting = [];
    this.#onFailure(error);
    for (const { reject } of failed) reject(error);
  }
}
