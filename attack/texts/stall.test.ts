import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stall } from './stall.ts';

it('each of the worst texts is answered, and so is a simultaneous search with another key', async () => {
  const { violations, rows } = await stall.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
  // Two figures per text, and four of the event loop.
  assert.equal(rows.length, 2 * 6 + 4);
});
