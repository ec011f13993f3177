import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../bench/report.ts';
import { callOf, type EndpointName, endpointNames } from '../../packages/server/src/testing/app/endpoints.ts';
import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { Attack, AttackOptions, AttackReport } from '../attack.ts';
import {
  oneLanguageThread,
  type RunningService,
  runCommand,
  type Simulators,
  startService,
  startSimulators,
} from '../stand.ts';
import { call, isWhole, type Leaving } from './leaving-client.ts';

/** Concurrent callers: fewer than one key may run, so that none is rejected for that reason. */
const leaversAtOnce = 12;
const stayersAtOnce = 2;

/** Milliseconds for settling the last calls: a lease and its reaper take 35 s, and no call should need them. */
const settledWithinMs = 30_000;

type Counts = { left: number; stayed: number; deferred: number; unanswered: string[] };

/** Clients that disconnect at any moment on any endpoint, alongside others that stay. */
export const leave: Attack = {
  about: 'clients disconnect at random moments of every phase of every endpoint, alongside others that stay',
  async run(options) {
    const rows: Row[] = [];
    const violations: string[] = [];
    for (const model of options.short ? [true] : [true, false]) {
      const report = await attackService(options, model);
      rows.push(...report.rows);
      violations.push(...report.violations);
    }
    return { title: 'Clients that disconnect', rows, violations };
  },
};

async function attackService(options: AttackOptions, model: boolean): Promise<AttackReport> {
  const simulators = await startSimulators();
  try {
    const environment = Object.entries(simulators.environment).filter(
      ([name]) => model || !name.includes('_LLM_'),
    );
    const service = await startService({
      // With a key, PubMed accepts ten requests a second; otherwise clients would mostly disconnect in its queue.
      environment: {
        CITEWELL_NCBI_API_KEY: 'simulated',
        ...(options.short && oneLanguageThread),
        ...Object.fromEntries(environment),
      },
    });
    try {
      return await report(service, simulators, options, model);
    } finally {
      await service.stop('SIGKILL');
    }
  } finally {
    await simulators.stop();
  }
}

async function report(
  service: RunningService,
  simulators: Simulators,
  { seed, short }: AttackOptions,
  model: boolean,
): Promise<AttackReport> {
  const modules = ['--modules', 'ask_agent,expert_agent,factcheck', '--daily-quota', 'none'];
  const keys = { leaver: await service.createKey(...modules), stayer: await service.createKey(...modules) };
  // A model that writes at once has no middle in which to disconnect.
  await fetch(`${simulators.llm}/__fault`, { method: 'POST', body: '{"mode": "slow", "delayMs": 4}' });
  const counts: Counts = { left: 0, stayed: 0, deferred: 0, unanswered: [] };
  const random = seededRandom(seed + Number(model));
  await callAndLeave(service, keys, { random, calls: short ? 51 : 1_700, counts });

  const violations: string[] = counts.unanswered.map(
    (name) => `who stayed at ${name} got an incomplete reply`,
  );
  const isUp = service.exitCode() === undefined && (await fetch(`${service.url}/readyz`)).status === 200;
  const held = isUp ? await heldInTheEnd(service, Object.values(keys)) : Number.NaN;
  const running = isUp ? await listRunning(service) : Number.NaN;
  const openAtModel = await openModelCalls(simulators);
  const checkLedger = (await runCommand(service, 'ledger', 'verify')).code === 0;
  const unread = service.output().split('"unhandledRejection"').length - 1;
  const abandoned = service.output().split('"event":"call_abandoned"').length - 1;
  const stopped = isUp ? await service.stop() : service.exitCode();
  if (!isUp) violations.push(`the process ended with ${service.exitCode()}`);
  violations.push(...service.internalErrors());
  if (held !== 0) violations.push(`${held} tokens are still held`);
  if (running !== 0) violations.push(`${running} calls are still running`);
  if (openAtModel !== 0) violations.push(`${openAtModel} requests to the model are still open`);
  if (!checkLedger) violations.push('the ledger does not verify');
  if (unread > 0) violations.push(`${unread} unhandled rejections`);
  if (isUp && stopped !== 0) violations.push(`SIGTERM ended it with ${stopped}`);

  const where = model ? 'with a model' : 'without a model';
  const row = (figure: string, value: number, unit: string, goal?: number): Row => ({
    ...{ figure: `${figure}, ${where}`, value, unit },
    ...(goal !== undefined && { goal: { exactly: goal } }),
  });
  return {
    title: '',
    rows: [
      row('calls whose client disconnected', counts.left, 'calls'),
      row('calls whose client stayed, of these endpoints', counts.stayed, 'calls'),
      row('of these asked to retry because the service was busy', counts.deferred, 'replies'),
      row('of these not answered in full', counts.unanswered.length, 'calls', 0),
      row('processes that ended', isUp ? 0 : 1, 'processes', 0),
      row('tokens held afterwards', held, 'tokens', 0),
      row('calls running afterwards', running, 'calls', 0),
      row('model requests open afterwards', openAtModel, 'requests', 0),
      row('ledgers that do not verify', checkLedger ? 0 : 1, 'ledgers', 0),
      row('calls whose work continued for more than a second', abandoned, 'calls'),
    ],
    violations,
  };
}

