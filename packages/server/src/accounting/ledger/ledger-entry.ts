import { hash } from 'node:crypto';

/** One line of a key's account. The sum of grants and adjustments is what was granted, minus the rest what was charged. */
export type LedgerEntry = {
  keyId: string;
  /** 1, 2, 3, … within the key. */
  seq: number;
  kind: 'grant' | 'charge' | 'late' | 'adjust';
  /** Tokens, negative where they leave the account. */
  amount: number;
  callId: string | null;
  /** Actor of the change: "cli", "system", … */
  actor: string;
  reason: string;
  /** Makes a repeated grant one grant. */
  operationKey: string | null;
  /** Epoch milliseconds. */
  at: number;
};

/** Hash that the first entry of every key is chained to. */
export const chainStart: Uint8Array = new Uint8Array(32);

/** The entry's link in its key's chain: SHA-256 over the previous link and every field, so that no edit goes unseen. */
export function entryHash(previous: Uint8Array, entry: LedgerEntry): Uint8Array {
  const { keyId, seq, kind, amount, callId, actor, reason, operationKey, at } = entry;
  const row = JSON.stringify([keyId, seq, kind, amount, callId, actor, reason, operationKey, at]);
  return hash('sha256', Buffer.concat([previous, Buffer.from(row)]), 'buffer');
}
