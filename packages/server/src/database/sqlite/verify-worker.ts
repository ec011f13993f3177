import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { verifyAudit } from './audit.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Verifies the given file on a separate read-only connection, and posts the result. */
const connection = new DatabaseSync(String(workerData), { readOnly: true });
const ledger = verifyLedger(connection);
const audit = verifyAudit(connection);
connection.close();
parentPort?.postMessage({
  ...ledger,
  auditEntries: audit.entries,
  drifts: [...ledger.drifts, ...audit.drifts],
});
