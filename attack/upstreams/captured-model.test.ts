import assert from 'node:assert/strict';
import { it } from 'node:test';
import { capturedModel } from './captured-model.ts';

it('lets no invented finding, advice, link or tag of a captured model reach a reader, and loses no true sentence', async () => {
  const { violations } = await capturedModel.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
});
