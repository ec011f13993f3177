import type { Connection, ConnectionOptions } from './connection.ts';
import { ConnectionError } from './errors.ts';

export type PoolOptions = {
  /** Connections at most. */
  max: number;
  /** Time for which whoever asks waits for one that is in use, in milliseconds. */
  waitMs: number;
  /** Time after which a connection that is not used is closed, in milliseconds. */
  idleMs: number;
  /** Handler called when an idle connection is lost. */
  onLost: (reason: ConnectionError) => void;
};

type Waiting = { resolve: (connection: Connection) => void; reject: (error: unknown) => void };

/** Connections, opened when asked for and used by one at a time. First come, first served. */
export class Pool {
  readonly #open: (onClose: NonNullable<ConnectionOptions['onClose']>) => Promise<Connection>;
  readonly #options: PoolOptions;
  /** Idle connections, the latest used last, each with the timer that closes it. */
  readonly #idle = new Map<Connection, NodeJS.Timeout>();
  readonly #waiting = new Set<Waiting>();
  #count = 0;
  #ended = false;

  constructor(
    open: (onClose: NonNullable<ConnectionOptions['onClose']>) => Promise<Connection>,
    options: PoolOptions,
  ) {
    this.#open = open;
    this.#options = options;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Gives a connection, which is to be released.
   *
   * @throws ConnectionError if none becomes free in time, or the pool has ended; and what opening one throws.
   */
  async acquire(): Promise<Connection> {
    if (this.#ended) throw new ConnectionError('the pool has ended');
    const idle = [...this.#idle.keys()].at(-1);
    if (idle) {
      this.#takeFromIdle(idle);
      return idle;
    }
    return this.#count < this.#options.max ? this.#add() : this.#wait();
  }

  /** Takes a connection back; one that is broken is ended. */
  release(connection: Connection, failure?: Error): void {
    if (failure) connection.destroy(failure);
    // What is destroyed closes a little later.
    if (failure || connection.closedBy) {
      this.#forget();
      return;
    }
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.resolve(connection);
      return;
    }
    const timer = setTimeout(() => void this.#close(connection), this.#options.idleMs);
    this.#idle.set(connection, timer);
  }

  /** Closes the connections that nobody uses; others are closed by nobody, so all are to be released before. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#idle.keys()].map((connection) => this.#close(connection)));
  }

  async #add(): Promise<Connection> {
    this.#count += 1;
    try {
      let connection: Connection | undefined;
      connection = await this.#open((reason) => {
        if (!connection || !this.#idle.has(connection)) return;
        this.#takeFromIdle(connection);
        this.#forget();
        this.#options.onLost(reason);
      });
      return connection;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #wait(): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const { waitMs } = this.#options;
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(new ConnectionError(`no connection was free within ${waitMs} ms`));
    }, waitMs);
    const waiting: Waiting = {
      resolve(connection) {
        clearTimeout(timer);
        resolve(connection);
      },
      reject(error) {
        clearTimeout(timer);
        reject(error);
      },
    };
    this.#waiting.add(waiting);
    return promise;
  }

  /** One fewer: whoever waits longest gets a new one in its place. */
  #forget(): void {
    this.#count -= 1;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    this.#add().then(next.resolve, next.reject);
  }

  #takeFromIdle(connection: Connection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
  }

  async #close(connection: Connection): Promise<void> {
    this.#takeFromIdle(connection);
    this.#forget();
    await connection.close();
  }
}
