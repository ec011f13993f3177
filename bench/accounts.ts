import { startDatabases } from './accounts/databases.ts';
import { benchForgedKeys } from './accounts/forged-keys.ts';
import { benchOverhead } from './accounts/overhead.ts';
import { benchPairs } from './accounts/pairs.ts';
import type { Show } from './report.ts';

const parts = { pairs: benchPairs, overhead: benchOverhead, 'forged-keys': benchForgedKeys };

export const accountsParts = Object.keys(parts);

/** Measures the cost of keys, quotas and balances on each engine, compared with the same work without them in the same run. */
export async function benchAccounts(quick: boolean, show: Show, only?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const databases = await startDatabases(stack);
  for (const [name, bench] of Object.entries(parts))
    if (only === undefined || only === name) await bench(databases, quick, show);
}
