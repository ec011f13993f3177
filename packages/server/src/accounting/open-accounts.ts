import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Accounts, CallIntent } from './accounts.ts';
import { type IdempotencyKey, unpackReply } from './idempotency/idempotency.ts';
import { purgeIdempotencyRecords } from './idempotency/purge-records.ts';
import { storedResults } from './idempotency/stored-results.ts';
import type { ApiKey } from './keys/api-key.ts';
import { parseSecret, secretHash } from './keys/secret.ts';
import type { Admission } from './ledger-store.ts';
import { keyRejection, otherRequestError, rejectionError } from './rejection.ts';
import { isUnreachable, retryWhileUnavailable } from './retry-while-unavailable.ts';
import { RunningCalls, type RunningCallsOptions } from './running-calls.ts';

/** Creates the caller's side of accounting on any store. `close` stops the background work; the store stays open. */
export function openAccounts(options: RunningCallsOptions): Accounts & { close(): Promise<void> } {
  const { store, clock, owner } = options;
  const running = new RunningCalls(options);
  const stopForgetting = purgeIdempotencyRecords(options);
  // The secret that authenticated a key: admission checks under the lock that it is still valid.
  const openedBy = new WeakMap<ApiKey, Uint8Array>();
  /** Cached keys by the hash of their secret, in hexadecimal. */
  const seen = new BoundedCache<{ key: ApiKey; at: number }>(cachedKeysMax);

  function evict(key: ApiKey): void {
    const hash = openedBy.get(key);
    if (hash) seen.delete(hexOf(hash));
  }

  /** Requests an admission and throws if it is rejected. */
  async function ask(
    { id, key, module, endpoint, mode, hold, repliesBeforeSettlement }: CallIntent,
    idempotency?: IdempotencyKey,
  ): Promise<Exclude<Admission, { decision: 'rejected' }>> {
    const asked = store.admit({
      ...{ callId: id, keyId: key.id, secretHash: openedBy.get(key) },
      ...{ module, endpoint, mode, idempotency, hold, repliesBeforeSettlement, owner },
    });
    const admission = await failClosed(asked).catch((error: unknown) => {
      if (isUnreachable(error)) running.disown(id);
      throw error;
    });
    if (admission.decision !== 'rejected') return admission;
    evict(key);
    throw rejectionError(admission.rejection, admission.quota);
  }

  return {
    async authenticate(text) {
      const secret = parseSecret(text);
      const hash = secret && secretHash(secret);
      const key =
        hash && (await failClosed(retryWhileUnavailable(() => store.findKey(hash), lookUpWithinMs)));
      if (!key) throw new ServiceError('invalid_key');
      openedBy.set(key, hash);
      const rejection = keyRejection(key, clock.now());
      if (rejection) throw rejectionError(rejection);
      seen.set(hexOf(hash), { key, at: clock.now() }, 1);
      return key;
    },

    getCached(text, module) {
      const secret = parseSecret(text);
      const found = secret && seen.get(hexOf(secretHash(secret)));
      const now = clock.now();
      if (!found || Math.abs(now - found.at) > cachedKeyMs) return undefined;
      const { key } = found;
      return !keyRejection(key, now) && key.modules.includes(module) ? key : undefined;
    },

    async admit(intent) {
      const { quota } = await ask(intent);
      return running.begin(intent.id, quota);
    },

    async admitOnce(intent, idempotency) {
      const admission = await ask(intent, idempotency);
      if (admission.decision === 'admitted') return running.begin(intent.id, admission.quota);
      const { replay, quota } = admission;
      return { replay: { ...replay, body: await unpackReply(replay.body) }, quota };
    },

    storedResults: (key, idempotency) => storedResults(store, key.id, idempotency),

    async rejectOtherRequest({ id: keyId }, { name, requestHash }) {
      if (await store.hasResultsOfOther({ keyId, name, requestHash })) throw otherRequestError();
    },

    async close() {
      await stopForgetting();
      await running.close();
    },
  };
}

/** Maximum age of cached values that admission does not depend on, such as the limit of running calls. */
const cachedKeyMs = 5_000;

/** Maximum number of cached keys, of some hundred bytes each. */
const cachedKeysMax = 10_000;

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

const storeRetrySeconds = 5;
/** Time for repeating a read whose connection was lost; a database that stays unreachable is not waited for here. */
const lookUpWithinMs = 1_000;

/**
 * Converts a failure of the store into a retryable internal error, because no call is served without the ledger. A store that is
 * temporarily unreachable throws its own error.
 */
async function failClosed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (isUnreachable(cause)) throw cause;
    throw new ServiceError('internal_error', {
      headers: { 'Retry-After': String(storeRetrySeconds) },
      cause,
    });
  }
}
