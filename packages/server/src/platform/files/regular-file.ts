import { readFileSync, statSync } from 'node:fs';

/** The path is not a regular file but a folder, a named pipe or a device, some of which cannot be read to an end. */
export class NoRegularFileError extends Error {
  override readonly name = 'NoRegularFileError';
  readonly code = 'no regular file';

  constructor(path: URL | string) {
    super(`${path} is no regular file`);
  }
}

/**
 * Reads a whole file like `readFileSync`, but only a regular one, so that it cannot block for ever. Links are followed.
 * @throws NoRegularFileError if the path is something else; the system's error if it cannot be read.
 */
export function readRegularFile(path: URL | string): Buffer<ArrayBuffer> {
  if (!statSync(path).isFile()) throw new NoRegularFileError(path);
  return readFileSync(path);
}
