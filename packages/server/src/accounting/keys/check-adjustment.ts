import type { Attribution, Change } from '../../audit/audit.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Adjustment, AdjustmentRejection, KeyDetails, PostedEntry } from '../operator-store.ts';

/**
 * Checks an adjustment before it is posted. Returns a rejection, the result of an earlier adjustment with the same
 * operation key, or undefined if it may be posted.
 */
export function checkAdjustment(
  key: KeyDetails,
  { kind, amount }: Adjustment,
  earlier: LedgerEntry | undefined,
): PostedEntry | AdjustmentRejection | undefined {
  const available = key.granted - key.charged - key.held;
  if (earlier)
    return earlier.kind === kind && earlier.amount === amount
      ? { key, entry: earlier, repeated: true }
      : { rejected: 'other_operation', available };
  if (available + amount < 0) return { rejected: 'overdrawn', available };
  if (key.granted + amount > Number.MAX_SAFE_INTEGER) return { rejected: 'beyond_limit', available };
  return undefined;
}

/** Creates the audit log entry for an adjustment of a key; `key` is its state before the adjustment. */
export function auditOfAdjustment(key: KeyDetails, entry: LedgerEntry, by: Attribution): Change {
  const { kind, amount, reason, seq, operationKey, at } = entry;
  return {
    action: kind === 'grant' ? 'key.top_up' : 'key.adjust',
    target: key.id,
    by: { ...by, reason },
    before: { granted: key.granted },
    after: { granted: key.granted + amount, amount, ledger_seq: seq, operation_key: operationKey },
    at,
  };
}
