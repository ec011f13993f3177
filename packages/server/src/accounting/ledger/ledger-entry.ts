import { hash } from 'node:crypto';

/** An entry in a key's account. Grants and adjustments add up to the amount granted, all others, negated, to the amount charged. */
export type LedgerEntry = {
  keyId: string;
  /** 1, 2, 3, … within the key. */
  seq: number;
  kind: 'grant' | 'charge' | 'late' | 'adjust';
  /** Tokens; negative if they are deducted. */
  amount: number;
  callId: string | null;
  /** Actor of the change: "cli", "system", … */
  actor: string;
  reason: string;
  /** Operation key, by which a repeated grant is recognized. */
  operationKey: string | null;
  /** Epoch milliseconds. */
  at: number;
};

/** Hash that the first entry of every key is chained to. */
export const chainStart: Uint8Array = new Uint8Array(32);

/** Computes an entry's hash in its key's chain: SHA-256 over the previous hash and every field, so that any edit is detected. */
export function entryHash(previous: Uint8Array, entry: LedgerEntry): Uint8Array {
  const { keyId, seq, kind, amount, callId, actor, reason, operationKey, at } = entry;
  const row = JSON.stringify([keyId, seq, kind, amount, callId, actor, reason, operationKey, at]);
  return hash('sha256', Buffer.concat([previous, Buffer.from(row)]), 'buffer');
}
