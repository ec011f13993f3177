import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newRequestId } from './request-id.ts';

it('makes unique request ids of 32 hexadecimal digits that sort by time', () => {
  const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
  const ids = times.map((now) => newRequestId(now));
  for (const id of ids) assert.match(id, /^req_[0-9a-f]{32}$/);
  assert.deepEqual(ids.toSorted(), ids);
  const sameMoment = Array.from({ length: 1_000 }, () => newRequestId(1_700_000_000_000));
  assert.equal(new Set(sameMoment).size, 1_000);
});
