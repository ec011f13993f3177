import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLibrary } from '../../testing/library-contract.ts';
import { openSqliteLibrary, openSqliteWriter } from './sqlite/open-sqlite.ts';

describeLibrary('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-library-'));
  const path = join(folder, 'library.db');
  const writer = await openSqliteWriter(path);
  const library = openSqliteLibrary(path);
  return {
    library,
    writer,
    async close() {
      await library.close();
      await writer.close();
      rmSync(folder, { recursive: true });
    },
  };
});
