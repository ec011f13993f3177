import { ServiceError } from '../errors.ts';
import type { Accounts } from './accounts.ts';
import { refusalError, refuseKey } from './refusal.ts';
import { RunningCalls, type RunningCallsOptions } from './running-calls.ts';
import { parseSecret, secretHash } from './secret.ts';

/** The caller's side of the books over any store. `close` stops the background work; the store stays open. */
export function openAccounts(options: RunningCallsOptions): Accounts & { close(): Promise<void> } {
  const { store, clock, owner } = options;
  const running = new RunningCalls(options);
  return {
    async authenticate(text) {
      const secret = parseSecret(text);
      const key = secret && (await failClosed(store.findKey(secretHash(secret))));
      if (!key) throw new ServiceError('invalid_key');
      const refusal = refuseKey(key, clock.now());
      if (refusal) throw refusalError(refusal);
      return key;
    },

    async admit({ id, key, module, endpoint, floor }) {
      const request = { callId: id, keyId: key.id, module, endpoint, need: floor, owner };
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
