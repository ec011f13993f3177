import { rm, writeFile } from 'node:fs/promises';
import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { createDataFile } from '../../platform/data-file.ts';
import type { WriteFailure } from '../../platform/disk.ts';

/** Result codes of SQLite for a full disk: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE if the index of the WAL cannot grow. */
const fullCodes: readonly number[] = [13, 4_874];

/** SQLITE_IOERR: the lower byte of its extended codes. */
const ioError = 10;

/** Returns the reason if a valid write failed because of the disk; undefined for every other error. */
export function failureOf(error: unknown): WriteFailure | undefined {
  if (error instanceof ServiceError) return failureOf(error.cause);
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && fullCodes.includes(errcode)))
    return 'disk_full';
  if (code === 'EIO' || (errcode !== undefined && (errcode & 0xff) === ioError)) return 'io_error';
  return undefined;
}

const retrySeconds = 30;

/** The message for callers while nothing can be recorded. */
const failureMessages: Record<WriteFailure, LocalizedMessage> = {
  disk_full: {
    en: 'The disk of this service is full, so nothing can be recorded; tell your operator and try again later.',
    zh: '服务的磁盘空间已满，无法写入记录；请告知管理员，稍后重试。',
  },
  io_error: {
    en: 'The disk of this service is failing, so nothing can be recorded; tell your operator and try again later.',
    zh: '服务的磁盘发生故障，无法写入记录；请告知管理员，稍后重试。',
  },
};

/** Creates the error while nothing can be recorded: calls are not admitted, and recorded data stays. */
export function cannotWrite(failure: WriteFailure, cause: unknown): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': String(retrySeconds) },
    detail: failureMessages[failure],
    cause,
  });
}

/** Bytes that a probe writes: more than the records of one call. */
const probeBytes = 256 * 1024;

/** Statements that allocate pages and free them again, for use by the next probe and by calls. */
export const growAndShrink = `CREATE TABLE write_probe (bytes BLOB) STRICT;
  INSERT INTO write_probe VALUES (zeroblob(${probeBytes}));
  DROP TABLE write_probe;`;

/** Writes a file to the disk in the folder of the database, and removes it. Does nothing for a database in memory. */
export async function writeTemporary(path: string): Promise<void> {
  if (path === ':memory:') return;
  const probe = `${path}.probe`;
  try {
    createDataFile(probe);
    await writeFile(probe, Buffer.alloc(probeBytes), { flush: true });
  } finally {
    await rm(probe, { force: true });
  }
}
