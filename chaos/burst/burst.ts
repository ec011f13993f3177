import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../bench/child.ts';
import type { Row } from '../../bench/report.ts';
import { type Clock, systemClock } from '../../packages/core/src/clock.ts';
import type { NewKey } from '../../packages/server/src/accounting/accounts.ts';
import { createKeyAdministration } from '../../packages/server/src/accounting/keys/key-administration.ts';
import { verifyAccounts } from '../../packages/server/src/accounting/ledger/verify-accounts.ts';
import { leaseMs } from '../../packages/server/src/accounting/ledger-store.ts';
import type {
  StoreEngine,
  StoreHome,
} from '../../packages/server/src/testing/accounting/accounts-databases.ts';
import { environmentOf } from '../environment.ts';
import { drawAt } from '../kill9/draw.ts';
import type { Verdict } from '../verdict.ts';
import type { Burst, BurstReply } from './burst-process.ts';

export type BurstOptions = { calls: number; processes: number; seed: number };

/** Key, the hold of each of its calls, and the expected outcome. */
type Trial = {
  title: string;
  key: Pick<NewKey, 'balance' | 'dailyQuota'>;
  hold: number;
  admitted: number;
  /** Exact error that all others must get. */
  rejection: string;
};

/** Two keys that cannot cover all calls: one lacks tokens, the other quota. */
export function planBurst({ calls, seed }: BurstOptions): Trial[] {
  const draw = drawAt(seed, 'burst');
  const hold = draw.between(500, 5_000);
  const admitted = draw.between(Math.ceil(calls / 50), Math.ceil(calls / 20));
  const rest = draw.between(0, hold - 1);
  const quota = draw.between(Math.ceil(calls / 20), Math.ceil(calls / 5));
  return [
    {
      title: 'a balance that covers some calls',
      key: { balance: admitted * hold + rest, dailyQuota: null },
      ...{ hold, admitted, rejection: `insufficient_balance:${rest}/${hold}` },
    },
    {
      title: 'a quota for some calls',
      key: { balance: 2 * calls * hold, dailyQuota: quota },
      ...{ hold, admitted: quota, rejection: `quota_exceeded:${quota}/${quota}` },
    },
  ];
}

/**
 * Makes all calls at once from separate processes for every trial; afterwards the accounts must match the answers that
 * callers got.
 */
export async function burst(engine: StoreEngine, options: BurstOptions): Promise<Verdict[]> {
  const home = await engine.create({ after() {} });
  const children: Child[] = [];
  try {
    const timeZone = quietZone(systemClock);
    const environment = environmentOf(home.url, timeZone);
    for (let count = 0; count < options.processes; count += 1)
      children.push(startChild(new URL('./burst-process.ts', import.meta.url), { environment }));
    await Promise.all(children.map((child) => child.ask('open')));
    const verdicts: Verdict[] = [];
    for (const trial of planBurst(options))
      verdicts.push(await run(engine, options, { home, children, timeZone, trial }));
    return verdicts;
  } finally {
    for (const child of children) await child.stop();
    await home.close();
  }
}

type Stage = { home: StoreHome; children: Child[]; timeZone: string; trial: Trial };

async function run(engine: StoreEngine, options: BurstOptions, stage: Stage): Promise<Verdict> {
  const { home, children, timeZone, trial } = stage;
  const { calls, processes, seed } = options;
  const store = await home.open(systemClock, timeZone);
  const keys = createKeyAdministration(store, { actor: 'chaos' });
  const { key, secret } = await keys.create({
    ...trial.key,
    ...{ label: trial.title, modules: ['ask_agent'], expiresAt: undefined, status: 'enabled' },
  });
  const violations: string[] = [];
  const expect = (what: string, found: number, expected: number) => {
    if (found !== expected) violations.push(`${what}: ${found}, not ${expected}`);
  };

  let samples = 0;
  let isOver = false;
  const sample = async () => {
    while (!isOver) {
      const now = await store.getKey(key.id);
      samples += 1;
      if (!now || now.charged + now.held > now.granted) violations.push('more charged and held than granted');
      await sleep(10);
    }
  };
  const burst = Promise.all(
    children.map((child, index) => {
      const share = Math.floor((calls * (index + 1)) / processes) - Math.floor((calls * index) / processes);
      return child.ask<BurstReply>('burst', { secret, calls: share, hold: trial.hold } satisfies Burst);
    }),
  ).finally(() => {
    isOver = true;
  });
  const [replies] = await Promise.all([burst, sample()]);
  const seconds =
    (Math.max(...replies.map(({ to }) => to)) - Math.min(...replies.map(({ from }) => from))) / 1_000;

  const codes = new Map<string, number>();
  for (const reply of replies)
    for (const [code, count] of Object.entries(reply.codes)) codes.set(code, (codes.get(code) ?? 0) + count);
  const count = (code: string) => codes.get(code) ?? 0;
  expect('calls admitted', count('ok'), trial.admitted);
  expect(`calls told ${trial.rejection}`, count(trial.rejection), calls - trial.admitted);
  for (const [code, times] of codes)
    if (code !== 'ok' && code !== trial.rejection) violations.push(`${times} calls were told ${code}`);

  const during = await store.getKey(key.id);
  expect('tokens held', during?.held ?? -1, trial.admitted * trial.hold);
  expect('places where the accounts do not balance', (await verifyAccounts(store)).drifts.length, 0);

  // The processes stay alive and never renew: for a clock that is a lease ahead, their calls are dead.
  const later = await home.open({ now: () => systemClock.now() + 2 * leaseMs }, timeZone);
  let released = 0;
  for (let some = 1; some > 0; released += some) some = await later.settleExpired(100);
  expect('calls released by the reaper', released, trial.admitted);
  const after = await store.getKey(key.id);
  expect('tokens held after that', after?.held ?? -1, 0);
  expect('tokens charged', after?.charged ?? -1, 0);
  expect('tokens granted', after?.granted ?? -1, trial.key.balance);
  const accounts = await verifyAccounts(store);
  expect('places where the accounts do not balance then', accounts.drifts.length, 0);
  await Promise.all([store.close(), later.close()]);

  const rows: Row[] = [
    { figure: `calls admitted`, value: count('ok'), unit: '', goal: { exactly: trial.admitted } },
    {
      figure: `calls rejected with ${trial.rejection}`,
      ...{ value: count(trial.rejection), unit: '', goal: { exactly: calls - trial.admitted } },
    },
    {
      figure: 'from the first call to the last decision, including authentication',
      ...{ value: seconds, unit: 's' },
      ...(engine.name === 'PostgreSQL' && calls === 10_000 && { goal: { atMost: 2 } }),
    },
    { figure: 'checks of the balance meanwhile, none overspent', value: samples, unit: '' },
    { figure: 'calls released by the reaper', value: released, unit: '', goal: { exactly: trial.admitted } },
    {
      figure: 'places where the accounts do not balance',
      ...{ value: accounts.drifts.length, unit: '', goal: { exactly: 0 } },
    },
  ];
  return {
    title: `burst on ${engine.name}: ${calls} calls from ${processes} processes, ${trial.title}`,
    ...{ rows, violations },
    replay: `burst --engine ${engine.name === 'SQLite' ? 'sqlite' : 'postgres'} --calls ${calls} --processes ${processes} --seed ${seed}`,
  };
}

/** A zone whose day does not end within the hour, because the calls must share one day. */
function quietZone(clock: Clock): string {
  return new Date(clock.now()).getUTCHours() === 23 ? 'Asia/Shanghai' : 'UTC';
}
