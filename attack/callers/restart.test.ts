import assert from 'node:assert/strict';
import { it } from 'node:test';
import { restart } from './restart.ts';

it('on SIGTERM no request is cut off: each is answered, refused with 503, or never accepted', async () => {
  const { violations, rows } = await restart.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.equal(rows.filter(({ figure }) => figure.includes('cut')).length, 2);
});
