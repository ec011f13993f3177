import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileName } from './files.ts';

it('names a file by its topic and day, in any script', () => {
  const day = new Date(2026, 10, 22);
  assert.equal(
    fileName('Does metformin lower risk?', 'ris', day),
    'does-metformin-lower-risk-2026-11-22.ris',
  );
  assert.equal(fileName('二甲双胍／风险？', 'bib', day), '二甲双胍-风险-2026-11-22.bib');
  assert.equal(fileName('../..', 'txt', day), 'citewell-2026-11-22.txt');
});
