import { modules } from '@citewell/sdk';
import type { NewKey } from '../accounts.ts';
import type { AccountStore } from '../store.ts';
import type { ApiKey } from './api-key.ts';
import { mintKey } from './key-administration.ts';

/** Enough for a good look around, and an end to it. */
const demoKey: NewKey = {
  label: 'demo',
  modules: [...modules],
  dailyQuota: 200,
  balance: 1_000_000,
  expiresAt: undefined,
  status: 'enabled',
};

/**
 * Makes a key on a store without any, and returns its secret this once. Of several processes that start together one
 * makes it.
 */
export async function ensureDemoKey(
  store: AccountStore,
): Promise<{ key: ApiKey; secret: string } | undefined> {
  const { secret, record } = mintKey(demoKey);
  const key = await store.createFirstKey(record, { actor: 'system', reason: 'first start' });
  return key && { key, secret };
}
