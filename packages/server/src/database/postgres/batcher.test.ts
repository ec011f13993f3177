import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatcher } from './batcher.ts';

/** A run that ends when the test resolves it. */
function setUp(options: { atMost: number; inFlight: number }) {
  const runs: { items: number[]; queue: string; end(answers?: number[]): void; fail(error: Error): void }[] =
    [];
  const ask = createBatcher<number, number>(
    (items, queue) =>
      new Promise((resolve, reject) => {
        const end = (answers = items.map((item) => -item)) => resolve(answers);
        runs.push({ items, queue, end, fail: reject });
      }),
    options,
  );
  return { ask, runs };
}

const settled = () => new Promise(setImmediate);

describe('batching', () => {
  it('runs a lone request at once, and combines requests that arrive meanwhile', async () => {
    const { ask, runs } = setUp({ atMost: 3, inFlight: 1 });
    const answers = [1, 2, 3, 4, 5].map((item) => ask(item, 'a'));
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[1]],
    );
    runs[0]?.end();
    await settled();
    runs[1]?.end();
    await settled();
    runs[2]?.end();
    assert.deepEqual(await Promise.all(answers), [-1, -2, -3, -4, -5]);
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[1], [2, 3, 4], [5]],
    );
  });

  it('starts a batch after all of its requests were made', async () => {
    const { ask, runs } = setUp({ atMost: 10, inFlight: 2 });
    for (const item of [1, 2, 3]) void ask(item, 'a');
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[1], [2]],
    );
    void ask(4, 'a');
    runs[1]?.end();
    await settled();
    assert.deepEqual(runs[2]?.items, [3, 4]);
  });

  it('keeps queues separate, and lets none wait for another', async () => {
    const { ask, runs } = setUp({ atMost: 10, inFlight: 1 });
    const [one, other] = [ask(1, 'a'), ask(2, 'b')];
    assert.deepEqual(
      runs.map(({ items, queue }) => [queue, items]),
      [
        ['a', [1]],
        ['b', [2]],
      ],
    );
    runs[1]?.end();
    assert.equal(await other, -2);
    runs[0]?.end();
    assert.equal(await one, -1);
  });

  it('fails exactly the requests of a failed batch', async () => {
    const { ask, runs } = setUp({ atMost: 10, inFlight: 1 });
    const first = assert.rejects(ask(1, 'a'), /no/);
    const second = ask(2, 'a');
    runs[0]?.fail(new Error('no'));
    await first;
    await settled();
    runs[1]?.end();
    assert.equal(await second, -2);
  });
});
