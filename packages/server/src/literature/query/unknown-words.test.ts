import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unknownWords } from './unknown-words.ts';

const text = 'Does Metfromin lower the risk of strokes in type 2 diabetes?';

describe('words of a question that a source does not know', () => {
  for (const [phrase, words] of [
    ['metfromin', ['metfromin']],
    ['metfromin*', ['metfromin']],
    ['metfromin*[tiab]', ['metfromin']],
    ['"metfromin"', ['metfromin']],
    ['stroke*[tiab]', ['strokes']],
  ] as const)
    it(`are read from ${phrase}`, () => assert.deepEqual(unknownWords([phrase], { text }), words));

  it('are no wordings that a list added, and no headings', () => {
    const added = [
      'niddm*[tiab]',
      '"adult-onset diabetes"',
      'Diabetes Mellitus, Type 2[Mesh]',
      'Stroke[MeSH Terms]',
    ];
    assert.deepEqual(unknownWords(added, { text }), []);
  });

  it('are none of a Chinese question: its translation is ours', () => {
    assert.deepEqual(unknownWords(['metformin*[tiab]'], { text: '二甲双胍的作用' }), []);
  });
});
