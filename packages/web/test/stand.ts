import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modules } from '@citewell/sdk';
import { buildAdminApp } from '../../server/src/admin-app.ts';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { buildServices, type Services } from '../../server/src/services.ts';
import { startEutilsSimulator } from '../../server/src/testing/eutils-simulator.ts';
import { type LlmSimulator, startLlmSimulator } from '../../server/src/testing/llm-simulator.ts';
import type { SimulatedRecord } from '../../server/src/testing/record.ts';
import { syntheticRecords } from '../../server/src/testing/synthetic-records.ts';
import { buildWeb } from '../build/build.ts';

/** The real service with its pages, over simulated sources and a simulated model, on the loopback. */
export type Stand = {
  url: string;
  adminUrl: string;
  /** With every module and a large balance. */
  key: string;
  guestKey: string;
  services: Services;
  model: LlmSimulator;
  mails: string[];
  close(): Promise<void>;
};

export const adminPassword = 'a long password of the stand';

export async function startStand({
  records = syntheticRecords(),
}: {
  records?: readonly SimulatedRecord[];
} = {}): Promise<Stand> {
  await buildWeb({ ifStale: true });
  const folder = mkdtempSync(join(tmpdir(), 'citewell-web-'));
  const eutils = await startEutilsSimulator({ records, rateLimit: false });
  const model = await startLlmSimulator();
  const environment = {
    CITEWELL_DATA_DIR: folder,
    CITEWELL_SOURCES: 'pubmed,library',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    CITEWELL_LLM_BASE_URL: model.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_QUOTA_TZ: 'Asia/Shanghai',
  };
  const makeKey = async (services: Services, label: string, dailyQuota: number | null) => {
    const all = {
      modules: [...modules],
      balance: 5_000_000,
      expiresAt: undefined,
      status: 'enabled' as const,
    };
    return (await services.keys.create({ ...all, label, dailyQuota })).secret;
  };
  const before = await buildServices(readConfig(environment));
  const key = await makeKey(before, 'Dr Li, cardiology', 500);
  const guestKey = await makeKey(before, 'Guests', 50);
  await before.close();

  const services = await buildServices(readConfig({ ...environment, CITEWELL_GUEST_KEY: guestKey }));
  const mails: string[] = [];
  await services.deliverMails((text) => mails.push(text));
  await services.administration.administrators.add(
    { name: 'mei', role: 'operator', password: adminPassword },
    { actor: 'system' },
  );
  const app = buildApp(services);
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
    services,
    model,
    mails,
    async close() {
      await Promise.all([app.close(), admin.close()]);
      await services.close();
      await Promise.all([eutils.close(), model.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
