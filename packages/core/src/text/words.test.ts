import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foldText, indexTerms, scanTerms, termBeginnings } from './words.ts';

describe('index terms', () => {
  it('ignore accents, width, case and Greek letters', () => {
    assert.equal(foldText('Ménière’s β-Blocker ＩＬ－6'), 'meniere’s beta-blocker il-6');
    assert.deepEqual(indexTerms('β-catenin'), indexTerms('beta catenin'));
    assert.deepEqual(indexTerms('Sjögren'), indexTerms('sjogren'));
    // Letters that no accent can be taken from, in both directions.
    for (const [written, plain] of [
      ['Sørensen', 'Sorensen'],
      ['Łukasz', 'lukasz'],
      ['fœtus', 'foetus'],
      ['Cæsar', 'CAESAR'],
      ['Weißbach', 'weissbach'],
    ] as const)
      assert.deepEqual(indexTerms(written), indexTerms(plain));
  });

  it('stem English words and keep names with digits whole', () => {
    assert.deepEqual(indexTerms('treated treatments'), ['treat', 'treatment']);
    assert.deepEqual(indexTerms('IL-6 and CD4+ p<0.05'), ['il', '6', 'and', 'cd4', 'p', '0', '05']);
  });

  it('split Chinese into overlapping pairs and keep a single character', () => {
    assert.deepEqual(indexTerms('糖尿病'), ['糖尿', '尿病']);
    assert.deepEqual(indexTerms('2型糖尿病'), ['2', '型糖', '糖尿', '尿病']);
    assert.deepEqual(indexTerms('癌'), ['癌']);
  });

  it('are the same for ASCII and for Unicode reading', () => {
    const word = fc.constantFrom(
      'Treated',
      'IL-6',
      'p53',
      'β-catenin',
      'naïve',
      'Sjögren’s',
      '糖尿病',
      '2型',
      '共824例HbA1c',
      'x',
      '½',
      'ﬁbrosis',
      '_',
      '10⁹/L',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        // A lone accent makes indexTerms read the whole text with Unicode folding, and is not a term itself.
        const text = words.join('.');
        assert.deepEqual(
          indexTerms(`${text}.`),
          words.flatMap((each) => indexTerms(`\u00b4${each}`)),
        );
      }),
    );
  });

  it('are counted completely when selected by prefix', () => {
    const word = fc.constantFrom(
      'AED',
      'aeds',
      'Treated',
      'treatment',
      'by',
      'p53',
      'p',
      'β-blocker',
      '糖尿病',
      '2型糖尿病',
      '糖',
      'naïve',
      'x',
      '7',
    );
    fc.assert(
      fc.property(fc.array(word), fc.array(word, { maxLength: 3 }), (words, asked) => {
        const text = words.join(' ');
        const wanted = new Set(asked.flatMap(indexTerms));
        const seen: string[] = [];
        const count = scanTerms(text, (term) => wanted.has(term) && seen.push(term), termBeginnings(wanted));
        const all = indexTerms(text);
        assert.equal(count, all.length);
        assert.deepEqual(
          seen,
          all.filter((term) => wanted.has(term)),
        );
      }),
    );
  });

  it('contain no query syntax for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const term of indexTerms(text)) assert.match(term, /^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});
