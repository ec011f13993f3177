import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import type { FastifyInstance } from 'fastify';
import type { NewKey } from '../../accounting/accounts.ts';
import { buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/** A real service that programs of other languages can call. */
export type DemonstrationService = {
  app: FastifyInstance;
  /** Origin of the service: http://127.0.0.1 and a port. */
  url: string;
  dataDir: string;
  /** Makes a key for every module; returns its secret. */
  createKey(change?: Partial<NewKey>): Promise<string>;
};

/**
 * Starts the real service with a library of demonstration records, as after a first start, until the end of the test.
 * @param settings Further settings; `CITEWELL_SOURCES` is the library alone unless they name others.
 * @param inline True for texts to be read without threads, each of which would read the word lists anew; otherwise one does.
 */
export async function startDemonstration(
  t: TestContext,
  { settings = {}, inline = true }: { settings?: Record<string, string>; inline?: boolean } = {},
): Promise<DemonstrationService> {
  const dataDir = temporaryFolder(t);
  const services = await buildServices(
    readConfig({
      CITEWELL_DATA_DIR: dataDir,
      CITEWELL_SOURCES: 'library',
      CITEWELL_LANGUAGE_THREADS: '1',
      ...settings,
    }),
  );
  await services.prepareDemonstration();
  const app = buildApp(inline ? { ...services, languageWorkers: inlineWorkers } : services, {
    webFolder: null,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await app.close();
    await services.close();
  });
  return {
    app,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    dataDir,
    createKey: async (change = {}) => {
      const key: NewKey = {
        ...{ label: 'test', modules: ['ask_agent', 'expert_agent', 'factcheck'], status: 'enabled' },
        ...{ dailyQuota: null, balance: 1_000_000_000, expiresAt: undefined },
      };
      return (await services.keys.create({ ...key, ...change })).secret;
    },
  };
}

/** Starts simulated sources and a simulated model until the end of the test; returns the settings of a service over them. */
export async function simulatedSettings(t: TestContext): Promise<Record<string, string>> {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  const llm = await startLlmSimulator();
  t.after(async () => {
    for (const simulator of [eutils, europepmc, llm]) await simulator.close();
  });
  return {
    CITEWELL_SOURCES: 'pubmed,europepmc,library',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    CITEWELL_EUROPEPMC_BASE_URL: europepmc.url,
    CITEWELL_LLM_BASE_URL: llm.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_LLM_VISION_MODEL: 'simulated',
  };
}

/** Starts the service over the demonstration records and returns a function that asks it a question. */
export async function askDemonstration(t: TestContext) {
  const { app, createKey } = await startDemonstration(t);
  const headers = { 'x-api-key': await createKey() };
  return async (question: string) => {
    const reply = await app.inject({ method: 'POST', url: '/ai/api/ask', payload: { question }, headers });
    const {
      answer = '',
      references = [],
      error = '',
    } = reply.json<Partial<AskResponse> & { error?: string }>();
    return { status: reply.statusCode, text: answer || error, pmids: references.map(({ pmid }) => pmid) };
  };
}

/** Returns the PMID of a demonstration record by its number, as "74". */
export function demonstrationPmid(number: string): string {
  return `99${number.padStart(8, '0')}`;
}
