import type { LedgerStore } from '../ledger-store.ts';
import type { OperatorStore } from '../operator-store.ts';
import type { LedgerReport } from './ledger-report.ts';

/** Numbers of verified items in ledger and audit log, and every discrepancy found. */
export type VerificationReport = LedgerReport & { auditEntries: number };

/** Recomputes every figure and verifies every hash chain. */
export async function verifyAccounts(
  store: Pick<LedgerStore & OperatorStore, 'verifyLedger' | 'verifyAudit'>,
): Promise<VerificationReport> {
  const ledger = await store.verifyLedger();
  const audit = await store.verifyAudit();
  return { ...ledger, auditEntries: audit.entries, drifts: [...ledger.drifts, ...audit.drifts] };
}
