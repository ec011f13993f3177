import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createRateLimiter } from './rate-limiter.ts';

const never = new AbortController().signal;
const far = Number.MAX_SAFE_INTEGER;

/** Creates a limiter with its own clock, which `advance` moves together with the timers. */
function setUp(t: TestContext, startsPerSecond = 3) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const clock = { now: () => Date.now() };
  const advance = async (ms: number) => {
    t.mock.timers.tick(ms);
    await settled();
  };
  return { limiter: createRateLimiter({ startsPerSecond, clock }), advance, clock };
}

/** Lets resolved promises continue. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

test('starts a full second’s burst at once and delays the next request until the first is a second old', async (t) => {
  const { limiter, advance } = setUp(t);
  const started: number[] = [];
  for (let i = 0; i < 5; i++)
    void limiter.acquire({ signal: never, deadline: far }).then(() => started.push(i));
  await advance(0);
  assert.deepEqual(started, [0, 1, 2]);
  await advance(1_000);
  assert.deepEqual(started, [0, 1, 2]);
  await advance(100);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});

test('reports the queue length, the wait for one more request, and the number refused', async (t) => {
  const { limiter, advance, clock } = setUp(t);
  assert.deepEqual(limiter.queueStatus(), { waiting: 0, waitMs: 0, refused: 0 });
  for (let i = 0; i < 5; i++) void limiter.acquire({ signal: never, deadline: far });
  assert.equal(await limiter.acquire({ signal: never, deadline: clock.now() + 100 }), false);
  const { waiting, waitMs, refused } = limiter.queueStatus();
  assert.deepEqual([waiting, refused], [2, 1]);
  assert.ok(waitMs >= 1_000 && waitMs <= 1_100, `${waitMs}`);
  await advance(1_100);
  assert.equal(limiter.queueStatus().waiting, 0);
});

test('starts requests in order and never exceeds the limit in any second', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 10 }),
      async (gaps, startsPerSecond) => {
        const { limiter, advance, clock } = setUp(t, startsPerSecond);
        const starts: { caller: number; at: number }[] = [];
        for (const [caller, gap] of gaps.entries()) {
          void limiter
            .acquire({ signal: never, deadline: far })
            .then(() => starts.push({ caller, at: clock.now() }));
          for (let passed = 0; passed < gap; passed += 50) await advance(50);
        }
        for (let i = 0; i < 700 && starts.length < gaps.length; i++) await advance(50);
        t.mock.timers.reset();
        assert.deepEqual(
          starts.map(({ caller }) => caller),
          gaps.map((_, caller) => caller),
        );
        for (const { at } of starts)
          assert.ok(
            starts.filter((other) => other.at >= at && other.at < at + 1_000).length <= startsPerSecond,
          );
      },
    ),
    { numRuns: 40 },
  );
});

test('refuses at once a request that cannot start before its deadline, without using a slot', async (t) => {
  const { limiter, advance, clock } = setUp(t, 1);
  const now = clock.now();
  await limiter.acquire({ signal: never, deadline: far });
  const patient = limiter.acquire({ signal: never, deadline: now + 5_000 });
  assert.equal(await limiter.acquire({ signal: never, deadline: now + 1_500 }), false);
  const next = limiter.acquire({ signal: never, deadline: now + 2_200 });
  await advance(1_050);
  await advance(1_050);
  assert.equal(await patient, true);
  assert.equal(await next, true);
});

test('gives the slot of an aborted request to the next one', async (t) => {
  const { limiter, advance, clock } = setUp(t, 1);
  await limiter.acquire({ signal: never, deadline: far });
  const controller = new AbortController();
  const left = limiter.acquire({ signal: controller.signal, deadline: far });
  const last = limiter.acquire({ signal: never, deadline: clock.now() + 2_500 });
  controller.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  await advance(1_100);
  assert.equal(await last, true);
  await assert.rejects(limiter.acquire({ signal: controller.signal, deadline: far }), /gone/);
});

test('starts urgent requests, which finish work already begun, before new work', async (t) => {
  const { limiter, advance } = setUp(t, 1);
  const started: string[] = [];
  for (const name of ['first', 'second', 'third'])
    void limiter.acquire({ signal: never, deadline: far }).then(() => started.push(name));
  for (const name of ['urgent', 'urgent too'])
    void limiter.acquire({ signal: never, deadline: far, urgent: true }).then(() => started.push(name));
  for (let i = 0; i < 4; i++) await advance(1_050);
  assert.deepEqual(started, ['first', 'urgent', 'urgent too', 'second', 'third']);
});

test('delays waiting and new requests during a pause', async (t) => {
  const { limiter, advance, clock } = setUp(t);
  limiter.pauseUntil(clock.now() + 2_000);
  const started: string[] = [];
  void limiter.acquire({ signal: never, deadline: far }).then(() => started.push('first'));
  await advance(1_990);
  void limiter.acquire({ signal: never, deadline: far }).then(() => started.push('second'));
  assert.equal(await limiter.acquire({ signal: never, deadline: clock.now() + 5 }), false);
  assert.deepEqual(started, []);
  await advance(10);
  assert.deepEqual(started, ['first', 'second']);
});

test('delays no request after the clock was set back', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = { time: 10_000_000, now: () => clock.time };
  const limiter = createRateLimiter({ startsPerSecond: 1, clock });
  await limiter.acquire({ signal: never, deadline: far });
  clock.time -= 3_600_000;
  const next = limiter.acquire({ signal: never, deadline: clock.time + 2_200 });
  for (let second = 0; second < 2; second++) {
    clock.time += 1_100;
    t.mock.timers.tick(1_100);
  }
  assert.equal(await next, true);
});
