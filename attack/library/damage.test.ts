import assert from 'node:assert/strict';
import { it } from 'node:test';
import { damage } from './damage.ts';
import { rowDamages } from './row-damages.ts';

it('a damaged library gives the same results as the undamaged one, or reports that it cannot be searched', async () => {
  const { violations, rows } = await damage.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
  assert.equal(rows[0]?.value, 20);
  assert.equal(rows[3]?.value, rowDamages.length + 2);
  assert.equal(rows[4]?.value, rowDamages.length);
});
