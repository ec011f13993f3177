import type {
  StoreEngine,
  StoreHome,
} from '../../packages/server/src/testing/accounting/accounts-databases.ts';
import { ownPostgres } from '../../packages/server/src/testing/accounting/postgres-server.ts';
import type { Reap } from '../compare.ts';
import { environmentOf } from '../environment.ts';
import { inspect, openLater } from '../inspect.ts';
import type { Verdict } from '../verdict.ts';
import type { Violation } from '../violation.ts';
import { type Line, now } from './journal.ts';
import { liveAndDie } from './killable.ts';
import { makeLoadKeys } from './load-keys.ts';
import { aftermathOf, deathOf } from './schedule.ts';

export type Kill9Options = {
  processes: number;
  seed: number;
  /** Time at which it ends. */
  until: { kills: number } | { seconds: number };
};

/** Concurrent callers in each process. */
const callers = 8;

/** Runs processes under load, kills and restarts them; afterwards compares their journals with the accounts. */
export async function kill9(engine: StoreEngine, options: Kill9Options): Promise<Verdict & Deeds> {
  const home = await engine.create({ after() {} });
  try {
    const keys = await makeLoadKeys(home);
    const { lives, deeds, reaps, fallen } = await killAgainAndAgain(engine, home, options, keys);
    const { crashes } = deeds;
    const { rows, violations } = await inspect(home, { lives, keys, reaps, crashes, fallen });
    const { processes, seed } = options;
    const name = engine.name === 'SQLite' ? 'sqlite' : 'postgres';
    return {
      ...deeds,
      title: `kill9 on ${engine.name}: ${processes} processes of ${callers} callers`,
      rows: [
        { figure: 'processes killed by the schedule', value: deeds.kills, unit: '' },
        { figure: 'processes started', value: lives.length, unit: '' },
        { figure: 'abrupt stops of the database', value: deeds.crashes, unit: '' },
        { figure: 'settlements of all running calls as dead', value: reaps.length, unit: '' },
        ...rows,
      ],
      violations: violations.map(({ place, what }) => `${place}: ${what}`),
      replay: `kill9 --engine ${name} --kills ${deeds.kills} --processes ${processes} --seed ${seed}`,
    };
  } finally {
    await home.close();
  }
}

export type Deeds = { kills: number; crashes: number };
type History = { lives: Line[][]; deeds: Deeds; reaps: Reap[]; fallen: Violation[] };

async function killAgainAndAgain(
  engine: StoreEngine,
  home: StoreHome,
  { processes, seed, until }: Kill9Options,
  keys: Awaited<ReturnType<typeof makeLoadKeys>>,
): Promise<History> {
  const environment = environmentOf(home.url);
  const history: History = { lives: [], deeds: { kills: 0, crashes: 0 }, reaps: [], fallen: [] };
  const { lives, deeds, reaps, fallen } = history;
  const stop = new AbortController();
  const later = await openLater(home);

  /** One after another, whichever process was killed. */
  let aftermath = Promise.resolve();
  async function follow(kill: number): Promise<void> {
    const { crash, reap } = aftermathOf(seed, kill);
    if (crash && engine.name === 'PostgreSQL') {
      const server = await ownPostgres();
      await server.crash();
      await server.restart();
      deeds.crashes += 1;
    }
    if (reap) {
      const from = now();
      await later.settleExpired(100);
      reaps.push({ from, to: now() });
    }
  }

  function fall(place: string, what: string): void {
    fallen.push({ kind: 'process', place, what });
    stop.abort();
  }

  async function keepAlive(process: number): Promise<void> {
    for (let life = 0; !stop.signal.aborted; life += 1) {
      const load = { seed, process, life, keys, callers };
      const death = deathOf(seed, process, life);
      const { lines, end, said } = await liveAndDie(environment, load, death, stop.signal);
      lives.push(lines);
      if (end === 'fell') fall(`process ${process}, life ${life}`, `ended by itself: ${said}`);
      if (end !== 'killed') return;
      deeds.kills += 1;
      if ('kills' in until && deeds.kills >= until.kills) stop.abort();
      const kill = deeds.kills;
      aftermath = aftermath.then(() => follow(kill)).catch((error) => fall(`kill ${kill}`, String(error)));
      await aftermath;
    }
  }

  const timer = 'seconds' in until ? setTimeout(() => stop.abort(), until.seconds * 1_000) : undefined;
  try {
    await Promise.all(Array.from({ length: processes }, (_, process) => keepAlive(process)));
  } finally {
    clearTimeout(timer);
    stop.abort();
    await later.close();
  }
  return history;
}
