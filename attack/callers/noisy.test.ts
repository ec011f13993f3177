import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noisy } from './noisy.ts';

it('other keys are served while one key uses its full share, and the administrator can sign in during a flood of attempts', async () => {
  const { violations, rows } = await noisy.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.ok(rows.every(({ value }) => Number.isFinite(value)));
});
