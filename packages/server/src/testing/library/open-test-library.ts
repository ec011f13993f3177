import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { exportRecord } from '../../library/ingest/export-record.ts';
import { openSqliteWriter } from '../../library/stores/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/** Opens a library for one test, for writing. */
export async function openTestLibrary(t: TestContext): Promise<LibraryWriter> {
  const writer = await openSqliteWriter(join(temporaryFolder(t), 'library.db'));
  t.after(() => writer.close());
  return writer;
}

/** Lists the content, one record per line. */
export async function exported(writer: LibraryWriter): Promise<string> {
  let lines = '';
  for await (const article of writer.records()) lines += `${JSON.stringify(exportRecord(article))}\n`;
  return lines;
}
