import { systemClock } from '../../packages/core/src/clock.ts';
import { createKeyAdministration } from '../../packages/server/src/accounting/keys/key-administration.ts';
import type { StoreHome } from '../../packages/server/src/testing/accounting/accounts-databases.ts';

/** Key as its owner has it; `scarce` if its balance runs out again and again. */
export type LoadKey = { id: string; secret: string; scarce: boolean };

const balances = [
  { balance: 1e12, scarce: false },
  { balance: 1e12, scarce: false },
  { balance: 300_000, scarce: true },
] as const;

export async function makeLoadKeys(home: StoreHome): Promise<LoadKey[]> {
  const store = await home.open(systemClock);
  const administration = createKeyAdministration(store, { actor: 'chaos' });
  const keys: LoadKey[] = [];
  for (const { balance, scarce } of balances) {
    const { key, secret } = await administration.create({
      ...{ label: scarce ? 'scarce' : 'ample', modules: ['ask_agent'], dailyQuota: null, balance },
      ...{ expiresAt: undefined, status: 'enabled' },
    });
    keys.push({ id: key.id, secret, scarce });
  }
  await store.close();
  return keys;
}
