import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Clock } from '@citewell/core/clock.ts';
import {
  type EuropepmcSimulator,
  startEuropepmcSimulator,
} from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { type EutilsSimulator, startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app/app.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { answer } from '../../features/answers/answer.ts';
import type { StartTimer } from '../../http/calls/run-call.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import type { Timing } from '../../llm/attempt.ts';
import type { Model } from '../../llm/model.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { readConfig } from '../../platform/config.ts';
import { planTask } from '../../retrieval/planning/search-tasks.ts';
import type { StoreEngine, StoreHome } from '../accounting/accounts-databases.ts';
import { buildTestApp, type TestApp } from '../app/build-test-app.ts';
import { tokenCounter } from '../app/token-counter.ts';
import type { ModelBehaviour, Sources } from './scenarios.ts';

/** Listening service over simulators of everything that it uses; all of it ends with the test. */
export type Stand = Pick<TestApp, 'services' | 'createKey' | 'logLines'> & {
  home: StoreHome;
  llm: LlmSimulator;
  /** Address for callers. */
  address: string;
  /** Starts the service once more; the time of calls to the returned address is up when the condition is met. */
  startLimited(isDue: () => boolean): Promise<string>;
  /** Sets the behaviour of the sources, and closes circuit breakers that have opened. */
  setSources(sources: Sources, seed: number): void;
};

const breakersClosedAfterMs = 31_000;

/** Deadlines beyond any wait, for all scenarios but those about deadlines. */
const unhurried: Timing = { firstPartMs: 600_000, partMs: 600_000, tailMs: 600_000, totalMs: 600_000 };
const hasteMs = 400;

export async function startStand(
  t: TestContext,
  storeEngine: StoreEngine,
  temperOf: (question: string) => ModelBehaviour,
): Promise<Stand> {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  const llm = await startLlmSimulator();
  let offsetMs = 0;
  const clock: Clock = { now: () => Date.now() + offsetMs };

  const home = await storeEngine.create(t);
  const store = await home.open(clock, zoneFarFromMidnight(Date.now()));
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const freely = { acquire: async () => true as const, pauseUntil: () => {} };
  const shared = { cache, clock, log: () => {}, limiter: freely, sleep: async () => {} };
  const remote = [
    createPubmedRetriever({ ...shared, baseUrl: eutils.url, apiKey: undefined, email: undefined }),
    createEuropepmcRetriever({ ...shared, baseUrl: europepmc.url }),
  ];
  const { llm: config } = readConfig({
    CITEWELL_LLM_BASE_URL: llm.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_LLM_VISION_MODEL: 'simulated-vision',
  });
  if (!config) throw new Error('the settings name a model');
  const modelWith = (timing: Timing) =>
    createProviderModel({ config, clock: acceleratedClock(), log: () => {}, timing, counter: tokenCounter });
  const models = {
    patient: modelWith(unhurried),
    givesUpSilence: modelWith({ ...unhurried, firstPartMs: hasteMs }),
    givesUpPauses: modelWith({ ...unhurried, partMs: hasteMs, tailMs: hasteMs }),
  };
  const model = modelWithFaults(models, temperOf);
  const test = await buildTestApp(t, {
    answer,
    clock,
    store,
    services: { model, literature: { remote, library: undefined } },
  });
  const limited: FastifyInstance[] = [];
  t.after(async () => {
    for (const app of limited) await app.close();
    for (const closing of [...Object.values(models), ...remote]) await closing.close();
    cache.close();
    for (const simulator of [eutils, europepmc, llm]) await simulator.close();
  });
  const local = (port: number) => `http://127.0.0.1:${port}`;

  return {
    services: test.services,
    createKey: test.createKey,
    logLines: test.logLines,
    home,
    llm,
    address: local(await test.listen()),
    async startLimited(isDue) {
      const app = buildApp(test.services, { startTimer: timerOf(isDue), webFolder: null });
      limited.push(app);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return local((app.server.address() as AddressInfo).port);
    },
    setSources(sources, seed) {
      offsetMs += breakersClosedAfterMs;
      changeSources(sources, seed, eutils, europepmc);
    },
  };
}

function timerOf(isDue: () => boolean): StartTimer {
  return (_ms, onDue) => {
    let isStopped = false;
    void until(() => isStopped || isDue()).then(() => {
      if (!isStopped) onDue();
    });
    return () => {
      isStopped = true;
    };
  };
}

function changeSources(
  sources: Sources,
  seed: number,
  eutils: EutilsSimulator,
  europepmc: EuropepmcSimulator,
): void {
  eutils.clearFaults();
  europepmc.clearFaults();
  if (sources === 'shaky') eutils.setFault('router-502', { rate: 0.3, seed });
  if (sources === 'PubMed down' || sources === 'all down') eutils.setFault('router-502');
  if (sources === 'all down') europepmc.setFault('unavailable');
}

type Models = Record<'patient' | 'givesUpSilence' | 'givesUpPauses', Model>;

/** Model whose time limits and faults depend on the question. */
function modelWithFaults(models: Models, temperOf: (question: string) => ModelBehaviour): Model {
  const { patient, givesUpSilence, givesUpPauses } = models;
  const writers: Partial<Record<ModelBehaviour, Model>> = {
    'gives up texts': givesUpSilence,
    'gives up pauses': givesUpPauses,
  };
  const temperFor = (input: object) => temperOf((input as { question?: string }).question ?? '');
  return {
    ...patient,
    reply(task, input, context) {
      const givesUp = task === (planTask as object) && temperFor(input as object) === 'gives up plans';
      return (givesUp ? givesUpSilence : patient).reply(task, input, context);
    },
    async write(task, input, context, take) {
      const temper = temperFor(input);
      if (temper === 'fails first') throw new Error('a bug');
      await (writers[temper] ?? patient).write(task, input, context, (part) => {
        const lagging = take(part);
        if (temper === 'fails in text') throw new Error('a bug');
        return lagging;
      });
    },
  };
}

/** Time passes so quickly that no two failures fall within the window of the model's circuit breaker. */
function acceleratedClock(): Clock {
  let now = Date.now();
  return {
    now: () => {
      now += breakersClosedAfterMs;
      return now;
    },
  };
}

/** PostgreSQL's clock cannot be set: in this zone, no midnight falls within a run that counts a quota. */
function zoneFarFromMidnight(now: number): string {
  const hour = new Date(now).getUTCHours();
  return hour >= 6 && hour < 18 ? 'UTC' : 'Etc/GMT+12';
}
