import assert from 'node:assert/strict';
import { it } from 'node:test';
import { counted } from './counted.ts';

it('counted uses the plural for every count but one', () => {
  assert.deepEqual(
    [0, 1, 2, 1_250].map((count) => counted(count, 'key')),
    ['0 keys', '1 key', '2 keys', '1,250 keys'],
  );
  assert.equal(counted(2, 'ledger entry', 'ledger entries'), '2 ledger entries');
});
