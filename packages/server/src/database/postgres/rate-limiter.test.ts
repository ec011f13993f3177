import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { createRateLimiter, type RateLimiter } from '../../literature/sources/remote/rate-limiter.ts';
import { sharedPostgres } from '../../testing/accounting/postgres-server.ts';
import { openPostgresDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createPostgresRateLimits } from './rate-limiter.ts';

const never = new AbortController().signal;
const soon = () => Date.now() + 60_000;

function leaving(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('gone')) };
}

/** Limiters of one name, each with its own connections, like replicas. */
async function setUp(t: TestContext, { replicas = 2, startsPerSecond = 3 } = {}) {
  const schema = await (await sharedPostgres()).createSchema();
  const events: string[] = [];
  const limiters: RateLimiter[] = [];
  const close: (() => Promise<void>)[] = [];
  for (let replica = 0; replica < replicas; replica += 1) {
    const log = (_level: string, event: string) => events.push(event);
    const database = await openPostgresDatabase(schema.url, migrations, log);
    t.after(() => database.close());
    close.push(() => database.close());
    const store = createPostgresRateLimits(database, 'ncbi');
    limiters.push(createRateLimiter({ startsPerSecond, clock: systemClock, store, log }));
  }
  const [first, second] = limiters as [RateLimiter, RateLimiter];
  return { first, second, limiters, events, close };
}

test('limits the starts of every second, summed over all replicas', async (t) => {
  const { limiters } = await setUp(t, { replicas: 3 });
  const starts: number[] = [];
  await Promise.all(
    limiters.flatMap((limiter) =>
      Array.from({ length: 4 }, async () => {
        assert.equal(await limiter.acquire({ signal: never, deadline: soon() }), true);
        starts.push(performance.now());
      }),
    ),
  );
  assert.equal(starts.length, 12);
  for (const start of starts)
    assert.ok(starts.filter((other) => other >= start && other < start + 1_000).length <= 3);
});

test('starts requests of a replica in order, and makes an excess one wait for a second', async (t) => {
  const { first } = await setUp(t, { startsPerSecond: 2 });
  const started: { turn: number; at: number }[] = [];
  await Promise.all(
    [0, 1, 2].map(async (turn) => {
      await first.acquire({ signal: never, deadline: soon() });
      started.push({ turn, at: performance.now() });
    }),
  );
  assert.deepEqual(
    started.map(({ turn }) => turn),
    [0, 1, 2],
  );
  assert.ok((started[2]?.at ?? 0) - (started[0]?.at ?? 0) >= 1_000);
});

test('rejects at once a request that cannot start before its deadline, also if another replica used the starts', async (t) => {
  const { first, second } = await setUp(t, { startsPerSecond: 1 });
  assert.equal(await first.acquire({ signal: never, deadline: soon() }), true);
  const deadline = Date.now() + 500;
  assert.equal(await second.acquire({ signal: never, deadline }), false);
  assert.equal(await first.acquire({ signal: never, deadline }), false);
  assert.ok(Date.now() < deadline, 'it was said before the deadline');
});

test('starts requests that finish started work before those of new work', async (t) => {
  const { first } = await setUp(t, { startsPerSecond: 1 });
  const started: string[] = [];
  const acquire = (name: string, urgent: boolean) =>
    first.acquire({ signal: never, deadline: soon(), urgent }).then(() => started.push(name));
  await acquire('first', false);
  await Promise.all([acquire('second', false), acquire('urgent', true)]);
  assert.deepEqual(started, ['first', 'urgent', 'second']);
});

test('gives the place of a departed caller to the next caller', async (t) => {
  const { first } = await setUp(t, { startsPerSecond: 1 });
  await first.acquire({ signal: never, deadline: soon() });
  const { signal, abort } = leaving();
  const left = [0, 1, 2].map(() => assert.rejects(first.acquire({ signal, deadline: soon() }), /gone/));
  const deadline = Date.now() + 3_500;
  assert.equal(await first.acquire({ signal: never, deadline }), false, 'three are waiting');
  abort();
  await Promise.all(left);
  await assert.rejects(first.acquire({ signal, deadline: soon() }), /gone/);
  assert.equal(await first.acquire({ signal: never, deadline }), true);
});

test('pauses all replicas when one asks for it', async (t) => {
  const { first, second } = await setUp(t);
  const until = Date.now() + 700;
  first.pauseUntil(until);
  const waiting = first.acquire({ signal: never, deadline: soon() });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await second.acquire({ signal: never, deadline: until - 100 }), false);
  assert.equal(await second.acquire({ signal: never, deadline: soon() }), true);
  assert.equal(await waiting, true);
  assert.ok(Date.now() >= until);
});

test('starts nothing while the database is unavailable', async (t) => {
  const { first, second, events, close } = await setUp(t);
  await close[0]?.();
  assert.equal(await first.acquire({ signal: never, deadline: soon() }), false);
  assert.deepEqual(events, ['rate_limiter_failed']);
  assert.equal(await second.acquire({ signal: never, deadline: soon() }), true);
});
