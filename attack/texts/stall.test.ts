import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stall } from './stall.ts';

it('every worst text is answered, and the search of another key beside it', async () => {
  const { violations, rows } = await stall.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
  // Two of each text, and four of the event loop.
  assert.equal(rows.length, 2 * 6 + 4);
});
