import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseCsv } from '../../testing/documents/parse-csv.ts';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it('is parsed back unchanged, whatever the text', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(text)),
      fc.constantFrom('', '"', '""', ',', 'a,"b"\r\nc', '张三，"李四"', 'a\nb', ' a ', "it's"),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (lines) => {
        assert.deepEqual(parseCsv(lines.map(csvLine).join('')), lines);
      }),
    );
  });

  it('ends with CR LF, and is quoted only if necessary', () => {
    assert.equal(csvLine(['ask', 12, -3, true, null, 'a,b']), 'ask,12,-3,true,,"a,b"\r\n');
  });

  for (const text of [
    '=HYPERLINK("http://x","y")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])
    it(`exports ${JSON.stringify(text)} to a spreadsheet as text`, () => {
      assert.deepEqual(parseCsv(csvLine([text, 'x'])), [[`'${text}`, 'x']]);
    });
});
