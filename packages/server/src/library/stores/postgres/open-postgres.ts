import { type Clock, systemClock } from '@citewell/core/clock.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import type { LibraryWriteStore } from '@citewell/search-index/segments/segment-store.ts';
import { addSums } from '@citewell/search-index/writing/add-sums.ts';
import { createLibrary, type ReadingOptions } from '@citewell/search-index/writing/create-library.ts';
import { createWriter } from '@citewell/search-index/writing/create-writer.ts';
import { createMarker, hasMarker } from '../../../platform/data-file.ts';
import type { Log } from '../../../platform/log.ts';
import { openPostgresReading, openPostgresWriting } from './postgres-store.ts';

/** The library in a PostgreSQL database, for reading. Throws StorageError where that cannot be used. */
export async function openPostgresLibrary(
  { url }: Location,
  log: Log,
  options: ReadingOptions = {},
): Promise<Library> {
  return createLibrary(await openPostgresReading(url, log), options);
}

/** The library in a PostgreSQL database, for writing. */
export async function openPostgresWriter(
  { url, marker }: Location,
  log: Log,
  clock: Clock = systemClock,
): Promise<LibraryWriter> {
  const store = await openPostgresWriting(url, log);
  try {
    if (marker !== undefined) await expectMade(store, marker);
    await addSums(store);
    return createWriter(store, { clock });
  } catch (error) {
    await store.close();
    throw error;
  }
}

type Location = { url: string; marker?: string };

/** A database without a library, where one was used from here, is not silently filled anew. */
async function expectMade(store: LibraryWriteStore, marker: string): Promise<void> {
  if ((await store.meta('made')) === undefined) {
    if (hasMarker(marker)) throw lost();
    await store.transaction((write) => write.setMeta('made', 'yes'));
  }
  createMarker(marker);
}

function lost(): StorageError {
  return new StorageError({
    en: 'The PostgreSQL database of CITEWELL_LIBRARY_URL has no library, and had one before. Restore it from a backup; or begin a new library with "citewell library create": it is empty, and records of your own have to be put in again.',
    zh: 'CITEWELL_LIBRARY_URL 的 PostgreSQL 数据库中没有文献库，而以前曾有。请从备份恢复；或使用 "citewell library create" 新建文献库：新库为空，您自己导入的记录需重新导入。',
  });
}
