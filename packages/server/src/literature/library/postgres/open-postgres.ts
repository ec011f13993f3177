import { type Clock, systemClock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { createLibrary, type ReadingOptions } from '../index/create-library.ts';
import { createWriter } from '../index/create-writer.ts';
import type { Library, LibraryWriter } from '../library.ts';
import { openPostgresReading, openPostgresWriting } from './postgres-store.ts';

/** The library in a PostgreSQL database, for reading. Throws StorageError where that cannot be used. */
export async function openPostgresLibrary(
  url: string,
  log: Log,
  options: ReadingOptions = {},
): Promise<Library> {
  return createLibrary(await openPostgresReading(url, log), options);
}

/** The library in a PostgreSQL database, for writing. */
export async function openPostgresWriter(
  url: string,
  log: Log,
  clock: Clock = systemClock,
): Promise<LibraryWriter> {
  return createWriter(await openPostgresWriting(url, log), { clock });
}
