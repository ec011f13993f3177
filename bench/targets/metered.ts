import type { AddressInfo } from 'node:net';
import { modules } from '@citewell/sdk';
import { systemClock } from '../../packages/core/src/clock.ts';
import type { Accounts } from '../../packages/server/src/accounting/accounts.ts';
import { openAccounting } from '../../packages/server/src/accounting/open-accounting.ts';
import { buildApp } from '../../packages/server/src/app/app.ts';
import { buildServices } from '../../packages/server/src/app/services.ts';
import type { Answer } from '../../packages/server/src/features/answers/ask.ts';
import { chunk } from '../../packages/server/src/pipeline/events.ts';
import { openOutput } from '../../packages/server/src/platform/async-stdout.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { countingStore } from '../accounts/counting-store.ts';
import { freeAccounts } from '../accounts/free-accounts.ts';
import { openProduct } from '../accounts/open-product.ts';
import { answerCommands } from '../commands.ts';

export type MeteredOptions = {
  /** The database of the accounts. */
  url: string;
  /** Empty folder for the service's other files. */
  dataDir: string;
};

/** Addresses of the two, and a key for the one that requires it. */
export type Metered = { meteredUrl: string; freeUrl: string; key: string };

/** Cheapest possible work: one model request that takes no time. Its answer is the time of its journal in milliseconds. */
const answer: Answer = async (_request, _dependencies, { meter, emit }) => {
  const started = performance.now();
  const intent = { kind: 'write', provider: 'bench', model: 'bench', hold: 2_500 } as const;
  const step = await meter.openStep(intent);
  await step.finish({ promptTokens: 1_000, completionTokens: 200 }, 'provider');
  await emit(chunk(String(performance.now() - started)));
};

let takeQueries: () => Record<string, number> = () => ({});

/** Starts the service twice in one process, equal except for the accounts: the real ones, or none. */
async function listen({ url, dataDir }: MeteredOptions): Promise<Metered> {
  const log = createLog(openOutput(1).write, () => Date.now());
  const services = await buildServices(
    readConfig({
      CITEWELL_DATA_DIR: dataDir,
      CITEWELL_SOURCES: 'library',
      CITEWELL_KEY_RUNNING_CALLS: '1000',
    }),
    log,
  );
  await services.prepareDemonstration();
  const { store, take } = countingStore((await openProduct(url)).store);
  takeQueries = take;
  // Without background work, so that every query belongs to a request.
  const accounting = openAccounting({ store, clock: systemClock, log, every: () => () => {} });
  const { key, secret } = await accounting.keys.create({
    ...{ label: 'bench', modules: [...modules], dailyQuota: 1e9, balance: 1e12 },
    ...{ expiresAt: undefined, status: 'enabled' },
  });
  const start = async (accounts: Accounts) => {
    const app = buildApp({ ...services, accounts }, { answer });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };
  return {
    meteredUrl: await start(accounting.accounts),
    freeUrl: await start(freeAccounts(key)),
    key: secret,
  };
}

answerCommands({ listen, queries: () => takeQueries() });
