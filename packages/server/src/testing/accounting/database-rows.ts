import { DatabaseSync } from 'node:sqlite';
import { queryPostgres } from './connect-postgres.ts';

/** Reads a test's database, bypassing the store; the address is as in CITEWELL_DATABASE_URL. */
export async function readRows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('postgres')) {
    const connection = new DatabaseSync(url, { readOnly: true });
    try {
      return connection.prepare(sql).all();
    } finally {
      connection.close();
    }
  }
  return queryPostgres(url, sql);
}
