import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareSentences, compareWords, textWith } from './compare.ts';

describe('a comparison of two versions of a text', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'The trial',
        ' was',
        ' large',
        '. ',
        'It',
        ' ended',
        '.\n\n',
        '试验',
        '结束。',
        '\n',
        '[1]',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('contains both texts completely, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareSentences(before, after, 'en');
        assert.equal(textWith(changes, new Set()), after);
        assert.equal(textWith(changes, new Set(changes.keys())), before);
        for (const change of changes) {
          const pieces = compareWords(change);
          const side = (kind: string) =>
            pieces
              .filter((piece) => piece.kind !== kind)
              .map((piece) => piece.text)
              .join('');
          assert.equal(side('added'), change.before);
          assert.equal(side('removed'), change.after);
        }
      }),
    );
  });

  it('aligns sentences and marks different words', () => {
    const changes = compareSentences(
      'The patients was treated. It worked good. We thank nobody.',
      'The patients were treated. It worked well [8]. We thank nobody.',
      'en',
    );
    assert.deepEqual(changes[0], {
      before: 'The patients was treated. ',
      after: 'The patients were treated. ',
    });
    assert.equal(changes.length, 3);
    assert.equal(changes[2]?.before, changes[2]?.after);
    assert.deepEqual(compareWords(changes[0] ?? { before: '', after: '' }), [
      { kind: 'same', text: 'The patients ' },
      { kind: 'removed', text: 'was' },
      { kind: 'added', text: 'were' },
      { kind: 'same', text: ' treated. ' },
    ]);
    assert.equal(
      textWith(changes, new Set([1])),
      'The patients were treated. It worked good. We thank nobody.',
    );
  });

  it('marks different characters in Chinese, also next to letters or digits', () => {
    const change = { before: '每日500mg治疗,疗程24周。', after: '每日 500 mg 治疗，疗程24周。' };
    assert.deepEqual(
      compareWords(change).filter(({ kind }) => kind === 'same'),
      ['每日', '治疗', '疗程24周。'].map((text) => ({ kind: 'same', text })),
    );
  });
});
