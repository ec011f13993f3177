import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { type Connection, openConnection } from './driver/connection.ts';
import { ConnectionError, DatabaseError } from './driver/errors.ts';
import { Pool } from './driver/pool.ts';

export type DatabaseOptions = {
  /** Maximum number of connections. 16 keep a database with a few cores busy; more would wait for each other. */
  connections?: number;
  /** Time limit of a statement, including waits for locks. */
  statementWithinMs?: number;
  /** Time limit between two statements of a transaction. */
  idleWithinMs?: number;
  /** Time for which statements wait for a database that has become unavailable; a restart takes seconds. */
  returnWithinMs?: number;
};

/** Time limit for getting a connection, including the wait for a free one; long, because settlements are better late than lost. */
const connectWithinMs = 10_000;
const statementWithinDefaultMs = 10_000;
/** Milliseconds allowed beyond the database's own limit, after which a connection is considered dead. */
const graceMs = 5_000;
const returnWithinDefaultMs = 5_000;
const [firstWaitMs, longestWaitMs] = [50, 500];
/** Milliseconds for a migration or a verification of the whole ledger, which may take long. */
const longTimeoutMs = 3_600_000;

/** A statement; with a `name`, it is prepared once per connection. The same name must always have the same text. */
export type Statement = { name?: string; text: string; longRunning?: boolean };

/** Runs a statement and returns its rows. Whole numbers (bigint) are numbers; one beyond 2^53 is an error. */
export type Run = <Row = Record<string, unknown>>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Begins a read-only transaction on one snapshot, taken at its first statement. */
export const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * A PostgreSQL database and our connections to it. A failed statement rejects, and the next one gets a new connection. If the
 * database becomes unavailable, or a statement times out, it rejects with the ServiceError overloaded, and the work may or may not
 * have been done.
 */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #returnWithinMs: number;
  readonly #queryWithinMs: number;
  #reached = false;
  /** Time at which the database was first found unavailable; undefined while it is available. */
  #awaySince: number | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(
    url: string,
    log: Log,
    {
      connections = 16,
      statementWithinMs = statementWithinDefaultMs,
      idleWithinMs = statementWithinMs + graceMs,
      returnWithinMs = returnWithinDefaultMs,
    }: DatabaseOptions = {},
  ) {
    this.#returnWithinMs = returnWithinMs;
    this.#queryWithinMs = statementWithinMs + graceMs;
    const settings = {
      statement_timeout: statementWithinMs,
      idle_in_transaction_session_timeout: idleWithinMs,
    };
    this.#pool = new Pool(
      (onClose) =>
        openConnection(url, { settings, script: sessionSettings, withinMs: connectWithinMs, onClose }),
      {
        max: connections,
        waitMs: connectWithinMs,
        idleMs: 30_000,
        onLost: (error) => log('warn', 'database_connection_lost', describeError(error)),
      },
    );
  }

  /** Runs one statement as a transaction: its changes are on the disk when the promise resolves. */
  run: Run = (statement, values) => this.#follow(this.#run(statement, values));

  /** Runs several statements in one transaction, read committed by default. */
  transact<T>(work: (run: Run) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    return this.#follow(this.#transact(work, begin));
  }

  /** Closes all connections after pending statements and transactions. */
  async close(): Promise<void> {
    // The pool itself would not wait for statements that are waiting for a connection.
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.#pool.end();
  }

  async #follow<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  #run: Run = async (statement, values) => {
    const connection = await this.#connect();
    let failure: Error | undefined;
    try {
      return await this.#runOn(connection, statement, values);
    } catch (error) {
      if (!(error instanceof DatabaseError)) failure = error as Error;
      throw error;
    } finally {
      this.#pool.release(connection, failure);
    }
  };

  async #transact<T>(work: (run: Run) => Promise<T>, begin: string): Promise<T> {
    const connection = await this.#connect();
    let failure: Error | undefined;
    const run: Run = (statement, values) => this.#runOn(connection, statement, values);
    try {
      await run({ text: begin });
      const result = await work(run);
      await run({ text: 'COMMIT' });
      return result;
    } catch (error) {
      await run({ text: 'ROLLBACK' }).catch((cause: Error) => {
        failure = cause;
      });
      throw error;
    } finally {
      // A connection that cannot even roll back is closed.
      this.#pool.release(connection, failure);
    }
  }

  async #runOn<Row>(
    connection: Connection,
    { name, text, longRunning = false }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const withinMs = longRunning ? longTimeoutMs : this.#queryWithinMs;
    try {
      return await connection.query<Row>({ text, values, prepared: name !== undefined, withinMs });
    } catch (error) {
      throw isUnreachable(error) ? unreachable(error) : error;
    }
  }

  /** Gets a connection. Nothing has been sent yet, so waiting for a restarting database is harmless. */
  async #connect(): Promise<Connection> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        const connection = await this.#pool.acquire();
        this.#reached = true;
        this.#awaySince = undefined;
        return connection;
      } catch (error) {
        // The first connection reports the original error.
        if (!this.#reached || this.#pool.ended) throw error;
        this.#awaySince ??= performance.now();
        const waited = performance.now() - this.#awaySince;
        if (waited + waitMs > this.#returnWithinMs) throw unreachable(error);
        await delay(waitMs);
      }
    }
  }
}

