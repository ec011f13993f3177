import assert from 'node:assert/strict';
import { it } from 'node:test';
import { leave } from './leave.ts';

it('a client that disconnects ends only its own call, and no hold, connection or call remains', async () => {
  const { violations, rows } = await leave.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.ok(rows.every(({ value }) => Number.isFinite(value)));
  assert.ok(
    rows.some(({ figure, value }) => figure.startsWith('calls whose client disconnected') && value > 30),
  );
});
