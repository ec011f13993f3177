import assert from 'node:assert/strict';
import { it } from 'node:test';
import { restart } from './restart.ts';

it('ends on SIGTERM without cutting a request: each gets its reply, or 503, or was never taken', async () => {
  const { violations, rows } = await restart.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.equal(rows.filter(({ figure }) => figure.includes('cut')).length, 2);
});
