import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unknownWords } from './unknown-words.ts';

const text = 'Does Metfromin lower the risk of strokes in type 2 diabetes?';

describe('unknownWords', () => {
  for (const [phrase, words] of [
    ['metfromin', ['metfromin']],
    ['metfromin*', ['metfromin']],
    ['metfromin*[tiab]', ['metfromin']],
    ['"metfromin"', ['metfromin']],
    ['stroke*[tiab]', ['strokes']],
  ] as const)
    it(`finds the unknown words in ${phrase}`, () =>
      assert.deepEqual(unknownWords([phrase], { text }), words));

  it('ignores wordings and headings that a list added', () => {
    const added = [
      'niddm*[tiab]',
      '"adult-onset diabetes"',
      'Diabetes Mellitus, Type 2[Mesh]',
      'Stroke[MeSH Terms]',
    ];
    assert.deepEqual(unknownWords(added, { text }), []);
  });

  it('returns nothing for a Chinese question, whose words we translated ourselves', () => {
    assert.deepEqual(unknownWords(['metformin*[tiab]'], { text: '二甲双胍的作用' }), []);
  });
});
