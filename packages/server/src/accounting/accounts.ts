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
  /** Tokens to hold at least: the endpoint's minimum. */
  hold: number;
  /** Part of the reply leaves before the settlement, as of a stream: the admission is then on the disk first. */
  repliesBeforeSettlement?: boolean;
};

/** An admitted call: counted in the quota, its hold in the balance. `settle` is idempotent and must run on every path. */
export interface Call {
  readonly id: string;
  readonly meter: Meter;
  /** Adds a step that cost nobody anything until it was done, and that the call's own hold covers: it is written with the
   *  settlement, and with the process it is lost. */
  record(step: RecordedStep): void;
  /** Returns the tokens of its steps so far; once its work has ended, those that its settlement records. */
  used(): Usage;
  /** Daily quota after this call; undefined if the key has none. */
  readonly quota: QuotaStatus | undefined;
  /** Tells that the first part of the answer left. Cheap; from here on a crash is billed for what was seen. */
  markDelivered(): void;
  /** `delivered`: whether any part of an answer left. `reply`: to keep for who asks again, if the call is one to run once;
   *  it is on the disk when the settlement is, and not without it. */
  settle(outcome: Outcome, delivered: boolean, reply?: StoredReply): Promise<Settlement>;
}

/** The caller's side of accounting. */
export interface Accounts {
  /** The key behind this secret. Throws ServiceError invalid_key, key_disabled (checked first) or key_expired. */
  authenticate(secret: string): Promise<ApiKey>;
  /** The key behind this secret as this process saw it last, where the module was open to it then. Good enough for who
   *  admits next, which decides on the key as it is; whoever refuses for another reason asks `authenticate` first. */
  recall(secret: string, module: Module): ApiKey | undefined;
  /** Counts the call and holds its tokens in one transaction. Throws key_disabled, key_expired, no_permission,
   *  quota_exceeded:<used>/<limit> or insufficient_balance:<available>/<hold>; a refusal writes nothing. */
  admit(intent: CallIntent): Promise<Call>;
  /** The same for a call that is to run once: where it was answered before, its reply, whatever quota and balance are by
   *  now. Throws conflict while it runs, invalid_request where its key came with another request. */
  admitOnce(intent: CallIntent, idempotency: IdempotencyKey): Promise<Call | Answered>;
  /** Returns the results of the steps of the key's call of this name and request. */
  storedResults(key: ApiKey, idempotency: IdempotencyKey): StoredResults;
}

/** A call that was answered before. */
export type Answered = { replay: Replay; quota: QuotaStatus | undefined };

export type NewKey = {
  label: string;
  ownerEmail?: string | undefined;
  modules: Module[];
  dailyQuota: number | null;
  /** Null, and left out: the installation's default. */
  maxRunningCalls?: number | null | undefined;
  balance: number;
  expiresAt: number | undefined;
  status: 'enabled' | 'disabled';
};

/**
 * Administers keys; amounts are tokens. Methods that name a key return undefined if there is none.
 * @throws what the database throws; each change is recorded with its audit entry, or neither is
 */
export interface KeyAdministration {
  /** Creates a key. Its secret can be read from the result, and never again. */
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
   * Gives a key a new secret, which only the result and an e-mail to the key's owner hold. Earlier secrets stay valid for
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
   * Posts an entry as `topUp` does, which may also take tokens away.
   * @throws {ServiceError} `conflict` if those tokens are charged or held already
   */
  adjust(input: Tokens): Promise<PostedEntry | undefined>;
}

/** Adjustment of a key's balance, in tokens. */
type Tokens = { id: string; amount: number; reason: string; operationKey?: string | undefined };
