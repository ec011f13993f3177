import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createRateLimiter } from '../../../literature/sources/remote/rate-limiter.ts';
import { temporaryFolder } from '../../../testing/process/temporary-folder.ts';
import { openCacheFile } from './cache-file.ts';
import { createSqliteRateLimits } from './rate-limiter.ts';

const never = new AbortController().signal;
const far = Number.MAX_SAFE_INTEGER;

/** Limiters that each have opened the file themselves, like processes, with a clock that `advance` moves. */
function setUp(t: TestContext, { processes = 2, startsPerSecond = 3, path = '' } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 });
  const clock = { now: () => Date.now() };
  const events: string[] = [];
  const cachePath = path || join(temporaryFolder(t), 'cache.db');
  const limiters = Array.from({ length: processes }, () => {
    const file = openCacheFile({ path: cachePath, log: (_level, event) => events.push(event) });
    t.after(() => file.close());
    return createRateLimiter({ startsPerSecond, clock, store: createSqliteRateLimits(file, 'ncbi', clock) });
  });
  const advance = async (ms: number) => {
    t.mock.timers.tick(ms);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { limiters, advance, clock, events, cachePath };
}

/** Maximum number of these instants within any second. */
function mostInASecond(starts: readonly number[]): number {
  return Math.max(...starts.map((at) => starts.filter((other) => other >= at && other < at + 1_000).length));
}

test('limits the starts of every second, summed over all processes of a data folder', async (t) => {
  const folder = temporaryFolder(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.nat(700)), { minLength: 4, maxLength: 20 }),
      fc.integer({ min: 1, max: 10 }),
      async (arrivals, startsPerSecond) => {
        const path = join(folder, `${run++}.db`);
        const { limiters, advance, clock } = setUp(t, { processes: 3, startsPerSecond, path });
        const starts: number[] = [];
        const start = async (process: number) => {
          await limiters[process]?.acquire({ signal: never, deadline: far });
          starts.push(clock.now());
        };
        const started: Promise<void>[] = [];
        for (const [process, gap] of arrivals) {
          started.push(start(process));
          for (let passed = 0; passed < gap; passed += 50) await advance(50);
        }
        for (let i = 0; i < 700 && starts.length < arrivals.length; i++) await advance(50);
        t.mock.timers.reset();
        await Promise.all(started);
        assert.ok(mostInASecond(starts) <= startsPerSecond, JSON.stringify(starts));
      },
    ),
    { numRuns: 25 },
  );
});

test('allows two real processes on one data folder three starts a second in total', async (t) => {
  const path = join(temporaryFolder(t), 'cache.db');
  const program = fileURLToPath(new URL('../../../testing/accounting/start-process.ts', import.meta.url));
  const children = [0, 1].map(() => {
    const child = spawn(process.execPath, [program, path, '4'], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) assert.equal((await lines.next()).value, 'ready');
  for (const { child } of children) child.stdin.write('go\n');
  const starts = await Promise.all(
    children.map(async ({ lines }) =>
      (await Array.fromAsync({ [Symbol.asyncIterator]: () => lines })).map(Number),
    ),
  );
  for (const { length } of starts) assert.ok(length >= 4);
  assert.ok(mostInASecond(starts.flat()) <= 3, JSON.stringify(starts));
});

test('pauses all processes when one asks for it', async (t) => {
  const { limiters, advance, clock } = setUp(t);
  const [first, second] = limiters;
  first?.pauseUntil(clock.now() + 2_000);
  assert.equal(await second?.acquire({ signal: never, deadline: clock.now() + 1_900 }), false);
  let started = 0;
  void second?.acquire({ signal: never, deadline: far }).then(() => started++);
  await advance(1_900);
  assert.equal(started, 0);
  await advance(200);
  assert.equal(started, 1);
});

test('rejects at once a request that cannot start before its deadline, also if another process used the starts', async (t) => {
  const { limiters, clock } = setUp(t, { startsPerSecond: 1 });
  const [first, second] = limiters;
  assert.equal(await first?.acquire({ signal: never, deadline: far }), true);
  assert.equal(await second?.acquire({ signal: never, deadline: clock.now() + 900 }), false);
});

test('continues alone at its own rate if the file cannot be used, and logs it', async (t) => {
  const { limiters, advance, events, cachePath } = setUp(t);
  const [first] = limiters;
  const other = new DatabaseSync(cachePath);
  t.after(() => other.close());
  other.exec('BEGIN EXCLUSIVE');
  let started = 0;
  for (let i = 0; i < 4; i++) void first?.acquire({ signal: never, deadline: far }).then(() => started++);
  await advance(0);
  assert.equal(started, 3);
  await advance(900);
  assert.equal(started, 3);
  await advance(200);
  assert.equal(started, 4);
  assert.ok(events.length > 0 && events.every((event) => event === 'cache_failed'));
});
