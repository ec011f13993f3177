import postgres from 'postgres';

/** Connection in addition to those of the service. Whole numbers (bigint) are numbers, as in SQLite. */
export type PostgresReader = {
  /** Runs SQL, or a script of several statements, and returns the rows of a single one. */
  all(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

const bigint = { to: 20, from: [20], serialize: String, parse: Number };

/**
 * Connects to a test's database, bypassing the service's own code. After `idleSeconds` without a query, if given, the
 * connection closes until the next one.
 */
export function connectPostgres(url: string, { idleSeconds }: { idleSeconds?: number } = {}): PostgresReader {
  const idle = idleSeconds !== undefined && { idle_timeout: idleSeconds };
  const sql = postgres(url, { max: 1, onnotice() {}, types: { bigint }, ...idle });
  return {
    all: async (text) => [...(await sql.unsafe(text))],
    close: () => sql.end(),
  };
}

/** Runs SQL on a separate connection and returns the rows. */
export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const reader = connectPostgres(url);
  try {
    return await reader.all(sql);
  } finally {
    await reader.close();
  }
}
