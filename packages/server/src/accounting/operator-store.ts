import type { Module } from '@citewell/sdk';
import type { Attribution, AuditEntry, AuditReport, Change } from '../audit/audit.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { KeyChange, KeySummary } from './keys/key-change.ts';
import type { Reissue, SecretRecord } from './keys/secret-record.ts';
import type { LedgerEntry } from './ledger/ledger-entry.ts';
import type { Settlement } from './settlement.ts';

/** A page of a list. `next` continues it; undefined at its end. */
export type Page<Item> = { items: Item[]; next: string | undefined };
/** Page to return: `after` is the `next` of the previous page; `limit` is the maximum number of items. */
export type PageRequest = { after?: string | undefined; limit: number };
/** Items of a page if the operator asks for no number. */
export const listedByDefault = 50;

/** A key with its secrets, newest first. */
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
  /** An adjustment with the operation key of an earlier one changes nothing and returns the earlier result. */
  operationKey?: string | undefined;
};

export type PostedEntry = { key: KeySummary; entry: LedgerEntry; repeated: boolean };

/** Reason for rejecting an adjustment. `overdrawn`: less would be granted than is charged and held. `beyond_limit`: the balance
 *  would exceed its maximum. `other_operation`: the operation key was used for a different adjustment. */
export type AdjustmentRejection = {
  rejected: 'overdrawn' | 'beyond_limit' | 'other_operation';
  /** Tokens. */
  available: number;
};

export type RunningCallRecord = {
  id: string;
  keyId: string;
  keyLabel: string;
  endpoint: string;
  module: Module;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Tokens. */
  held: number;
  /** Tokens seen so far. */
  tokens: number;
  /** Set once part of the answer has been sent. */
  delivered: boolean;
  /** The process that runs it. */
  owner: string;
  /** Epoch milliseconds. */
  leaseUntil: number;
};

export type AuditSearch = PageRequest & {
  actor?: string | undefined;
  /** "key.update", or "key" for all changes to keys. */
  action?: string | undefined;
  target?: string | undefined;
  /** Epoch milliseconds, `from` inclusive, `to` exclusive. */
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * The operator's side of a LedgerStore. Every change takes the key's lock first and commits together with its entry in
 * the audit log. Undefined means that the key or call does not exist. Amounts are tokens, times epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 * @example
 * const { items } = await store.searchKeys({ limit: 50 });
 * await store.postAdjustment(adjustment, by);
 */
export interface OperatorStore {
  /** Finds keys, newest first. */
  searchKeys(search: KeySearch): Promise<Page<KeySummary>>;
  /** Returns a key with its secrets, newest first. */
  keyDetails(id: string): Promise<KeyDetails | undefined>;
  /** Changes the given fields of a key. */
  updateKey(id: string, change: KeyChange, by: Attribution): Promise<KeyDetails | undefined>;
  /** Gives a key a new secret. Balance, quota and usage stay with the key. */
  reissueKey(reissue: Reissue, by: Attribution): Promise<KeyDetails | undefined>;
  /** Adds tokens to a key, or deducts them; rejected if fewer would be granted than are charged and held. */
  postAdjustment(
    adjustment: Adjustment,
    by: Attribution,
  ): Promise<PostedEntry | AdjustmentRejection | undefined>;

  /** Lists running calls, oldest first. */
  runningCalls(request: PageRequest & { keyId?: string | undefined }): Promise<Page<RunningCallRecord>>;
  /** Stops the call: settles it as an internal error. `not_running`: it was already settled. */
  stopCall(id: string, by: Attribution): Promise<Settlement | 'not_running' | undefined>;

  /** Records a change made outside this store, to a file or the library. */
  recordChange(change: Omit<Change, 'by' | 'at'>, by: Attribution): Promise<void>;
  /** Finds entries of the audit log, newest first. */
  searchAudit(search: AuditSearch): Promise<Page<AuditEntry>>;
  /** Verifies the hash chain of the audit log. */
  verifyAudit(): Promise<AuditReport>;
}