/** Session settings that every transaction relies on, regardless of the server's defaults. */
const sessionSettings = `
  SELECT set_config('default_transaction_isolation', 'read committed', false);
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
`;

/**
 * SQLSTATEs of lost or unavailable connections, of a server that stops or starts, and of a statement or transaction that timed
 * out.
 */
const unreachableStates = /^(?:08|57P|53300|57014|25P0[34])/;

function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unreachableStates.test(error.code);
  return error instanceof ConnectionError;
}

const retryAfterSeconds = 5;

function unreachable(cause: unknown): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    detail: {
      en: 'The database of this service cannot be reached at the moment; try again in a few seconds.',
      zh: '服务的数据库暂时无法访问，请几秒后重试。',
    },
    cause,
  });
}

/** Takes an advisory lock until the end of the transaction, waiting for others if necessary. */
export async function withAdvisoryLock(
  run: Run,
  work: string,
  options: { longRunning?: boolean } = {},
): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('citewell ' || current_schema() || ' ' || $1, 0))`;
  await run({ text, ...options }, [work]);
}

/**
 * Opens the database and brings its schema up to date. Migrations are SQL scripts; the schema's version is the number of
 * scripts that have run, stored in the table `versions`. Throws StorageError if the database cannot be reached or used, or was
 * written by a newer version.
 */
export async function openPostgresDatabase(
  url: string,
  migrations: readonly string[],
  log: Log,
  { versions = 'schema_version', ...options }: DatabaseOptions & { versions?: string } = {},
): Promise<PostgresDatabase> {
  const place = withoutSecrets(url);
  const database = new PostgresDatabase(url, log, options);
  try {
    await database.transact((run) => migrate(run, place, migrations, versions));
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof StorageError) throw error;
    const reason = reasonOf(error);
    throw new StorageError(
      {
        en: `The database ${place} cannot be used: ${reason}.`,
        zh: `无法使用数据库 ${place}：${reason}。`,
      },
      error,
    );
  }
}

/** Migrates under a lock, so that if several processes start together, one migrates and the others find it done. */
async function migrate(
  run: Run,
  place: string,
  migrations: readonly string[],
  versions: string,
): Promise<void> {
  await run({ text: `SET LOCAL statement_timeout = ${longTimeoutMs}` });
  await withAdvisoryLock(run, 'migration', { longRunning: true });
  const [server] = await run<{ encoding: string; versions: string | null }>({
    text: `SELECT current_setting('server_encoding') AS encoding, to_regclass('${versions}')::text AS versions`,
  });
  if (server?.encoding !== 'UTF8') {
    throw new StorageError({
      en: `The database ${place} is encoded in ${server?.encoding}. Citewell needs one created with ENCODING 'UTF8'.`,
      zh: `数据库 ${place} 的编码为 ${server?.encoding}。Citewell 需要以 ENCODING 'UTF8' 创建的数据库。`,
    });
  }
  if (server.versions === null) {
    await run({ text: `CREATE TABLE ${versions} (version integer NOT NULL)` });
    await run({ text: `INSERT INTO ${versions} VALUES (0)` });
  }
  const [row] = await run<{ version: number }>({ text: `SELECT version FROM ${versions}` });
  const version = row?.version ?? 0;
  if (version > migrations.length) {
    throw new StorageError({
      en: `The database ${place} was written by a newer version of Citewell (schema ${version}; this one knows ${migrations.length}). Start that version or restore a backup made before the upgrade.`,
      zh: `数据库 ${place} 由更新版本的 Citewell 写入（架构版本 ${version}，本程序支持到 ${migrations.length}）。请启动该版本，或恢复升级之前的备份。`,
    });
  }
  for (const text of migrations.slice(version)) await run({ text, longRunning: true });
  await run({ text: `UPDATE ${versions} SET version = $1` }, [migrations.length]);
}

/** Returns an address without user, password and settings: "postgres://host:5432/name". */
function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Returns the error message of the driver or the database; neither contains the address. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return reasonOf(error.cause);
  return error instanceof Error && error.message ? error.message : String(error);
}
