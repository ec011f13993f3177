import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memory } from './memory.ts';

it('replies that nobody reads and large bodies take little memory, and others are answered', async () => {
  const { violations } = await memory.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
});
