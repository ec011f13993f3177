import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAdministrator, administrator, reducedCost, signIn } from '../administrator.ts';
import type { Attack, AttackReport } from '../attack.ts';
import { freePort, type RunningService, startService, startSimulators } from '../stand.ts';

/** Calls that one key may run concurrently, by default. */
const callsOfKey = 50;
/** A reply that takes longer counts as blocked, even on a busy machine. */
const deadlineMs = 10_000;

/** One key uses as much as it can, and 24 sign-in attempts from one network run all the time. */
export const noisy: Attack = {
  about: 'one key uses as much as it can, and one network keeps trying to sign in; others are served',
  async run({ short }) {
    const simulators = await startSimulators();
    try {
      const adminPort = await freePort();
      const service = await startService({
        environment: {
          ...simulators.environment,
          CITEWELL_SOURCES: 'library',
          CITEWELL_ADMIN_PORT: String(adminPort),
          // The attacker chooses its address in X-Forwarded-For, and opens any number of connections.
          CITEWELL_TRUSTED_PROXIES: '127.0.0.1',
        },
      });
      try {
        // Calls last until their deadline: the model sends a word and then nothing.
        const fault = JSON.stringify({ mode: 'stall', at: 1 });
        await fetch(`${simulators.llm}/__fault`, { method: 'POST', body: fault });
        const calls = await attackCalls(service, short);
        const signIn = await attackSignIn(service, `http://127.0.0.1:${adminPort}`, short);
        return {
          title: 'One caller against all others',
          rows: [...calls.rows, ...signIn.rows],
          violations: [...calls.violations, ...signIn.violations, ...service.internalErrors()],
        };
      } finally {
        await service.stop('SIGKILL');
      }
    } finally {
      await simulators.stop();
    }
  },
};

type Part = Pick<AttackReport, 'rows' | 'violations'>;

/** Opens as many streams of one key as possible, and records what another key is served meanwhile. */
async function attackCalls(service: RunningService, short: boolean): Promise<Part> {
  const keys = { greedy: await createKey(service), other: await createKey(service) };
  const asked = short ? 30 : 200;
  const alone = await askAsOther(service, keys.other, asked);
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const statuses = new Map<number, number>();
  const streams: ClientRequest[] = [];
  const wanted = short ? 120 : 600;
  for (let at = 0; at < wanted; at += 1) {
    streams.push(openStream(service, keys.greedy, agent, statuses));
    if (at % 20 === 19) await sleep(30);
  }
  for (let waited = 0; total(statuses) < wanted && waited < 200; waited += 1) await sleep(100);
  const otherKey = await askAsOther(service, keys.other, asked);
  const stream = await statusOfStream(service, keys.other, agent);
  for (const each of streams) each.destroy();
  agent.destroy();
  const running = statuses.get(200) ?? 0;
  const refused = statuses.get(429) ?? 0;
  const violations: string[] = [];
  if (running > callsOfKey) violations.push(`one key ran ${running} calls at once`);
  if (running + refused !== wanted)
    violations.push(`of ${wanted} streams ${running} ran and ${refused} were rejected with 429`);
  if (otherKey.failed > 0)
    violations.push(`${otherKey.failed} of ${asked} requests of another key were not served`);
  if (otherKey.longest > deadlineMs) violations.push(`another key waited ${Math.round(otherKey.longest)} ms`);
  if (stream !== 200) violations.push(`a stream of another key was answered ${stream}`);
  return {
    violations,
    rows: [
      { figure: 'streams that one key asked for at once', value: wanted, unit: 'streams' },
      { figure: 'of these running', value: running, unit: 'streams', goal: { atMost: callsOfKey } },
      { figure: 'requests of another key meanwhile', value: asked, unit: 'requests' },
      {
        figure: 'of these served',
        value: share(asked - otherKey.failed, asked),
        unit: '%',
        goal: { exactly: 100 },
      },
      { figure: 'their p99, before', value: alone.p99, unit: 'ms' },
      { figure: 'their p99, meanwhile', value: otherKey.p99, unit: 'ms' },
    ],
  };
}

