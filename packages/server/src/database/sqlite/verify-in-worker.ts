import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { VerificationReport } from '../../accounting/ledger/verify-accounts.ts';

/** Ten times what a million calls take on a slow disk. */
const withinMs = 600_000;

/** Checks the file in a thread of its own: SQLite answers in one piece, and every stream would stand still meanwhile. */
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
