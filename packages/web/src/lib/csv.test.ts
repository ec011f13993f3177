import assert from 'node:assert/strict';
import { it } from 'node:test';
import { csvOf } from './csv.ts';

it('writes spreadsheet tables without formulas, with commas, quotes and lines inside their cells', () => {
  assert.equal(csvOf([['=1+1', 'a,"b"\nc', -5, null]]), '\ufeff\'=1+1,"a,""b""\nc",-5,\r\n');
});
