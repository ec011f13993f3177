import { checkFile } from './check-file.ts';
import { type Inspection, inspectFile } from './inspect-file.ts';
import { type ItemPortion, readPortions } from './read-portions.ts';

/** Reads files, one at a time. Methods throw FileError for invalid files, otherwise the system's error. */
export type FileReader = {
  inspect(path: string): Promise<Inspection>;
  /** Reads a file to its end without returning anything. */
  check(path: string, isPacked: boolean): Promise<void>;
  /** Reads in portions of `size` items. Starts immediately, and stays a little ahead of its consumer. */
  read(path: string, isPacked: boolean, size: number): AsyncIterable<ItemPortion>;
  close(): Promise<void>;
};

/** Creates a reader that works in the calling thread. */
export function createFileReader(): FileReader {
  return { inspect: inspectFile, check: checkFile, read: readPortions, close: async () => {} };
}
