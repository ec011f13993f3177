import type { Accounts } from '../../packages/server/src/accounting/accounts.ts';
import type { ApiKey } from '../../packages/server/src/accounting/keys/api-key.ts';
import { countingMeter } from '../../packages/server/src/accounting/meter.ts';
import type { Settlement } from '../../packages/server/src/accounting/settlement.ts';

const nothing: Settlement = { promptTokens: 0, completionTokens: 0, tokens: 0, charged: 0, unbilled: 0 };

/** Accounts that admit everybody at once and write nothing, as in a service without accounts. */
export function freeAccounts(key: ApiKey): Accounts {
  const begin = (id: string) => {
    const meter = countingMeter();
    return {
      ...{ id, meter, used: meter.total },
      quota: undefined,
      record() {},
      markDelivered() {},
      settle: async () => nothing,
    };
  };
  return {
    authenticate: async () => key,
    getCached: () => key,
    admit: async ({ id }) => begin(id),
    admitOnce: async ({ id }) => begin(id),
    storedResults: () => ({ read: async () => undefined, store: async () => {} }),
    rejectOtherRequest: async () => {},
  };
}
