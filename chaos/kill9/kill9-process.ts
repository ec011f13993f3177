import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StorageError } from '../../packages/core/src/storage-error.ts';
import type { Storage } from '../../packages/server/src/database/storage.ts';
import { openDatabaseOf } from '../environment.ts';
import { journalled } from './journal.ts';
import { type Load, runLoad } from './load.ts';

/**
 * Process that serves callers until it is killed. Its instructions are JSON in CHAOS_LOAD; its journal goes to file
 * descriptor 3, line by line and synchronously, so that everything it knew at its death is in the pipe.
 */
const journal = 3;
const load: Load = JSON.parse(process.env.CHAOS_LOAD ?? '');
const { store } = await open();
await runLoad(
  journalled(store, (line) => {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let written = 0; written < bytes.length; ) written += writeSync(journal, bytes, written);
  }),
  load,
);

/** Retries while the database is unavailable, as a supervisor would. */
async function open(): Promise<Storage> {
  for (;;) {
    try {
      return await openDatabaseOf(process.env);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      await delay(100);
    }
  }
}
