import { crc32 } from 'node:zlib';
import { type LibraryBatch, LibraryDamaged } from '@citewell/core/records/library.ts';
import type {
  LibraryStore,
  ProgressRow,
  StoredProgress,
  WriteTransaction,
} from '../segments/segment-store.ts';

type Progress = NonNullable<LibraryBatch['progress']>;

/** Key in `meta` of the sum of all progress checksums, which reveals a lost row. */
export const progressTotal = 'progress';

/** Computes the checksum (CRC-32) of a file's progress. */
export function progressChecksum({ file, records, done }: Progress): number {
  return crc32(JSON.stringify(['progress', file, records, done]));
}

/**
 * Reads the progress of a file; undefined if it was never begun.
 * @throws LibraryDamaged if what is stored is not what was written, or a row of any file is missing; a file that has
 * none reads all rows.
 */
export async function readProgress(
  store: Progresses,
  file: string,
): Promise<Omit<Progress, 'file'> | undefined> {
  const { row } = await readWhole(store, file);
  return row && { records: row.records, done: row.done };
}

/**
 * Compares the progress of every file with its checksum, and all of them with their sum.
 * @throws LibraryDamaged as `readProgress` does.
 */
export async function expectProgress(store: Progresses): Promise<void> {
  await readWhole(store, '');
}

/**
 * Writes the progress of a file, and the sum of all.
 * @throws LibraryDamaged as `readProgress` does.
 */
export async function writeProgress(write: WriteTransaction, progress: Progress): Promise<void> {
  const { row, sum, isSummed } = await readWhole(write, progress.file);
  const checksum = progressChecksum(progress);
  await write.setProgress({ ...progress, checksum });
  if (isSummed) await write.setMeta(progressTotal, String(sum - (row?.checksum ?? 0) + checksum));
}

type Progresses = Pick<LibraryStore, 'progress' | 'everyProgress'>;

/** Reads a file's progress and rejects damage. The empty name, which no file has, stands for all files. */
async function readWhole(store: Progresses, file: string): Promise<StoredProgress> {
  const stored = await store.progress(file);
  const { row, sum, total, isSummed } = stored;
  if (isSummed && total !== String(sum)) throw new LibraryDamaged('progress of files');
  if (row) expectRow({ ...row, file }, isSummed);
  // Its row may be there under the name of another file.
  else for (const each of await store.everyProgress()) expectRow(each, isSummed);
  return stored;
}

function expectRow(row: ProgressRow, isSummed: boolean): void {
  const isWhole = row.checksum === null ? !isSummed : row.checksum === progressChecksum(row);
  if (!isWhole) throw new LibraryDamaged('progress of a file');
}