/** Calls the endpoints in turn until `calls` clients that will disconnect have called. */
async function callAndLeave(
  service: RunningService,
  keys: { leaver: string; stayer: string },
  { random, calls, counts }: { random: () => number; calls: number; counts: Counts },
): Promise<void> {
  const { url } = service;
  const nameOf = (nth: number) => endpointNames[nth % endpointNames.length] as EndpointName;
  let begun = 0;
  let isOver = false;
  const leaver = async () => {
    while (begun < calls && service.exitCode() === undefined) {
      const nth = begun++;
      const { left } = await call({ url, key: keys.leaver }, callOf(nameOf(nth), nth), drawLeaving(random));
      if (left) counts.left += 1;
    }
  };
  const stayer = async (_: unknown, place: number) => {
    // Each begins at a different one, so that a short attack covers every endpoint, too.
    for (let nth = place * 8; !isOver && service.exitCode() === undefined; nth += 1) {
      const asked = () => call({ url, key: keys.stayer }, callOf(nameOf(nth), nth));
      let outcome = await asked();
      // A busy machine may reject a call, and must answer when it is repeated.
      for (let again = 0; outcome.status === 503 && again < 5; again += 1) {
        counts.deferred += 1;
        await sleep(500);
        outcome = await asked();
      }
      counts.stayed += 1;
      if (!isWhole(outcome))
        counts.unanswered.push(`${nameOf(nth)} (${outcome.status}: ${outcome.body.slice(-200)})`);
    }
  };
  const leavers = Promise.all(Array.from({ length: leaversAtOnce }, leaver)).finally(() => {
    isOver = true;
  });
  await Promise.all([leavers, ...Array.from({ length: stayersAtOnce }, stayer)]);
}

/** Half of them early, while the sources are searched; the others in whatever phase they have reached. */
function drawLeaving(random: () => number): Leaving {
  const kind = random();
  if (kind < 0.5) return { afterMs: random() * 60 };
  if (kind < 0.7) return { afterMs: random() * 900 };
  if (kind < 0.8) return { afterMs: random() * 4_000 };
  return { afterEvents: 1 + Math.floor(random() * 14) };
}

async function heldInTheEnd({ url }: RunningService, keys: readonly string[]): Promise<number> {
  const giveUpAt = Date.now() + settledWithinMs;
  while (true) {
    let held = 0;
    for (const key of keys) {
      const reply = await fetch(`${url}/ai/api/my_usage?limit=1`, { headers: { 'x-api-key': key } });
      held += ((await reply.json()) as { balance: { held: number } }).balance.held;
    }
    if (held === 0 || Date.now() > giveUpAt) return held;
    await sleep(100);
  }
}

async function listRunning(service: RunningService): Promise<number> {
  const { out } = await runCommand(service, 'calls', 'list', '--json');
  return (JSON.parse(out) as unknown[]).length;
}

async function openModelCalls({ llm }: Simulators): Promise<number> {
  await fetch(`${llm}/__log`, { method: 'DELETE' });
  return ((await (await fetch(`${llm}/__log`)).json()) as { openCalls: number }).openCalls;
}
