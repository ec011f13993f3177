/** Parameters of an address that decide on TLS. */
const aboutTls = ['sslmode', 'ssl', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey'];

/**
 * Completes the `postgres://` address of a database from PGHOST, PGPORT and PGSSLMODE, as PostgreSQL's own programs do:
 * https://www.postgresql.org/docs/18/libpq-envars.html. (User, password and database are added by the driver.)
 *
 * @throws TypeError if it is not a URL.
 */
export function completeAddress(url: string, environment: Record<string, string | undefined>): string {
  const address = new URL(url);
  const { searchParams: parameters } = address;
  const missing: [parameter: string, value: string | undefined, given: boolean][] = [
    ['host', environment.PGHOST, address.hostname !== ''],
    ['port', environment.PGPORT, address.port !== ''],
    ['sslmode', environment.PGSSLMODE, aboutTls.some((name) => parameters.has(name))],
  ];
  const added = missing.filter(([name, value, given]) => value && !given && !parameters.has(name));
  for (const [name, value = ''] of added) parameters.set(name, value);
  return added.length > 0 ? address.href : url;
}
