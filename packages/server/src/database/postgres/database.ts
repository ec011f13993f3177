import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { type Connection, openConnection } from './driver/connection.ts';
import { ConnectionError, DatabaseError } from './driver/errors.ts';
import { Pool } from './driver/pool.ts';

export type DatabaseOptions = {
  /** Largest number of connections. 16 keep a database of a few cores busy; more would wait for each other there. */
  connections?: number;
  /** Time limit of a statement, including waits for locks. */
  statementWithinMs?: number;
  /** Time limit between two statements of a transaction. */
  idleWithinMs?: number;
  /** Time for which statements wait for a database that has become unavailable; a restart takes seconds. */
  returnWithinMs?: number;
};

/** Waiting for one of them included: a crowd of settlements is better late than lost. */
const connectWithinMs = 10_000;
const statementWithinDefaultMs = 10_000;
/** Milliseconds allowed beyond the database's own limit, for a connection that has died without a word. */
const graceMs = 5_000;
const returnWithinDefaultMs = 5_000;
const [firstWaitMs, longestWaitMs] = [50, 500];
/** Milliseconds for a migration or a check of the whole ledger, which take as long as they take. */
const longTimeoutMs = 3_600_000;

/** `name` makes it a prepared statement of each connection; the same name always has the same text. */
export type Statement = { name?: string; text: string; patient?: boolean };

/** Runs a statement and gives its rows. Whole numbers (bigint) are numbers; one beyond 2^53 is an error. */
export type Run = <Row = Record<string, unknown>>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Begins a transaction that reads, all of it as things are at its first statement. */
export const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * A PostgreSQL database and our connections to it. What fails rejects; the next statement finds a new connection. One that
 * goes away while it serves, and a statement it has no time for, reject with the ServiceError overloaded: what was under way
 * then may have been done or not.
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

  /** One statement, which is a transaction: what it changed is on the disk when the promise resolves. */
  run: Run = (statement, values) => this.#follow(this.#run(statement, values));

  /** Several statements in one transaction, read committed unless told otherwise. */
  transact<T>(work: (run: Run) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    return this.#follow(this.#transact(work, begin));
  }

  /** Ends after the statements and transactions already asked for. */
  async close(): Promise<void> {
    // The pool itself would forget those that wait for a connection.
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
      // A connection that cannot even roll back is of no use to anybody.
      this.#pool.release(connection, failure);
    }
  }

  async #runOn<Row>(
    connection: Connection,
    { name, text, patient = false }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const withinMs = patient ? longTimeoutMs : this.#queryWithinMs;
    try {
      return await connection.query<Row>({ text, values, prepared: name !== undefined, withinMs });
    } catch (error) {
      throw isUnreachable(error) ? unreachable(error) : error;
    }
  }

  /** A connection. Nothing has been asked yet, so there is no harm in waiting for a database that restarts. */
  async #connect(): Promise<Connection> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        const connection = await this.#pool.acquire();
        this.#reached = true;
        this.#awaySince = undefined;
        return connection;
      } catch (error) {
        // Whoever opens it is told the reason as it is.
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
 * SQLSTATEs of connections lost or not to be had, of a server that stops or starts, and of a statement or transaction
 * out of time.
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

/** Waits until nobody else is at this work, which is then ours to the end of the transaction. */
export async function withAdvisoryLock(
  run: Run,
  work: string,
  options: { patient?: boolean } = {},
): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('citewell ' || current_schema() || ' ' || $1, 0))`;
  await run({ text, ...options }, [work]);
}

/**
 * Opens the database and brings its schema up to date. Migrations are SQL scripts; the schema's version is how many of
 * them have run, which the table `versions` keeps. Throws StorageError where the database cannot be reached or used, or
 * was written by a newer version.
 */
export async function openDatabase(
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

/** Migrates under a lock, so that of several processes that start together one migrates and the others find it done. */
async function migrate(
  run: Run,
  place: string,
  migrations: readonly string[],
  versions: string,
): Promise<void> {
  await run({ text: `SET LOCAL statement_timeout = ${longTimeoutMs}` });
  await withAdvisoryLock(run, 'migration', { patient: true });
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
      en: `The database ${place} was written by a newer Citewell (schema ${version}; this one knows ${migrations.length}). Start that version, or restore a backup made before the upgrade.`,
      zh: `数据库 ${place} 由更新版本的 Citewell 写入（架构版本 ${version}，本程序支持到 ${migrations.length}）。请启动该版本，或恢复升级之前的备份。`,
    });
  }
  for (const text of migrations.slice(version)) await run({ text, patient: true });
  await run({ text: `UPDATE ${versions} SET version = $1` }, [migrations.length]);
}

/** "postgres://host:5432/name": whom to look for, without user, password and settings. */
function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Returns the error message of the driver or the database; neither contains the address. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return reasonOf(error.cause);
  return error instanceof Error && error.message ? error.message : String(error);
}
