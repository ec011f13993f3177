import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { WordTable } from './word-table.ts';

describe('the table of words', () => {
  it('numbers each word once, regardless of case, and looks it up in lower case', () => {
    const short = fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength: 1, maxLength: 4 });
    // Longer ones that differ at one position only.
    const long = fc.stringMatching(/^[aA0]{5,15}[01xX]?[aA0]{1,20}$/);
    const word = fc.oneof(short, long);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 2_000 }), (words) => {
        const added: string[] = [];
        const table = new WordTable((each) => added.push(each) - 1);
        const numbers = words.map((each) => table.numberOf(`<${each}>`, 1, 1 + each.length));
        assert.deepEqual(
          numbers.map((number) => added[number]),
          words.map((each) => each.toLowerCase()),
        );
        assert.equal(new Set(added).size, added.length);
      }),
      { numRuns: 30 },
    );
  });
});
