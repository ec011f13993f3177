import assert from 'node:assert/strict';
import { it } from 'node:test';
import { http2 } from './http2.ts';

it('HTTP/2 sessions with closed windows and thousands of streams use little memory, and other clients are answered', async () => {
  const { violations } = await http2.run({ seed: 1, short: true });
  assert.deepEqual(violations, []);
});
