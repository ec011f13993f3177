import type { Module } from '@citewell/sdk';
import type { Attribution, AuditEntry, AuditReport, Change } from '../audit/audit.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { KeyChange, KeySummary } from './keys/key-change.ts';
import type { Reissue, SecretRecord } from './keys/secret-record.ts';
import type { LedgerEntry } from './ledger/ledger-entry.ts';
import type { Settlement } from './settlement.ts';

/** Some of a list that may be long. `next` continues it; undefined at its end. */
export type Page<Item> = { items: Item[]; next: string | undefined };
/** Page to return: `after` is the `next` of the previous page; `limit` is the maximum number of items. */
export type PageRequest = { after?: string | undefined; limit: number };

/** `secrets` newest first. */
export type KeyDetails = KeySummary & { applicationId: string | null; secrets: SecretRecord[] };

export type KeySearch = PageRequest & {
  /** A part of the label, the owner's address, a secret's hint or the id; case does not matter. */
  text?: string | undefined;
  status?: ApiKey['status'] | undefined;
};

export type Adjustment = {
  keyId: string;
  kind: 'grant' | 'adjust';
  /** Tokens; an adjustment's may be negative. */
  amount: number;
  reason: string;
  /** A booking with the operation key of an earlier one books nothing and is answered by that one. */
  operationKey?: string | undefined;
};

export type PostedEntry = { key: KeySummary; entry: LedgerEntry; repeated: boolean };

/** `overdrawn`: less would be granted than is charged and held. `beyond_limit`: more than a balance can hold.
 *  `other_operation`: the operation key stands for another booking. */
export type AdjustmentRefusal = {
  refused: 'overdrawn' | 'beyond_limit' | 'other_operation';
  available: number;
};

export type RunningCallRecord = {
  id: string;
  keyId: string;
  keyLabel: string;
  endpoint: string;
  module: Module;
  startedAt: number;
  held: number;
  /** Seen so far. */
  tokens: number;
  /** True once part of the answer has been sent. */
  delivered: boolean;
  /** The process that runs it. */
  owner: string;
  leaseUntil: number;
};

export type AuditSearch = PageRequest & {
  actor?: string | undefined;
  /** "key.update", or "key" for all that was done to keys. */
  action?: string | undefined;
  target?: string | undefined;
  /** Epoch milliseconds, `from` included, `to` not. */
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * The operator's side of an AccountStore. Every change takes the key's lock first and commits together with its line in
 * the audit log. Undefined stands for a key or call that is not there.
 */
export interface OperatorStore {
  /** Newest first. */
  searchKeys(search: KeySearch): Promise<Page<KeySummary>>;
  keyDetails(id: string): Promise<KeyDetails | undefined>;
  updateKey(id: string, change: KeyChange, by: Attribution): Promise<KeyDetails | undefined>;
  /** Balance, quota and usage stay with the key. */
  reissueKey(reissue: Reissue, by: Attribution): Promise<KeyDetails | undefined>;
  book(booking: Adjustment, by: Attribution): Promise<PostedEntry | AdjustmentRefusal | undefined>;

  /** Oldest first. */
  runningCalls(request: PageRequest & { keyId?: string | undefined }): Promise<Page<RunningCallRecord>>;
  /** Settles the call as an internal error. `not_running`: it was settled before. */
  releaseCall(id: string, by: Attribution): Promise<Settlement | 'not_running' | undefined>;

  /** Writes down what was done outside of this store, to a file or the library. */
  recordChange(change: Omit<Change, 'by' | 'at'>, by: Attribution): Promise<void>;
  /** Newest first. */
  searchAudit(search: AuditSearch): Promise<Page<AuditEntry>>;
  verifyAudit(): Promise<AuditReport>;
}
