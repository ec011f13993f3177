import { type Clock, systemClock } from '@citewell/core/clock.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import { addSums } from '@citewell/search-index/writing/add-sums.ts';
import { createLibrary, type ReadingOptions } from '@citewell/search-index/writing/create-library.ts';
import { createWriter } from '@citewell/search-index/writing/create-writer.ts';
import { migrateV0 } from './migrate-v0.ts';
import { asDamagedFile } from './open-library-file.ts';
import { openSqliteLibraryStore } from './sqlite-store.ts';

/**
 * Opens the library in library.db for reading, creating it if it does not exist.
 *
 * @throws StorageError if it is damaged.
 */
export function openSqliteLibrary(path: string, options: ReadingOptions = {}): Library {
  return createLibrary(openSqliteLibraryStore(path), options);
}

/**
 * Opens the library in library.db for writing, and moves the records of its first form, if any.
 * @throws StorageError if the file is damaged or no library.
 */
export async function openSqliteWriter(
  path: string,
  clock: Clock = systemClock,
  { busyMs }: { busyMs?: number } = {},
): Promise<LibraryWriter> {
  const store = openSqliteLibraryStore(path, busyMs);
  const writer = createWriter(store, { clock });
  try {
    await addSums(store);
    await migrateV0(path, writer);
    return writer;
  } catch (error) {
    await writer.close();
    throw asDamagedFile(path, error);
  }
}
