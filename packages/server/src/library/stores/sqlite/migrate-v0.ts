import { DatabaseSync } from 'node:sqlite';
import type { Article } from '@citewell/core/records/article.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';

/**
 * Moves the records of a library.db of the first form into the library, in batches, and drops its table at the end.
 * Existing records stay unchanged, so that it can be repeated after an interruption.
 */
export async function migrateV0(path: string, writer: LibraryWriter): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    const isThere = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'document'";
    if (!database.prepare(isThere).get()) return;
    const next = database.prepare(
      'SELECT pmid, json FROM document WHERE sample = 0 AND pmid > ? ORDER BY pmid LIMIT 5000',
    );
    for (let rows = next.all(0); rows.length > 0; rows = next.all(rows.at(-1)?.pmid ?? 0)) {
      const put = rows.map(({ json }) => ({
        article: JSON.parse(String(json)) as Article,
        revisedAt: undefined,
      }));
      await writer.write({ put, remove: [], notices: [] });
    }
    database.exec('DROP TABLE document');
  } finally {
    database.close();
  }
}
