import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hostileUnits } from './hostile-units.ts';
import { textFields } from './text-fields.ts';
import { texts } from './texts.ts';

it('no text of permitted length takes quadratic time at any endpoint', async () => {
  const { violations, rows } = await texts.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
  assert.ok(rows.some(({ figure, value }) => figure === 'texts' && value >= 70));
});

it('the long form sends more than a thousand texts, made from at least 105 units', () => {
  assert.ok(new Set(hostileUnits).size >= 105);
  assert.ok(hostileUnits.length * textFields.length > 1_000);
});
