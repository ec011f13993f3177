import { hash } from 'node:crypto';
import type { Drift } from './invariants.ts';

/** Actor to whom a change is attributed, and the reason for it. */
export type Attribution = {
  /** "cli:root", "admin:mei", "system", … */
  actor: string;
  /** IP address of the request. */
  ip?: string;
  /** Request id, as in the access log. */
  correlationId?: string;
  reason?: string;
};

/** Action, written as "<object>.<verb>": "key.reissue". */
export type AuditAction =
  `${'key' | 'call' | 'admin' | 'session' | 'application' | 'outbox' | 'library' | 'category'}.${string}`;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Changed fields of an object. Never a secret or its hash. */
export type Snapshot = { readonly [field: string]: Json };

/** A change, recorded in the audit log in the same transaction. */
export type Change = {
  action: AuditAction;
  /** The id of the key, call, application, … */
  target: string;
  by: Attribution;
  /** State of the object before and after the change; null where it did not exist. */
  before: Snapshot | null;
  after: Snapshot | null;
  /** Epoch milliseconds. */
  at: number;
};

/** An entry of the audit log. */
export type AuditEntry = {
  /** 1, 2, 3, … */
  seq: number;
  at: number;
  actor: string;
  ip: string | null;
  action: string;
  target: string;
  /** The snapshots as JSON text, over whose exact characters the chain is computed. */
  before: string | null;
  after: string | null;
  reason: string | null;
  correlationId: string | null;
};

export function toAuditEntry({ action, target, by, before, after, at }: Change, seq: number): AuditEntry {
  const { actor, ip = null, reason = null, correlationId = null } = by;
  const [beforeText, afterText] = [before && JSON.stringify(before), after && JSON.stringify(after)];
  return { seq, at, actor, ip, action, target, before: beforeText, after: afterText, reason, correlationId };
}

/** Hash that the first entry is chained to. */
const auditChainStart: Uint8Array = new Uint8Array(32);

/** Computes an entry's hash in the chain: SHA-256 over the previous hash and every field, so that any edit is detected. */
export function auditHash(previous: Uint8Array, entry: AuditEntry): Uint8Array {
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  const row = JSON.stringify([seq, at, actor, ip, action, target, before, after, reason, correlationId]);
  return hash('sha256', Buffer.concat([previous, Buffer.from(row)]), 'buffer');
}

export type AuditReport = { entries: number; drifts: Drift[] };

/** An entry with its hash and the previous one. */
export type ChainedAuditEntry = AuditEntry & { prev: Uint8Array; hash: Uint8Array };
export type AuditTail = { seq: number; hash: Uint8Array };

/** Verifies the chain, entry by entry from the first. */
export function followAuditChain() {
  const report: AuditReport = { entries: 0, drifts: [] };
  let last: AuditTail = { seq: 0, hash: auditChainStart };

  function expect(where: string, expected: string, found: string): void {
    if (expected !== found) report.drifts.push({ invariant: 'I8', keyId: '', where, expected, found });
  }

  return {
    next({ prev, hash: link, ...entry }: ChainedAuditEntry): void {
      report.entries += 1;
      expect(`audit entry ${entry.seq}`, shortHex(last.hash), shortHex(prev));
      expect(`audit entry ${entry.seq}`, shortHex(auditHash(prev, entry)), shortHex(link));
      last = { seq: entry.seq, hash: link };
    },
    /** Completes the report by comparing the last entry with the recorded end of the log. */
    end(tail: AuditTail): AuditReport {
      expect('last audit entry', `${tail.seq} ${shortHex(tail.hash)}`, `${last.seq} ${shortHex(last.hash)}`);
      return report;
    },
  };
}

function shortHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').slice(0, 16);
}
