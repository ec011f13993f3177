import { existsSync, rmSync, statSync } from 'node:fs';
import { systemClock } from '@citewell/core/clock.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { openLibrary, openLibraryWriter } from '../../library/open-library.ts';
import type { ExpectedLibrary } from '../../library/stores/opensearch/open-opensearch.ts';
import type { Config } from '../../platform/config.ts';
import { hasMarker, markerOf, moveAside } from '../../platform/data-file.ts';

function expectLibrary({ library }: Where): void {
  // A missing one has its own message, and OpenSearch has one for a missing library.
  if (library.kind !== 'sqlite' || existsSync(library.path) || hasMarker(library.path)) return;
  throw new StorageError({
    en: `There is no library ${library.path}, and this command does not create one. Check CITEWELL_DATA_DIR; "citewell serve", "library ingest", "sync" and "add" create one.`,
    zh: `没有文献库 ${library.path}，此命令不会新建。请检查 CITEWELL_DATA_DIR；"citewell serve" 以及 "library ingest"、"sync"、"add" 会新建文献库。`,
  });
}

/**
 * Makes room for a new library: renames what is left of the old file, if `replace` permits it, and removes its marker.
 * Resolves with the new name of the file, or undefined if there was none.
 * @throws StorageError if there is a file that must not be replaced.
 */
export function prepareReplacement({ library }: Where, replace: boolean): string | undefined {
  if (library.kind !== 'sqlite') return undefined;
  const { path } = library;
  const isThere = Boolean(statSync(path, { throwIfNoEntry: false })?.size);
  if (isThere && !replace)
    throw new StorageError({
      en: `The file ${path} exists. Stop the service; then --replace renames it to ${path}.damaged and creates a new library.`,
      zh: `文件 ${path} 已存在。请先停止服务；之后使用 --replace 会将其改名为 ${path}.damaged，并新建文献库。`,
    });
  if (isThere) moveAside(path);
  rmSync(markerOf(path), { force: true });
  return isThere ? `${path}.damaged` : undefined;
}

type Where = Pick<Config, 'library'>;

/**
 * Opens the configured library for writing. `expected`: whether one in OpenSearch may be created.
 *
 * @throws StorageError if it cannot be used.
 */
export function openWriter(config: Where, expected: ExpectedLibrary = 'any'): Promise<LibraryWriter> {
  return openLibraryWriter(config.library, systemClock, { expected });
}

/**
 * Opens the configured library for commands that create none.
 *
 * @throws StorageError if there is none.
 */
export async function openExistingWriter(config: Where): Promise<LibraryWriter> {
  expectLibrary(config);
  return openWriter(config, 'existing');
}

/**
 * Opens the library for reading.
 *
 * @throws StorageError if there is none, or it cannot be used.
 */
export async function openReader(config: Where): Promise<Library> {
  expectLibrary(config);
  return openLibrary(config.library);
}
