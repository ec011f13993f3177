import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvLine } from './csv.ts';
import { readCsv } from './read-csv.ts';

describe('a CSV text', () => {
  it('is parsed back unchanged, whatever the cells', () => {
    // A formula gets an apostrophe when it is written, and an empty line is skipped.
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', '中', ' ', '1') });
    const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 });
    fc.assert(
      fc.property(rows, (written) => {
        const plain = written.filter(([, one, other]) => ![one, other].some((each) => /^[\r\n]/.test(each)));
        const text = `${csvLine(['a', 'b', 'c'])}${plain.map(csvLine).join('')}`;
        assert.deepEqual(readCsv(text), [['a', 'b', 'c'], ...plain]);
      }),
    );
  });

  it('may be separated by semicolons or tabs, begin with a byte order mark, and lack the last line end', () => {
    for (const parting of [',', ';', '\t'])
      assert.deepEqual(readCsv(`\ufeffa${parting}b\n"1${parting}2"${parting}3`), [
        ['a', 'b'],
        [`1${parting}2`, '3'],
      ]);
  });

  it('keeps what was read if it ends within quotes', () => {
    assert.deepEqual(readCsv('a,b\n1,"two'), [
      ['a', 'b'],
      ['1', 'two'],
    ]);
  });
});
