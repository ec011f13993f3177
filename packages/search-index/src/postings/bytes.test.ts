import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  codeCounts,
  codeFrequency,
  codeMask,
  codeWeight,
  escaped,
  frequencyCode,
  maskOf,
  weightOf,
} from '../analysis/fields.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { PostingsArena } from './postings-arena.ts';

describe('ByteWriter and ByteReader', () => {
  it('preserve numbers up to 2^53', () => {
    const number = fc.oneof(fc.nat(300), fc.nat(), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const writer = new ByteWriter(1);
        for (const each of numbers) writer.varint(each);
        const reader = new ByteReader(writer.view().slice());
        assert.deepEqual(
          numbers.map(() => reader.varint()),
          numbers,
        );
        assert.ok(reader.done);
      }),
    );
  });
});

describe('the postings arena', () => {
  it('returns what was written for each term since it was cleared, in any order', () => {
    const writes = fc.array(fc.tuple(fc.nat(3), fc.oneof(fc.nat(127), fc.nat(2 ** 28))), {
      maxLength: 3_000,
    });
    fc.assert(
      fc.property(fc.array(writes, { minLength: 1, maxLength: 3 }), (rounds) => {
        const arena = new PostingsArena();
        for (let term = 0; term < 4; term++) arena.addTerm();
        for (const written of rounds) {
          arena.clear();
          const wanted = Array.from({ length: 4 }, () => new ByteWriter());
          for (const [term, number] of written) {
            arena.varint(term, number);
            wanted[term]?.varint(number);
          }
          for (const [term, writer] of wanted.entries()) {
            const { bytes, length } = arena.read(term, new Uint8Array(1));
            assert.deepEqual(bytes.subarray(0, length), writer.view());
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('frequency codes', () => {
  it('encode the counts or signal that they are stored elsewhere', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.nat(80), (title, keyword, abstract) => {
        const code = frequencyCode(title, keyword, abstract);
        if (code === escaped) return;
        const counts = { title, keyword, abstract };
        assert.deepEqual(codeCounts[code], counts);
        assert.equal(codeMask[code], maskOf(counts));
        assert.equal(codeWeight[code], weightOf(counts));
        assert.equal(codeFrequency[code], title + keyword + abstract);
      }),
    );
    assert.ok(codeCounts.length <= escaped);
    for (const [title, keyword, abstract] of [
      [0, 0, 1],
      [1, 1, 5],
      [0, 2, 0],
      [2, 2, 19],
      [0, 0, 60],
    ] as const)
      assert.notEqual(frequencyCode(title, keyword, abstract), escaped);
  });
});
