import type { Accounts, ApiKey, Settlement } from '../../packages/server/src/accounting/accounts.ts';
import { countingMeter } from '../../packages/server/src/accounting/meter.ts';

const nothing: Settlement = { promptTokens: 0, completionTokens: 0, tokens: 0, charged: 0, unbilled: 0 };

/** Accounts that let everybody in at once and write nothing: what a service without accounts would do. */
export function freeAccounts(key: ApiKey): Accounts {
  const begin = (id: string) => ({
    id,
    meter: countingMeter(),
    quota: undefined,
    markDelivered() {},
    settle: async () => nothing,
  });
  return {
    authenticate: async () => key,
    recall: () => key,
    admit: async ({ id }) => begin(id),
    admitOnce: async ({ id }) => begin(id),
  };
}
