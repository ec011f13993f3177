import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memory } from './memory.ts';

it('unread replies and large bodies use little memory, and other clients are answered', async () => {
  const { violations } = await memory.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
});
