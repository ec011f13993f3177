import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foldText, indexTerms } from './words.ts';

describe('index terms', () => {
  it('fold accents, width, case and Greek, so that one word has one spelling', () => {
    assert.equal(foldText('Ménière’s β-Blocker ＩＬ－6'), 'meniere’s beta-blocker il-6');
    assert.deepEqual(indexTerms('β-catenin'), indexTerms('beta catenin'));
    assert.deepEqual(indexTerms('Sjögren'), indexTerms('sjogren'));
  });

  it('stem English words and keep names with digits whole', () => {
    assert.deepEqual(indexTerms('treated treatments'), ['treat', 'treatment']);
    assert.deepEqual(indexTerms('IL-6 and CD4+ p<0.05'), ['il', '6', 'and', 'cd4', 'p', '0', '05']);
  });

  it('cut Chinese runs into overlapping pairs, a single character standing alone', () => {
    assert.deepEqual(indexTerms('糖尿病'), ['糖尿', '尿病']);
    assert.deepEqual(indexTerms('2型糖尿病'), ['2', '型糖', '糖尿', '尿病']);
    assert.deepEqual(indexTerms('癌'), ['癌']);
  });

  it('hold nothing that is syntax to a full-text engine, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const term of indexTerms(text)) assert.match(term, /^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});
