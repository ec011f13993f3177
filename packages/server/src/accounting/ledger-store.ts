import type { Module } from '@citewell/sdk';
import type { Attribution } from '../audit/audit.ts';
import type { NewKey } from './accounts.ts';
import type { IdempotencyKey, Replay, StoredReply } from './idempotency/idempotency.ts';
import type { ResultStore } from './idempotency/stored-results.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { LedgerReport } from './ledger/ledger-report.ts';
import type { RecordedStep, StepIntent, StepUsage, Usage } from './meter.ts';
import type { QuotaStatus } from './quota/quota-status.ts';
import type { Rejection } from './rejection.ts';
import type { Outcome, Settlement } from './settlement.ts';

/** Time for which a running call is considered alive without a renewal by its process. */
export const leaseMs = 30_000;

export type NewKeyRecord = NewKey & {
  id: string;
  /** Id of the approved application. */
  applicationId?: string | undefined;
  secretHash: Uint8Array;
  hint: string;
};

export type AdmitRequest = {
  callId: string;
  keyId: string;
  /**
   * Hash of the secret that authenticated the call, checked again under the lock. Undefined for other ways of
   * authentication.
   */
  secretHash?: Uint8Array | undefined;
  module: Module;
  endpoint: string;
  /** Answering mode, for endpoints that have several. */
  mode?: string | undefined;
  /** Key of a call that must run only once, however often it is requested. */
  idempotency?: IdempotencyKey | undefined;
  /** Tokens to hold. */
  hold: number;
  /**
   * Indicates that part of the reply is sent before the settlement, so that the admission must be durable before it
   * resolves.
   */
  repliesBeforeSettlement?: boolean | undefined;
  /** Process that runs the call and renews its lease. */
  owner: string;
};

/** Outcome of an admission. `quota` is the key's daily quota after it; undefined if the key has none. */
export type Admission = { quota: QuotaStatus | undefined } & (
  | { decision: 'admitted' }
  | { decision: 'rejected'; rejection: Rejection }
  /** The request was answered before: nothing was counted, and nothing is held. */
  | { decision: 'replayed'; replay: Replay }
);

/** Position of a step in the journal. */
export type StepId = { callId: string; seq: number };

/** Usage of an unfinished step so far. */
export type SeenStep = StepId & { seen: Usage };

/** Data that a process writes regularly about its running calls. */
export type Checkpoint = {
  owner: string;
  steps: SeenStep[];
  /** Calls for which the first part of the answer was sent, with its time. */
  delivered: { callId: string; at: number }[];
  /** Calls whose lease is renewed. */
  renew: string[];
};

export type SettleRequest = {
  callId: string;
  outcome: Outcome;
  /** Time at which the first part of the answer was sent; undefined if none was. */
  deliveredAt: number | undefined;
  /** The newest figures of steps that are still open. */
  seen: SeenStep[];
  /** Finished steps that are not in the journal yet and are added to a call that is still running. */
  recorded?: (RecordedStep & { seq: number })[] | undefined;
  /** Reply to store for repeated requests, of a call with an idempotency key. */
  reply?: StoredReply | undefined;
};

/**
 * Stores keys, calls and the ledger. Every method is one transaction that first locks the key; its promise resolves
 * when the change is durable, with two exceptions that a power failure may take back (not a crash of the process):
 * checkpoints, which loses the usage seen since the previous one, and admissions of calls for which nothing has been sent yet.
 * Days and leases follow the store's own clock, which replicas share. Amounts are tokens, times epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 * @example
 * const admission = await store.admit(request);
 * await store.settle({ ...settlement, outcome: 'ok' });
 */
export interface LedgerStore extends ResultStore {
  /** Finds the key of a secret by its SHA-256; revoked and replaced secrets have none. */
  findKey(secretHash: Uint8Array): Promise<ApiKey | undefined>;
  /** Returns a key; undefined if there is none with this id. */
  getKey(id: string): Promise<ApiKey | undefined>;
  /** Lists all keys, oldest first. */
  listKeys(): Promise<ApiKey[]>;
  /** Creates a key; the ledger entry for its initial `balance`, in tokens, names its creator. */
  createKey(record: NewKeyRecord, by: Attribution): Promise<ApiKey>;
  /** Creates the key only if there is no key at all; otherwise returns undefined. */
  createFirstKey(record: NewKeyRecord, by: Attribution): Promise<ApiKey | undefined>;

  /**
   * Counts the call and holds its tokens, or writes nothing and returns the reason. It is durable when the call's next
   * step or its settlement is, or at once if it `repliesBeforeSettlement`.
   */
  admit(request: AdmitRequest): Promise<Admission>;
  /** Raises the hold to the tokens used so far plus the step's hold and journals the step, or writes nothing and returns the
   *  reason. `not_running`: the call was already settled. */
  openStep(step: StepId, intent: StepIntent): Promise<Rejection | { code: 'not_running' } | undefined>;
  /**
   * Writes the usage seen so far, and renews leases for `leaseMs`. Survives the end of the process; a power failure may lose
   * the latest checkpoints.
   */
  checkpoint(checkpoint: Checkpoint): Promise<void>;
  /** Closes a step. If the settlement already closed it, charges its actual cost beyond the amount charged. */
  finishStep(step: StepId, usage: StepUsage, source: 'provider' | 'estimated'): Promise<void>;
  /**
   * Charges the call, releases the rest of its hold and stores its reply, once; if repeated, returns the recorded
   * settlement.
   */
  settle(request: SettleRequest): Promise<Settlement>;
  /** Settles calls whose lease has expired, at most `limit`; returns their number. */
  settleExpired(limit: number): Promise<number>;
  /** Deletes idempotency keys older than `replyRetentionMs`, with their replies, at most `limit`; returns
   *  how many. */
  purgeIdempotencyRecords(limit: number): Promise<number>;

  /** Recomputes every figure from the rows it sums, on one snapshot. */
  verifyLedger(): Promise<LedgerReport>;
  /** Closes the connections after running statements have finished. */
  close(): Promise<void>;
}
