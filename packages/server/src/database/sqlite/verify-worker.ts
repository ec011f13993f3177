import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { verifyAudit } from './audit.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Checks the file it is given, on a connection of its own that cannot write, and posts what it found. */
const connection = new DatabaseSync(String(workerData), { readOnly: true });
const ledger = verifyLedger(connection);
const audit = verifyAudit(connection);
connection.close();
parentPort?.postMessage({
  ...ledger,
  auditEntries: audit.entries,
  drifts: [...ledger.drifts, ...audit.drifts],
});
