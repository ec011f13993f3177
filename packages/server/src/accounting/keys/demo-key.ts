import { modules } from '@citewell/sdk';
import type { NewKey } from '../accounts.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { ApiKey } from './api-key.ts';
import { mintKey } from './key-administration.ts';

/** Terms of the demo key: enough to try the service, but limited. */
const demoKey: NewKey = {
  label: 'demo',
  modules: [...modules],
  dailyQuota: 200,
  balance: 1_000_000,
  expiresAt: undefined,
  status: 'enabled',
};

/**
 * Creates a key if the store has none, and returns its secret, which cannot be retrieved later. If several processes start
 * together, only one creates it.
 */
export async function ensureDemoKey(
  store: LedgerStore,
): Promise<{ key: ApiKey; secret: string } | undefined> {
  const { secret, record } = mintKey(demoKey);
  const key = await store.createFirstKey(record, { actor: 'system', reason: 'first start' });
  return key && { key, secret };
}
