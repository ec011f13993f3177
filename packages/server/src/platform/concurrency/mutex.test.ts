import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMutex } from './mutex.ts';

it('repeats work alone if it lacked resources beside others', async () => {
  const turns = createMutex();
  let running = 0;
  const alone: boolean[] = [];
  const tries: number[] = [];
  const work = (index: number) => async () => {
    running += 1;
    tries.push(index);
    const poor = running > 2;
    await new Promise(setImmediate);
    if (tries.filter((each) => each === index).length > 1) alone.push(running === 1);
    running -= 1;
    return poor ? 'poor' : index;
  };
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => turns.run(work(index), (result) => result === 'poor')),
  );
  assert.deepEqual(results, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(alone, [true, true, true, true, true, true]);
});

it('tries no third time, and passes an error to its own caller', async () => {
  const turns = createMutex();
  let tried = 0;
  const poor = await turns.run(
    async () => {
      tried += 1;
      return 'poor';
    },
    () => true,
  );
  assert.deepEqual([poor, tried], ['poor', 2]);
  const failing = turns.run(
    async () => {
      throw new Error('x');
    },
    () => true,
  );
  await assert.rejects(failing, /x/);
  assert.equal(
    await turns.run(
      async () => 5,
      () => false,
    ),
    5,
  );
});
