import assert from 'node:assert/strict';
import { it } from 'node:test';
import { leave } from './leave.ts';

it('ends no call but that of the client who leaves, and leaves nothing held, open or running', async () => {
  const { violations, rows } = await leave.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.ok(rows.every(({ value }) => Number.isFinite(value)));
  assert.ok(rows.some(({ figure, value }) => figure.startsWith('calls whose client left') && value > 30));
});
