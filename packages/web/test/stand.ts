import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@citewell/core/clock.ts';
import { modules } from '@citewell/sdk';
import type { NewKey } from '../../server/src/accounting/accounts.ts';
import { buildAdminApp } from '../../server/src/app/admin-app.ts';
import { buildApp } from '../../server/src/app/app.ts';
import { inlineWorkers } from '../../server/src/app/language-tasks/inline-work.ts';
import { buildServices } from '../../server/src/app/services.ts';
import { openStorage } from '../../server/src/database/open-storage.ts';
import { createAdministration } from '../../server/src/features/admin/administration.ts';
import type { Services } from '../../server/src/features/services.ts';
import type { Role } from '../../server/src/identity/administrator.ts';
import { addDemonstration } from '../../server/src/library/demonstration.ts';
import { openLibraryWriter } from '../../server/src/library/open-library.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { createCheapPasswords } from '../../server/src/testing/process/cheap-passwords.ts';
import { type LlmSimulator, startLlmSimulator } from '../../simulators/src/llm/llm-simulator.ts';
import { type EutilsSimulator, startEutilsSimulator } from '../../simulators/src/pubmed/eutils-simulator.ts';
import type { SimulatedRecord } from '../../simulators/src/pubmed/record.ts';
import { syntheticRecords } from '../../simulators/src/pubmed/synthetic-records.ts';
import { buildWeb } from '../build/build.ts';

/** Starts the real service with its pages, over simulated sources and a simulated model, on loopback. */
export type Stand = {
  url: string;
  adminUrl: string;
  /** Key with every module and a large balance. */
  key: string;
  guestKey: string;
  makeKey(key?: Partial<NewKey>): Promise<string>;
  /** Adds an administrator whose password is `adminPassword`. */
  addAdministrator(name: string, role: Role): Promise<void>;
  services: Services;
  pubmed: EutilsSimulator;
  model: LlmSimulator;
  mails: string[];
  close(): Promise<void>;
};

export const adminPassword = 'a long password of the stand';

export type StandOptions = {
  records?: readonly SimulatedRecord[];
  /** Sources that are searched, as in CITEWELL_SOURCES. */
  sources?: string;
  /** Additional settings. */
  settings?: Record<string, string>;
};

export async function startStand({
  records = syntheticRecords(),
  sources = 'pubmed,library',
  settings = {},
}: StandOptions = {}): Promise<Stand> {
  await buildWeb({ ifStale: true });
  const folder = mkdtempSync(join(tmpdir(), 'citewell-web-'));
  const eutils = await startEutilsSimulator({ records, rateLimit: false });
  const model = await startLlmSimulator();
  const environment = {
    CITEWELL_DATA_DIR: folder,
    CITEWELL_SOURCES: sources,
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    // With a key it may send ten requests per second instead of three.
    CITEWELL_NCBI_API_KEY: 'simulated',
    CITEWELL_LLM_BASE_URL: model.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_QUOTA_TZ: 'Asia/Shanghai',
    ...settings,
  };
  const makeKey = async ({ keys }: Services, key: Partial<NewKey>) => {
    const all = {
      ...{ label: 'Dr Li, cardiology', modules: [...modules], balance: 5_000_000, dailyQuota: 500 },
      ...{ expiresAt: undefined, status: 'enabled' as const },
    };
    return (await keys.create({ ...all, ...key })).secret;
  };
  const config = readConfig(environment);
  const before = await buildServices(config);
  // As records of the operator: invented ones would be removed with the first answer of the simulated PubMed.
  const writer = await openLibraryWriter(config.library, systemClock);
  await addDemonstration(writer);
  const own = (await Array.fromAsync(writer.records())).map(({ demonstration: _, ...article }) => article);
  await writer.removeDemonstration();
  const put = own.map((article) => ({ article, revisedAt: undefined }));
  await writer.write({ put, remove: [], notices: [] });
  await writer.close();
  const key = await makeKey(before, {});
  const guestKey = await makeKey(before, { label: 'Guests', dailyQuota: 50 });
  await before.close();

  const services = await buildServices(
    readConfig({ ...environment, CITEWELL_GUEST_KEY: guestKey }),
    undefined,
    undefined,
    { ...process.env, ...environment },
  );
  const mails: string[] = [];
  await services.deliverMails((text) => mails.push(text));
  const storage = await openStorage({ ...services.config, clock: systemClock, log: () => {} });
  const passwords = createCheapPasswords();
  const { administrators } = createAdministration({ ...storage, clock: systemClock, passwords });
  const addAdministrator = async (name: string, role: Role) => {
    await administrators.add({ name, role, password: adminPassword }, { actor: 'system' });
  };
  await addAdministrator('mei', 'operator');
  // Without worker threads, which would load the word lists again for each stand.
  const app = buildApp({ ...services, languageWorkers: inlineWorkers });
  const admin = buildAdminApp(services);
  const addressOf = async (server: typeof app) => {
    await server.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  };
  return {
    url: await addressOf(app),
    adminUrl: await addressOf(admin),
    key,
    guestKey,
    makeKey: (key = {}) => makeKey(services, key),
    addAdministrator,
    services,
    pubmed: eutils,
    model,
    mails,
    async close() {
      await Promise.all([app.close(), admin.close()]);
      await storage.close();
      await services.close();
      await Promise.all([eutils.close(), model.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
