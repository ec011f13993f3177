import type { LocalizedMessage } from './errors.ts';

/** A database cannot be used; the message is for the operator who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly sentence: LocalizedMessage;

  constructor(sentence: LocalizedMessage, cause?: unknown) {
    super(sentence.en, { cause });
    this.sentence = sentence;
  }
}

/** A folder or file cannot be created or written; the settings that name it must be changed. */
export class PathError extends StorageError {}

/** The library can be searched, but not changed for the time being. */
export class ReadOnlyError extends StorageError {}

/** Returns true for SQLITE_CORRUPT and SQLITE_NOTADB, which mean that the file itself is damaged or not a database. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}
