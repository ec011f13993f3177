import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Reads a test's database past all that the store would show; the address as CITEWELL_DATABASE_URL has it. */
export async function readRows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('postgres')) {
    const connection = new DatabaseSync(url, { readOnly: true });
    try {
      return connection.prepare(sql).all();
    } finally {
      connection.close();
    }
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
