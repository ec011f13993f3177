import { ServiceError } from '../errors.ts';
import type { Accounts, ApiKey } from './accounts.ts';
import { refusalError, refuseKey } from './refusal.ts';
import { RunningCalls, type RunningCallsOptions } from './running-calls.ts';
import { parseSecret, secretHash } from './secret.ts';

/** The caller's side of the books over any store. `close` stops the background work; the store stays open. */
export function openAccounts(options: RunningCallsOptions): Accounts & { close(): Promise<void> } {
  const { store, clock, owner } = options;
  const running = new RunningCalls(options);
  // Which secret opened a key: admission looks again, under the lock, whether it still does.
  const openedBy = new WeakMap<ApiKey, Uint8Array>();
  return {
    async authenticate(text) {
      const secret = parseSecret(text);
      const hash = secret && secretHash(secret);
      const key = hash && (await failClosed(store.findKey(hash)));
      if (!key) throw new ServiceError('invalid_key');
      openedBy.set(key, hash);
      const refusal = refuseKey(key, clock.now());
      if (refusal) throw refusalError(refusal);
      return key;
    },

    async admit({ id, key, module, endpoint, floor }) {
      const request = {
        callId: id,
        keyId: key.id,
        secretHash: openedBy.get(key),
        module,
        endpoint,
        need: floor,
        owner,
      };
      const refusal = await failClosed(store.admit(request));
      if (refusal) throw refusalError(refusal);
      return running.begin(id);
    },

    close: () => running.close(),
  };
}

const storeRetrySeconds = 5;

/** Without the books nobody is served: a store that fails is our fault, and worth trying again soon. */
async function failClosed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new ServiceError('internal_error', {
      headers: { 'Retry-After': String(storeRetrySeconds) },
      cause,
    });
  }
}
