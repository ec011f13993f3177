import assert from 'node:assert/strict';
import { it } from 'node:test';
import { http2 } from './http2.ts';

it('sessions with closed windows and thousands of streams take little memory, and others are answered', async () => {
  const { violations } = await http2.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
});