/** Tries wrong passwords from all over one /64, 24 at a time, while the administrator signs in from elsewhere. */
async function attackSignIn(service: RunningService, url: string, short: boolean): Promise<Part> {
  await addAdministrator(service, short ? reducedCost : undefined);
  let attacking = true;
  let tries = 0;
  let answered401 = 0;
  const attackers = Array.from({ length: 24 }, async (_, attacker) => {
    for (let turn = 0; attacking; turn += 1) {
      const address = `2001:db8:0:2:${attacker.toString(16)}::${(turn % 65_536).toString(16)}`;
      const status = await statusOfSignIn(url, 'a wrong password', address);
      tries += 1;
      if (status === 401) answered401 += 1;
      await sleep(5);
    }
  });
  await sleep(500);
  const statuses: number[] = [];
  // After the first sign-in a network is known, and five attempts a minute from each are allowed.
  const [networks, signIns] = [4, short ? 4 : 16];
  const took: number[] = [];
  for (let turn = 0; turn < signIns; turn += 1) {
    const start = performance.now();
    statuses.push(await statusOfSignIn(url, administrator.password, `192.0.2.${turn % networks}`));
    took.push(performance.now() - start);
  }
  attacking = false;
  await Promise.all(attackers);
  const signedIn = statuses.filter((status) => status === 200).length;
  const violations: string[] = [];
  if (signedIn !== signIns) violations.push(`the administrator was answered ${statuses.join(', ')}`);
  if (answered401 > 20) violations.push(`${answered401} passwords of one network were tried`);
  return {
    violations,
    rows: [
      { figure: 'sign-in attempts from one /64, 24 at a time', value: tries, unit: 'tries' },
      {
        figure: 'of these whose password was checked',
        value: answered401,
        unit: 'tries',
        goal: { atMost: 20 },
      },
      {
        ...{ figure: 'successful sign-ins of the administrator meanwhile', unit: '%' },
        ...{ value: share(signedIn, signIns), goal: { exactly: 100 } },
      },
      { figure: 'the longest of them', value: Math.max(...took), unit: 'ms' },
    ],
  };
}

function createKey(service: RunningService): Promise<string> {
  return service.createKey('--modules', 'ask_agent', '--daily-quota', 'none');
}

function openStream(
  service: RunningService,
  key: string,
  agent: Agent,
  statuses: Map<number, number>,
): ClientRequest {
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const stream = request(`${service.url}/ai/api/ask_stream`, {
    ...{ method: 'POST', agent },
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  });
  stream.on('response', (reply) => {
    count(reply.statusCode ?? 0);
    reply.resume().on('error', () => {});
  });
  // Without a reply: streams that have one are destroyed at the end of the attack.
  stream.on('error', () => {});
  stream.end(JSON.stringify({ question: 'Does metformin lower HbA1c?' }));
  return stream;
}

async function statusOfStream(service: RunningService, key: string, agent: Agent): Promise<number> {
  const statuses = new Map<number, number>();
  const stream = openStream(service, key, agent, statuses);
  for (let waited = 0; statuses.size === 0 && waited < 200; waited += 1) await sleep(50);
  stream.destroy();
  return [...statuses.keys()][0] ?? 0;
}

/** Sends searches of the library and my_usage alternately, one after another. */
async function askAsOther(service: RunningService, key: string, count: number) {
  const took: number[] = [];
  let failed = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    const reply =
      turn % 4 === 3
        ? await fetch(`${service.url}/ai/api/my_usage`, { headers: { 'x-api-key': key } })
        : await fetch(`${service.url}/ai/api/local_advanced_search`, {
            method: 'POST',
            headers: { 'x-api-key': key, 'content-type': 'application/json' },
            body: JSON.stringify({ terms: [{ field: 'title', value: 'metformin' }] }),
          });
    await reply.arrayBuffer();
    took.push(performance.now() - start);
    if (reply.status !== 200) failed += 1;
  }
  const sorted = took.toSorted((one, other) => one - other);
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))] ?? 0;
  return { failed, p99, longest: sorted.at(-1) ?? 0 };
}

async function statusOfSignIn(url: string, password: string, address: string): Promise<number> {
  const reply = await signIn(url, password, address);
  await reply.arrayBuffer();
  return reply.status;
}

function total(statuses: ReadonlyMap<number, number>): number {
  return [...statuses.values()].reduce((sum, count) => sum + count, 0);
}

function share(part: number, whole: number): number {
  return (100 * part) / whole;
}
