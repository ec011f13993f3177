import type { Module } from '@citewell/sdk';
import type { IdempotencyKey, Replay, StoredReply } from './idempotency/idempotency.ts';
import type { StoredResults } from './idempotency/stored-results.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { KeyChange } from './keys/key-change.ts';
import type { Meter, RecordedStep, Usage } from './meter.ts';
import type { KeyDetails, PostedEntry } from './operator-store.ts';
import type { QuotaStatus } from './quota/quota-status.ts';
import type { Outcome, Settlement } from './settlement.ts';

export type CallIntent = {
  /** The request id, unique. */
  id: string;
  key: ApiKey;
  module: Module;
  endpoint: string;
  /** Answering mode, for endpoints that have several. */
  mode?: string | undefined;
  /** Minimum number of tokens to hold, set by the endpoint. */
  hold: number;
  /**
   * Indicates that part of the reply is sent before the settlement, as in a stream: the admission must then be durable
   * first.
   */
  repliesBeforeSettlement?: boolean;
};

/**
 * An admitted call: counted in the quota, its hold in the balance. `settle` is idempotent and must run on every path.
 *
 * @throws the database's errors, from `settle` only
 * @example
 * const call = await accounts.admit(intent);
 * call.markDelivered();
 * await call.settle('ok', true);
 */
export interface AdmittedCall {
  readonly id: string;
  readonly meter: Meter;
  /**
   * Adds a step that is already done and that the call's own hold covers. It is written with the settlement, and lost if
   * the process ends before.
   */
  record(step: RecordedStep): void;
  /** Returns the tokens of the steps so far; once the work has ended, those that the settlement records. */
  used(): Usage;
  /** Daily quota after this call; undefined if the key has none. */
  readonly quota: QuotaStatus | undefined;
  /** Notes that the first part of the answer was sent. Cheap; after a crash from here on, the usage seen so far is charged. */
  markDelivered(): void;
  /**
   * Settles the call. `delivered`: true if any part of an answer was sent. `reply`: stored for repeated requests if the call
   * has an idempotency key, in the same transaction as the settlement.
   */
  settle(outcome: Outcome, delivered: boolean, reply?: StoredReply): Promise<Settlement>;
}

/**
 * The caller's side of accounting.
 *
 * @throws the database's errors, besides those of each method
 * @example
 * const key = await accounts.authenticate(secret);
 * const call = await accounts.admit({ id, key, module: 'ask', endpoint: 'ask', hold: 400 });
 */
export interface Accounts {
  /**
   * Returns the key of this secret.
   * @throws {ServiceError} `invalid_key`, `key_disabled` (checked first) or `key_expired`
   */
  authenticate(secret: string): Promise<ApiKey>;
  /**
   * Returns the key of this secret from this process's cache, if it had access to the module. Sufficient before an admission,
   * which checks the current key; call `authenticate` before rejecting a request for any other reason.
   */
  getCached(secret: string, module: Module): ApiKey | undefined;
  /**
   * Counts the call and holds its tokens in one transaction; a rejected call writes nothing.
   * @throws {ServiceError} `key_disabled`, `key_expired`, `no_permission`, `quota_exceeded:<used>/<limit>` or
   * `insufficient_balance:<available>/<hold>`
   */
  admit(intent: CallIntent): Promise<AdmittedCall>;
  /**
   * Admits a call with an idempotency key. If it was answered before, returns that reply, regardless of the present quota
   * and balance.
   * @throws {ServiceError} those of `admit`, and `conflict` while the earlier call runs or if the key was used with a
   * different request
   */
  admitOnce(intent: CallIntent, idempotency: IdempotencyKey): Promise<AdmittedCall | Answered>;
  /** Returns the stored step results of the API key's call with this idempotency key and request. */
  storedResults(key: ApiKey, idempotency: IdempotencyKey): StoredResults;
  /**
   * Rejects a call whose idempotency key has results of another request: running it would take the key from the one that
   * broke off.
   * @throws {ServiceError} 409 `conflict`
   */
  rejectOtherRequest(key: ApiKey, idempotency: IdempotencyKey): Promise<void>;
}

/** A call that was answered before. */
export type Answered = { replay: Replay; quota: QuotaStatus | undefined };

export type NewKey = {
  label: string;
  ownerEmail?: string | undefined;
  modules: Module[];
  dailyQuota: number | null;
  /** Maximum number of simultaneous calls; null or absent for the installation's default. */
  maxRunningCalls?: number | null | undefined;
  balance: number;
  expiresAt: number | undefined;
  status: 'enabled' | 'disabled';
};

/**
 * Administers keys; amounts are tokens. Methods that name a key return undefined if there is none.
 * @throws the database's errors; a change and its audit entry are written together or not at all
 * @example
 * const { key, secret } = await keys.create(input);
 * await keys.topUp({ id: key.id, amount: 50_000, reason: 'first month' });
 */
export interface KeyAdministration {
  /** Creates a key. Its secret is only in the result and cannot be retrieved later. */
  create(input: NewKey): Promise<{ key: ApiKey; secret: string }>;
  /** Lists all keys, without their secrets. */
  list(): Promise<ApiKey[]>;
  /** Reads one key, without its secrets. */
  get(id: string): Promise<ApiKey | undefined>;
  /** Changes the fields of a key that `change` names. */
  update(id: string, change: KeyChange): Promise<KeyDetails | undefined>;
  /** Enables or disables a key. */
  setStatus(id: string, status: 'enabled' | 'disabled'): Promise<ApiKey | undefined>;
  /**
   * Gives a key a new secret, which only the result and an e-mail to the key's owner contain. Earlier secrets stay valid for
   * `graceMs` milliseconds; null ends them at once, as after a leak. `mailedTo` is the owner's address, null if there is none.
   */
  reissue(input: {
    id: string;
    graceMs: number | null;
  }): Promise<{ key: KeyDetails; secret: string; mailedTo: string | null } | undefined>;
  /**
   * Adds tokens as a ledger entry with its reason; a repeated `operationKey` adds once and gets the same reply.
   * @throws {ServiceError} `conflict` if the operation key was used for something else
   */
  topUp(input: Tokens): Promise<PostedEntry | undefined>;
  /**
   * Posts an entry like `topUp`, with an amount that may be negative.
   * @throws {ServiceError} `conflict` if those tokens are already charged or held
   */
  adjust(input: Tokens): Promise<PostedEntry | undefined>;
}

/** Adjustment of a key's balance, in tokens. */
type Tokens = { id: string; amount: number; reason: string; operationKey?: string | undefined };
