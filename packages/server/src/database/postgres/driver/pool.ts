import type { Connection, ConnectionOptions } from './connection.ts';
import { ConnectionError } from './errors.ts';

export type PoolOptions = {
  /** Maximum number of connections. */
  max: number;
  /** Maximum wait for a free connection, in milliseconds. */
  waitMs: number;
  /** Time after which an unused connection is closed, in milliseconds. */
  idleMs: number;
  /** Handler called when an idle connection is lost. */
  onLost: (reason: ConnectionError) => void;
};

type Waiting = { resolve: (connection: Connection) => void; reject: (error: unknown) => void };

/** Pool of connections, opened on demand, used by one caller at a time, and assigned in order of requests. */
export class Pool {
  readonly #open: (onClose: NonNullable<ConnectionOptions['onClose']>) => Promise<Connection>;
  readonly #options: PoolOptions;
  /** Idle connections, the most recently used last, each with the timer that closes it. */
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
   * Returns a connection, which must be released.
   *
   * @throws ConnectionError if none becomes free in time, or the pool has ended; also the errors of opening one.
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

  /** Returns a connection to the pool; a broken one is closed. */
  release(connection: Connection, failure?: Error): void {
    if (failure) connection.destroy(failure);
    // A destroyed connection closes a little later.
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

  /** Closes the idle connections; all must be released first, because those in use are not closed. */
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

  /** Removes a connection from the count; the caller waiting longest gets a new one instead. */
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
