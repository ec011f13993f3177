import { checkFile } from './check-file.ts';
import { type Inspection, inspectFile } from './inspect-file.ts';
import { type ItemBatch, readBatches } from './read-batches.ts';

/** Reads files, one at a time. Methods throw FileError for what is wrong with a file, else what the system says. */
export type FileReader = {
  inspect(path: string): Promise<Inspection>;
  /** To its end, without giving anything. */
  check(path: string, isPacked: boolean): Promise<void>;
  /** Begins at once, and stays a little ahead of who takes the batches. */
  read(path: string, isPacked: boolean, batchSize: number): AsyncIterable<ItemBatch>;
  close(): Promise<void>;
};

/** In the calling thread. */
export function createFileReader(): FileReader {
  return { inspect: inspectFile, check: checkFile, read: readBatches, close: async () => {} };
}
