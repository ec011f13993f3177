import type { Socket } from 'node:net';
import postgres from 'postgres';
import { type Address, parseAddress } from './address.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { connectSocket } from './socket.ts';
import { encodeValue, parsers } from './values.ts';

/** `prepared` keeps the statement's plan for the connection, by its text. Statements without values may be a script. */
export type Query = {
  text: string;
  values?: readonly unknown[];
  prepared?: boolean;
  /** Time for the answer, in milliseconds; afterwards the connection is taken for dead. */
  withinMs: number;
};

/**
 * One connection to PostgreSQL, of which the driver is told everything: it neither connects again nor chooses among several.
 * Whoever uses a connection that is closed gets a ConnectionError.
 */
export type Connection = {
  /** Gives the rows of a statement; none for a script of several.
   *
   * @throws DatabaseError if the database refuses it; the connection goes on.
   * @throws ConnectionError if the connection is lost or does not answer in time.
   * @throws Error if a value cannot be read.
   */
  query<Row>(query: Query): Promise<Row[]>;
  /** Undefined while it is open. */
  readonly closedBy: ConnectionError | undefined;
  /** Takes leave of the server, and waits for it no longer than a second. */
  close(): Promise<void>;
  /** Ends it at once, with what is under way. */
  destroy(reason: Error): void;
};

export type ConnectionOptions = {
  /** Session settings by name; those of the address win. */
  settings?: Readonly<Record<string, string | number>>;
  /** SQL to run before anything else. */
  script: string;
  /** Time for connecting, in milliseconds, with the script's. */
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
  // Not left to the driver: it hears of the socket a little later, and of one that is closed by then nothing at all.
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

/** A new error: the driver's own carry the values of the statement. */
function translate(error: unknown): Error {
  if (error instanceof ConnectionError) return error;
  if (error instanceof postgres.PostgresError) return new DatabaseError(error.message, error.code);
  const { message } = error as Error;
  // Errors of its connection have one, errors of values have none.
  return 'errno' in (error as Error) ? new ConnectionError(error) : new Error(message);
}

/** All that the driver would otherwise take from its defaults, its environment variables or the types it knows. */
function driverOptions(socket: Socket, { user, password, database, ...address }: Address, settings: object) {
  let given = false;
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    connection: { application_name: 'citewell', ...settings, ...address.settings },
    /** Gives the socket once: the driver would put a new one in the place of one that is lost. */
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
    // Otherwise each statement that fails stays in a cache of the driver for ever, by the place it was written at.
    debug: true,
  } as postgres.Options<Record<string, postgres.PostgresType>>;
}

/** Types that the driver would read and write its own way, if it were not told ours; 0 is one that it does not know. */
const driversOwn = [0, 16, 17, 21, 23, 25, 26, 114, 700, 701, 1082, 1114, 1184, 3802];
const sameText = (text: string) => text;

/** Values are texts when they are given to the driver, and columns without a parser stay texts. */
const driverTypes = Object.fromEntries(
  [...driversOwn, ...Object.keys(parsers).map(Number)].map((type) => [
    `type${type}`,
    { to: type, from: [type], serialize: sameText, parse: parsers[type] ?? sameText },
  ]),
);
