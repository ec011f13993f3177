import type { LocalizedMessage } from './errors.ts';

/** A database that cannot be used, in words for the operator who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly sentence: LocalizedMessage;

  constructor(sentence: LocalizedMessage, cause?: unknown) {
    super(sentence.en, { cause });
    this.sentence = sentence;
  }
}

/** A folder or file that cannot be created or written: a matter of the settings that name it. */
export class PathError extends StorageError {}

/** Returns true if SQLite says SQLITE_CORRUPT or SQLITE_NOTADB: the file itself is not what it should be. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}
