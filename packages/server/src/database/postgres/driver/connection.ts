import type { Socket } from 'node:net';
import postgres from 'postgres';
import { type Address, parseAddress } from './address.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { connectSocket } from './socket.ts';
import { encodeValue, parsers } from './values.ts';

/** A query; `prepared` caches the statement's plan for the connection, by its text. Statements without values may be a script. */
export type Query = {
  text: string;
  values?: readonly unknown[];
  prepared?: boolean;
  /** Time limit for the reply, in milliseconds, after which the connection is considered dead. */
  withinMs: number;
};

/**
 * One connection to PostgreSQL. All its parameters are passed to the driver, which neither reconnects nor chooses among several.
 * Using a closed connection fails with a ConnectionError.
 */
export type Connection = {
  /** Runs a statement and returns its rows; none for a script of several.
   *
   * @throws DatabaseError if the database rejects it; the connection stays open.
   * @throws ConnectionError if the connection is lost or does not answer in time.
   * @throws Error if a value cannot be read.
   */
  query<Row>(query: Query): Promise<Row[]>;
  /** Reason why the connection is closed; undefined while it is open. */
  readonly closedBy: ConnectionError | undefined;
  /** Closes the connection in an orderly way, waiting for the server at most a second. */
  close(): Promise<void>;
  /** Closes it at once, including running queries. */
  destroy(reason: Error): void;
};

export type ConnectionOptions = {
  /** Session settings by name; those of the address take precedence. */
  settings?: Readonly<Record<string, string | number>>;
  /** SQL to run before anything else. */
  script: string;
  /** Time limit for connecting and running the script, in milliseconds. */
  withinMs: number;
  /** Handler called once when the connection is closed, for whatever reason. */
  onClose?: (reason: ConnectionError) => void;
};

const leaveWithinSeconds = 1;

/**
 * Opens a connection to the server at a `postgres://` address.
 *
 * @throws DatabaseError if the server refuses it.
 * @throws ConnectionError if the server cannot be reached in time.
 */
export async function openConnection(url: string, options: ConnectionOptions): Promise<Connection> {
  const address = readAddress(url);
  const giveUpAt = performance.now() + options.withinMs;
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new Error(`no connection within ${options.withinMs} ms`)),
    options.withinMs,
  );
  let socket: Socket;
  try {
    socket = await connectSocket(address, deadline.signal);
  } catch (error) {
    throw new ConnectionError(deadline.signal.aborted ? deadline.signal.reason : error);
  } finally {
    clearTimeout(timer);
  }
  const connection = speak(socket, address, options);
  try {
    await connection.query({ text: options.script, withinMs: giveUpAt - performance.now() });
    return connection;
  } catch (error) {
    connection.destroy(error as Error);
    throw error;
  }
}

function readAddress(url: string): Address {
  try {
    return parseAddress(url);
  } catch (error) {
    throw new ConnectionError(error);
  }
}

function speak(socket: Socket, address: Address, { settings = {}, onClose }: ConnectionOptions): Connection {
  let closedBy: ConnectionError | undefined;
  let socketError: Error | undefined;
  const underWay = new Set<(reason: Error) => void>();
  // Not left to the driver, which gets the socket a little later and would miss one that is already closed.
  const end = (reason: Error) => {
    if (closedBy) return;
    closedBy = new ConnectionError(reason);
    for (const reject of underWay) reject(closedBy);
    onClose?.(closedBy);
  };
  const destroy = (reason: Error) => {
    end(reason);
    socket.destroy();
  };
  socket.on('error', (error) => {
    socketError = error;
  });
  socket.on('close', () => end(socketError ?? new Error('Connection terminated unexpectedly')));
  const sql = postgres(driverOptions(socket, address, settings));

  return {
    get closedBy() {
      return closedBy;
    },

    async query<Row>({ text, values = [], prepared = false, withinMs }: Query): Promise<Row[]> {
      if (closedBy) throw closedBy;
      const { promise: ended, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => destroy(new Error(`no answer within ${withinMs} ms`)), withinMs);
      underWay.add(reject);
      try {
        const simple = values.length === 0 && !prepared;
        const options = { prepare: prepared, simple } as object;
        const result = await Promise.race([sql.unsafe(text, values.map(encodeValue), options), ended]);
        // A script has a list of results, which has no columns.
        return 'columns' in result ? ([...result] as Row[]) : [];
      } catch (error) {
        throw translate(error);
      } finally {
        clearTimeout(timer);
        underWay.delete(reject);
      }
    },

    async close() {
      if (!closedBy) await sql.end({ timeout: leaveWithinSeconds });
      destroy(new Error('the connection was closed'));
    },

    destroy,
  };
}

/** Creates a new error, because the driver's own contain the values of the statement. */
function translate(error: unknown): Error {
  if (error instanceof ConnectionError) return error;
  if (error instanceof postgres.PostgresError) return new DatabaseError(error.message, error.code);
  const { message } = error as Error;
  // Connection errors have an errno, errors of values do not.
  return 'errno' in (error as Error) ? new ConnectionError(error) : new Error(message);
}

/** Returns all options that the driver would otherwise take from defaults, environment variables or its own types. */
function driverOptions(socket: Socket, { user, password, database, ...address }: Address, settings: object) {
  let given = false;
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    connection: { application_name: 'citewell', ...settings, ...address.settings },
    /** Returns the socket only once, because the driver would replace a lost socket with a new one. */
    socket() {
      if (given) throw new Error('Connection terminated unexpectedly');
      given = true;
      return socket;
    },
    host: 'localhost',
    port: 5432,
    max: 1,
    ssl: false,
    idle_timeout: 0,
    connect_timeout: 0,
    max_lifetime: 0,
    max_pipeline: 100,
    keep_alive: 60,
    backoff: () => 0,
    prepare: true,
    fetch_types: false,
    onnotice() {},
    types: driverTypes,
    // Otherwise every failed statement would stay in a cache of the driver for ever, by its position in the source.
    debug: true,
  } as postgres.Options<Record<string, postgres.PostgresType>>;
}

/** Types that the driver would read and write in its own way without ours; 0 is an unknown type. */
const driversOwn = [0, 16, 17, 21, 23, 25, 26, 114, 700, 701, 1082, 1114, 1184, 3802];
const sameText = (text: string) => text;

/** Types for the driver: values are already strings, and columns without a parser remain strings. */
const driverTypes = Object.fromEntries(
  [...driversOwn, ...Object.keys(parsers).map(Number)].map((type) => [
    `type${type}`,
    { to: type, from: [type], serialize: sameText, parse: parsers[type] ?? sameText },
  ]),
);
