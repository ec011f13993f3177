import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NumberedTerms } from './numbered-terms.ts';
import { indexTerms } from './words.ts';

const texts = [
  'Statins and stroke, strokes and STATIN.',
  '共824例2型糖尿病患者，他汀类药物 reduced β-blockers in Sjögren syndrome',
  'Otorhinolaryngological otorhinolaryngologists, acetylcholinesterase, p53 and IL-6',
  '',
  Array.from({ length: 5_000 }, (_, at) => `word${at % 2_000}`).join(' '),
];

describe('numbered terms', () => {
  it('are the index terms of each text, equal terms by equal numbers', () => {
    const numbered = new NumberedTerms();
    for (const text of texts) {
      const terms = indexTerms(text);
      assert.equal(numbered.scan(text), terms.length);
      const numbers = numbered.take();
      assert.deepEqual(
        [...numbers].map((number) => numbered.terms[number]),
        terms,
      );
      for (const [at, term] of terms.entries()) assert.equal(numbered.find(term), numbers[at]);
    }
    assert.equal(new Set(numbered.terms).size, numbered.terms.length);
    assert.equal(numbered.find('absent'), -1);
  });

  it('are taken together from the texts scanned since the last time', () => {
    const numbered = new NumberedTerms();
    numbered.scan('Statins');
    assert.equal(numbered.scan('and stroke'), 3);
    assert.deepEqual([...numbered.take()], [0, 1, 2]);
    assert.equal(numbered.scan('stroke'), 1);
    assert.deepEqual([...numbered.take()], [2]);
  });
});
