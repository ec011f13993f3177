import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Library, LibraryWriter } from '../literature/library/library.ts';
import { openLibrary, openLibraryWriter } from '../literature/library/open-library.ts';

type Where = Pick<Config, 'library'>;

/** The library the settings name, for writing. Throws StorageError where it cannot be used. */
export function openWriter(config: Where): Promise<LibraryWriter> {
  return openLibraryWriter(config.library, () => {}, systemClock);
}

/** The same for reading. */
export function openReader(config: Where): Promise<Library> {
  return openLibrary(config.library, () => {});
}
