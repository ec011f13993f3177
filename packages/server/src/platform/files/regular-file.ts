import { readFileSync, statSync } from 'node:fs';

/** A path at which something is that is no file: a folder, a named pipe, a device. Reading some of them never ends. */
export class NoRegularFileError extends Error {
  override readonly name = 'NoRegularFileError';
  readonly code = 'no regular file';

  constructor(path: URL | string) {
    super(`${path} is no regular file`);
  }
}

/**
 * Reads a file whole, as `readFileSync` does, and never waits for one that has no end. Links are followed.
 * @throws NoRegularFileError where the path names something else; the system's own error where it cannot be read.
 */
export function readRegularFile(path: URL | string): Buffer<ArrayBuffer> {
  if (!statSync(path).isFile()) throw new NoRegularFileError(path);
  return readFileSync(path);
}
