import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { VerificationReport } from '../../accounting/ledger/verify-accounts.ts';

/** Deadline in milliseconds: ten times the duration for a million calls on a slow disk. */
const withinMs = 600_000;

/** Verifies the file in a worker thread, because SQLite's statements are synchronous and would block every stream. */
export async function verifyInWorker(path: string): Promise<VerificationReport> {
  const file = new URL(`./verify-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: path });
  const { promise, resolve, reject } = Promise.withResolvers<VerificationReport>();
  const timer = setTimeout(() => reject(new Error('verifying the ledger took too long')), withinMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`verifying the ledger ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
