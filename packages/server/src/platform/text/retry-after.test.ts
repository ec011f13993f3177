import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-03-02T10:00:00Z');

for (const [header, expected] of [
  ['3', 3_000],
  [' 0 ', 0],
  ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 09:59:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  ['-3', undefined],
  [undefined, undefined],
] as const)
  it(`reads Retry-After: ${header} as ${expected} ms`, () =>
    assert.equal(readRetryAfter(header, now), expected));
