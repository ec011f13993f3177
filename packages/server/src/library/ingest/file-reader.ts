import { checkFile } from './check-file.ts';
import { type Inspection, inspectFile } from './inspect-file.ts';
import { type ItemPortion, readPortions } from './read-portions.ts';

/**
 * Reads files, one at a time.
 *
 * @throws {FileError} if a file is invalid.
 * @throws the system's error if it cannot be read.
 * @example
 * const { isPacked } = await reader.inspect(path);
 * await reader.check(path, isPacked);
 * for await (const { items } of reader.read(path, isPacked, 1_000)) await add(items);
 */
export interface FileReader {
  /** Reads a file as stored: its size, its checksum, and whether it is compressed. */
  inspect(path: string): Promise<Inspection>;
  /** Reads a file to its end without returning anything. */
  check(path: string, isPacked: boolean): Promise<void>;
  /** Reads in portions of `size` items. Starts immediately, and stays a little ahead of its consumer. */
  read(path: string, isPacked: boolean, size: number): AsyncIterable<ItemPortion>;
  /** Ends the reader; files that are being read are abandoned. */
  close(): Promise<void>;
}

/** Creates a reader that works in the calling thread. */
export function createFileReader(): FileReader {
  return { inspect: inspectFile, check: checkFile, read: readPortions, close: async () => {} };
}
