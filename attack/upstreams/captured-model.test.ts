import assert from 'node:assert/strict';
import { it } from 'node:test';
import { capturedModel } from './captured-model.ts';

it('no invented finding, advice, link or tag from a compromised model reaches a reader, and no true sentence is lost', async () => {
  const { violations } = await capturedModel.run({ seed: 20_261_122, short: true });
  assert.deepEqual(violations, []);
});
