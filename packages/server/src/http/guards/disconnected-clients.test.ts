import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { seededRandom } from '@citewell/simulators/random.ts';
import { until } from '@citewell/simulators/until.ts';
import { buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { callOf, type EndpointName, endpointNames } from '../../testing/app/endpoints.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

/** The service as it runs, over simulated sources and a simulated model. */
async function setUp(t: TestContext, { model }: { model: boolean }) {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  const llm = await startLlmSimulator();
  t.after(async () => {
    for (const simulator of [eutils, europepmc, llm]) await simulator.close();
  });
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: 'pubmed,europepmc,library',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    CITEWELL_NCBI_API_KEY: 'simulated',
    CITEWELL_EUROPEPMC_BASE_URL: europepmc.url,
    ...(model && { CITEWELL_LLM_BASE_URL: llm.url, CITEWELL_LLM_MODEL: 'simulated' }),
  });
  const logLines: string[] = [];
  const services = await buildServices(
    config,
    createLog((line) => logLines.push(line), Date.now),
  );
  // Without worker threads, which would load the word lists again for each test.
  const app = buildApp(
    { ...services, languageWorkers: inlineWorkers },
    // A busy machine may take longer than usual to end abandoned work.
    { webFolder: null, callLimits: { abandonAfterMs: 60_000 } },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { secret } = await services.keys.create({
    ...{ label: 'leaving', modules: ['ask_agent', 'expert_agent', 'factcheck'], dailyQuota: null },
    ...{ balance: 1_000_000_000, expiresAt: undefined, status: 'enabled' },
  });
  t.after(async () => {
    await app.close();
    await services.close();
  });
  return { port, secret, services, llm, logLines };
}

type Stand = Awaited<ReturnType<typeof setUp>>;

/**
 * Asks, and closes the connection after this delay from writing the request; resolves with the status for a caller who
 * stays.
 */
function ask({ port, secret }: Stand, name: EndpointName, nth: number, leaveAfterMs?: number) {
  const { method, path, body } = callOf(name, nth);
  const headers = { 'x-api-key': secret, ...(body && { 'content-type': 'application/json' }) };
  return new Promise<number | undefined>((resolve) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
      reply.resume().on('error', () => {});
      reply.on('close', () => resolve(reply.statusCode));
    });
    asked.on('error', () => resolve(undefined));
    asked.end(body && JSON.stringify(body));
    if (leaveAfterMs === undefined) return;
    setTimeout(() => {
      asked.destroy();
      resolve(undefined);
    }, leaveAfterMs);
  });
}

async function assertNothingIsLeft({ services, llm, logLines }: Stand): Promise<void> {
  const [key] = await services.keys.list();
  const held = async () => (await services.keys.get(key?.id ?? ''))?.held;
  await until(async () => (await held()) === 0 && llm.openCalls() === 0);
  assert.deepEqual((await services.administration.verify()).drifts, []);
  assert.deepEqual((await services.administration.runningCalls({ limit: 10 })).items, []);
  const faults = logLines.filter((line) => /"request_failed"|"call_abandoned"/.test(line));
  assert.deepEqual(faults, []);
}

/** Per endpoint; `npm run attack -- leave` has more of them disconnect, in every phase of a call. */
const leavingClients = 8;
const leaveEveryMs = 16;

// An unhandled rejection fails a test by itself: the runner listens for them, as the service does.
describe('clients that disconnect within 50 ms', () => {
  for (const model of [true, false])
    it(`end only their own calls, ${model ? 'with' : 'without'} a model`, async (t) => {
      const stand = await setUp(t, { model });
      for (const [place, name] of endpointNames.entries())
        await t.test(name, async () => {
          const random = seededRandom(1 + place);
          const leaving = Array.from({ length: leavingClients }, async (_, nth) => {
            await delay(nth * leaveEveryMs);
            await ask(stand, name, nth, random() * 50);
          });
          const [stayed] = await Promise.all([ask(stand, name, 89), ...leaving]);
          assert.equal(stayed, 200);
          await assertNothingIsLeft(stand);
        });
    });
});
