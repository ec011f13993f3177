import assert from 'node:assert/strict';
import { it } from 'node:test';
import { faults } from './faults.ts';

it('the service keeps its guarantees under a sample of upstream faults', { timeout: 300_000 }, async (t) => {
  const seed = Number(process.env.CITEWELL_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
  t.diagnostic(`seed ${seed}`);
  const { violations, rows } = await faults.run({ seed, short: true });
  assert.deepEqual(violations, []);
  assert.ok(rows.some(({ figure, value }) => figure.startsWith('replies under a fault') && value >= 8));
});
