import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoalescer } from './coalesce.ts';

const never = new AbortController().signal;

function setUp() {
  const shared = createCoalescer<number>();
  const works: { signal: AbortSignal; resolve: (value: number) => void; reject: (error: Error) => void }[] =
    [];
  const ask = (key: string, signal = never) =>
    shared(
      key,
      signal,
      (flight) =>
        new Promise((resolve, reject) => {
          works.push({ signal: flight, resolve, reject });
          flight.addEventListener('abort', () => reject(flight.reason));
        }),
    );
  return { works, ask };
}

test('equal work in flight is done once; afterwards it is done anew', async () => {
  const { works, ask } = setUp();
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

test('who aborts leaves the others their result', async () => {
  const { works, ask } = setUp();
  const controller = new AbortController();
  const leaver = ask('a', controller.signal);
  const stayer = ask('a');
  controller.abort(new Error('gone'));
  await assert.rejects(leaver, /gone/);
  assert.equal(works[0]?.signal.aborted, false);
  works[0]?.resolve(1);
  assert.equal(await stayer, 1);
});

test('the last one out aborts the work, and who comes then does not inherit the abort', async () => {
  const { works, ask } = setUp();
  const controllers = [new AbortController(), new AbortController()];
  const leavers = controllers.map(({ signal }) => ask('a', signal));
  for (const controller of controllers) controller.abort(new Error('gone'));
  for (const leaver of leavers) await assert.rejects(leaver, /gone/);
  assert.equal(works[0]?.signal.aborted, true);
  const next = ask('a');
  works[1]?.resolve(4);
  assert.equal(await next, 4);
});

test('a failure reaches everybody who waits', async () => {
  const { works, ask } = setUp();
  const both = [ask('a'), ask('a')];
  works[0]?.reject(new Error('broken'));
  for (const each of both) await assert.rejects(each, /broken/);
  await assert.rejects(ask('a', AbortSignal.abort(new Error('gone'))), /gone/);
  assert.equal(works.length, 1);
});
