import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCoalescer, type Deadline } from './single-flight.ts';

const never = new AbortController().signal;
const startedAt = 1_000_000;

/** Callers whose time passes under the test's control. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: startedAt });
  const shared = createCoalescer<number>({
    clock: { now: () => Date.now() },
    timeout: () => new Error('time is up'),
  });
  type Work = { timeLimit: Deadline; resolve: (value: number) => void; reject: (error: Error) => void };
  const works: Work[] = [];
  const ask = (key: string, { signal = never, waitMs = 60_000 } = {}) => {
    const result = shared(
      key,
      { signal, deadline: Date.now() + waitMs },
      (timeLimit) =>
        new Promise((resolve, reject) => {
          works.push({ timeLimit, resolve, reject });
          timeLimit.signal.addEventListener('abort', () => reject(timeLimit.signal.reason));
        }),
    );
    result.catch(() => {});
    return result;
  };
  return { works, ask };
}

test('equal concurrent calls share one execution, and a later call runs again', async (t) => {
  const { works, ask } = setUp(t);
  const both = [ask('a'), ask('a')];
  const other = ask('b');
  assert.equal(works.length, 2);
  works[0]?.resolve(1);
  works[1]?.resolve(2);
  assert.deepEqual(await Promise.all([...both, other]), [1, 1, 2]);
  const again = ask('a');
  works[2]?.resolve(3);
  assert.equal(await again, 3);
});

test('an aborted caller leaves the execution running for the others', async (t) => {
  const { works, ask } = setUp(t);
  const controller = new AbortController();
  const leaver = ask('a', { signal: controller.signal });
  const stayer = ask('a');
  controller.abort(new Error('gone'));
  await assert.rejects(leaver, /gone/);
  assert.equal(works[0]?.timeLimit.signal.aborted, false);
  works[0]?.resolve(1);
  assert.equal(await stayer, 1);
});

test('the last caller’s abort cancels the execution, and a new caller starts another', async (t) => {
  const { works, ask } = setUp(t);
  const controllers = [new AbortController(), new AbortController()];
  const leavers = controllers.map(({ signal }) => ask('a', { signal }));
  for (const controller of controllers) controller.abort(new Error('gone'));
  for (const leaver of leavers) await assert.rejects(leaver, /gone/);
  assert.equal(works[0]?.timeLimit.signal.aborted, true);
  const next = ask('a');
  works[1]?.resolve(4);
  assert.equal(await next, 4);
});

test('a failure rejects every waiting caller', async (t) => {
  const { works, ask } = setUp(t);
  const both = [ask('a'), ask('a')];
  works[0]?.reject(new Error('broken'));
  for (const each of both) await assert.rejects(each, /broken/);
  await assert.rejects(ask('a', { signal: AbortSignal.abort(new Error('gone')) }), /gone/);
  assert.equal(works.length, 1);
});

test('a later caller extends the execution to its own deadline', async (t) => {
  const { works, ask } = setUp(t);
  const first = ask('a', { waitMs: 1_000 });
  assert.equal(works[0]?.timeLimit.deadline, startedAt + 1_000);
  t.mock.timers.tick(600);
  const second = ask('a', { waitMs: 1_000 });
  assert.equal(works.length, 1);
  assert.equal(works[0]?.timeLimit.deadline, startedAt + 1_600);
  t.mock.timers.tick(400);
  await assert.rejects(first, /time is up/);
  assert.equal(works[0]?.timeLimit.signal.aborted, false);
  t.mock.timers.tick(400);
  works[0]?.resolve(1);
  assert.equal(await second, 1);
});

test('a caller with less time than the first rejects at its own deadline', async (t) => {
  const { works, ask } = setUp(t);
  const patient = ask('a', { waitMs: 5_000 });
  const hurried = ask('a', { waitMs: 100 });
  t.mock.timers.tick(100);
  await assert.rejects(hurried, /time is up/);
  assert.equal(works[0]?.timeLimit.deadline, startedAt + 5_000);
  works[0]?.resolve(2);
  assert.equal(await patient, 2);
});

test('the execution’s own error at the deadline reaches the remaining callers', async (t) => {
  const { works, ask } = setUp(t);
  const both = [ask('a', { waitMs: 1_000 }), ask('a', { waitMs: 1_000 })];
  t.mock.timers.tick(1_000);
  assert.equal(works[0]?.timeLimit.signal.aborted, false);
  works[0]?.reject(new Error('the source is silent'));
  for (const each of both) await assert.rejects(each, /the source is silent/);
});

test('a caller that joins at the deadline keeps the execution alive, while the expired ones reject', async (t) => {
  const { works, ask } = setUp(t);
  const first = ask('a', { waitMs: 1_000 });
  t.mock.timers.tick(1_000);
  const last = ask('a', { waitMs: 1_000 });
  await assert.rejects(first, /time is up/);
  assert.equal(works.length, 1);
  works[0]?.resolve(3);
  assert.equal(await last, 3);
});
