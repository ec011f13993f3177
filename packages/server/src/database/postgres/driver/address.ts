import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** A PostgreSQL server, and the parameters of connections to it. */
export type Address = {
  /** A host name or address with its port, or the path of a Unix domain socket. */
  place: { host: string; port: number } | { path: string };
  /** Name of the role; undefined for PGUSER, or the user of the operating system. */
  user: string | undefined;
  /** Password of the role; undefined for PGPASSWORD, or none. */
  password: string | undefined;
  /** Name of the database; undefined for PGDATABASE, or the database with the user's name. */
  database: string | undefined;
  /** Options of Node's TLS; undefined for a connection without TLS. */
  tls: ConnectionOptions | undefined;
  /** Session settings by name, for the start-up message. */
  settings: Record<string, string>;
};

/** Parameters of an address that are settings of the session; others are about the connection, or unknown and ignored. */
const sessionSettings = [
  'application_name',
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
];

/**
 * Reads an address like `postgres://user:password@host:5432/database?sslmode=verify-full`. The driver takes an omitted user,
 * password or database from the environment.
 *
 * @throws TypeError if it is not a URL.
 * @throws Error if a file of its certificates cannot be read.
 */
export function parseAddress(url: string): Address {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const parameter = (name: string) => searchParams.get(name) || undefined;
  const host = parameter('host') ?? (decode(hostname).replace(/^\[(.+)\]$/, '$1') || 'localhost');
  const portNumber = Number(parameter('port') ?? (port || 5432));
  return {
    place: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${portNumber}` } : { host, port: portNumber },
    user: parameter('user') ?? (decode(username) || undefined),
    password: parameter('password') ?? (decode(password) || undefined),
    database: decode(pathname.slice(1)) || undefined,
    tls: readTls(parameter),
    settings: Object.fromEntries([...searchParams].filter(([name]) => sessionSettings.includes(name))),
  };
}

/** Decodes a part of an address; one with an unescaped percent sign is used unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads the TLS options. Every mode with TLS checks the certificate and its host name, including `require` and `prefer`, so that no
 * wrong mode sends a password to another server; only `no-verify` does not check.
 */
function readTls(parameter: (name: string) => string | undefined): ConnectionOptions | undefined {
  const files = { ca: parameter('sslrootcert'), cert: parameter('sslcert'), key: parameter('sslkey') };
  const given = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const asked =
    parameter('sslmode') ??
    parameter('ssl') ??
    (parameter('sslnegotiation') === 'direct' ? 'require' : undefined);
  const mode = asked ?? (given.length > 0 ? 'verify-full' : 'disable');
  if (['disable', 'false', '0'].includes(mode)) return undefined;
  return {
    ...Object.fromEntries(given.map(([name, path]) => [name, readFileSync(path, 'utf8')])),
    ...(mode === 'no-verify' && { rejectUnauthorized: false }),
  };
}
