import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connections } from './connections.ts';

it('other clients can connect while some addresses hold every connection they can open', async () => {
  const { violations } = await connections.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
});
