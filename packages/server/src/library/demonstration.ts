import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '@citewell/core/clock.ts';
import { type Article, emptyRecord } from '@citewell/core/records/article.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { ReadOnlyError } from '@citewell/core/storage-error.ts';
import { describeError, type Log } from '../platform/log.ts';
import { type LibraryLocation, openLibraryWriter } from './open-library.ts';

/** Adds the 150 invented demonstration records to the library, until a command removes them. */
export function addDemonstration(writer: LibraryWriter): Promise<void> {
  return writer.putDemonstration(shipped(), 'on');
}

/**
 * Prepares the library at the start of the service, the only place that adds demonstration records unasked: to a new
 * library if `wanted`. Removes them from a library with real records, where an earlier version left them, unless a
 * command restored them. A library that cannot be changed stays as it is.
 */
export async function prepareDemonstration(
  writer: LibraryWriter,
  wanted: boolean,
  log: Log = () => {},
): Promise<void> {
  try {
    await settleDemonstration(writer, wanted);
  } catch (error) {
    if (!(error instanceof ReadOnlyError)) throw error;
    log('warn', 'demonstration_kept', describeError(error));
  }
}

async function settleDemonstration(writer: LibraryWriter, wanted: boolean): Promise<void> {
  const state = await writer.demonstration();
  if (state === 'on') return writer.putDemonstration(shipped(), 'on');
  const isRefused = state === 'off' || (state === undefined && !wanted);
  if (isRefused || (await writer.hasRealRecords())) return writer.removeDemonstration();
  return writer.putDemonstration(shipped(), 'auto');
}

/**
 * Removes the records that the first start added; those restored by a command stay. Resolves with true if nothing is
 * left to remove.
 */
export async function retireDemonstration(
  location: LibraryLocation,
  log: Log,
  clock: Clock,
): Promise<boolean> {
  try {
    const writer = await openLibraryWriter(location, clock, { busyMs: 0, expected: 'existing' });
    try {
      if ((await writer.demonstration()) === 'auto') await writer.removeDemonstration();
      return true;
    } finally {
      await writer.close();
    }
  } catch (error) {
    // Another process is writing: the answer omits them all the same, and the next one tries again.
    log('warn', 'demonstration_kept', describeError(error));
    return false;
  }
}

/** Version that changes with the records and their flags. */
function shipped(): { version: string; read(): Article[] } {
  const bytes = readFileSync(new URL('./demonstration.jsonl', import.meta.url));
  return {
    version: createHash('sha256').update(bytes).update('marked').digest('hex'),
    read: () => bytes.toString('utf8').split('\n').filter(Boolean).map(readRecord),
  };
}

/** A line omits empty fields. */
function readRecord(line: string): Article {
  const record = JSON.parse(line) as Partial<Article> & Pick<Article, 'pmid' | 'title' | 'journal'>;
  return { ...emptyRecord, ...record, demonstration: true };
}
