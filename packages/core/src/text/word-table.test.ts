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

  it('takes no longer for words that another table would put side by side', () => {
    // Six letters or digits each, whose hash with fixed multipliers begins at one of 64 slots of 2^16.
    const crafted: string[] = [];
    for (let number = 36 ** 5; crafted.length < 8_000; number++) {
      const word = number.toString(36);
      let first = 0;
      for (const digit of word) first = (Math.imul(first, 37) + Number.parseInt(digit, 36)) | 0;
      const hash = Math.imul(first, 0x85ebca6b);
      if (((hash ^ (hash >>> 15)) & 0xffff) < 64) crafted.push(word);
    }
    const ordinary = crafted.map((_, at) => (36 ** 5 + 1_021 * at).toString(36));
    const millisecondsFor = (words: readonly string[]) => {
      let added = 0;
      const table = new WordTable(() => added++);
      const before = performance.now();
      for (let round = 0; round < 4; round++) for (const word of words) table.numberOf(word, 0, word.length);
      return performance.now() - before;
    };
    millisecondsFor(ordinary);
    const least = (words: readonly string[]) =>
      Math.min(...Array.from({ length: 3 }, () => millisecondsFor(words)));
    assert.ok(least(crafted) < 10 * least(ordinary));
  });
});
