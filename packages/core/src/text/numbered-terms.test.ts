import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deriveNames, NumberedTerms } from './numbered-terms.ts';
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

describe('names derived from numbered terms', () => {
  it('are numbered in the order of the terms, also of terms added later, and derived once', () => {
    const derived: string[] = [];
    const initials = deriveNames((term) => {
      derived.push(term);
      return term.charAt(0);
    });
    const numbered = new NumberedTerms();
    numbered.scan('statin stroke asthma');
    assert.deepEqual(initials(numbered).names, ['s', 'a']);
    numbered.scan('stent 中药');
    const { names, numbers, ofTerms } = initials(numbered);
    assert.deepEqual(
      ofTerms.map((number) => names[number]),
      numbered.terms.map((term) => term.charAt(0)),
    );
    assert.equal(numbers.get('a'), 1);
    assert.deepEqual(derived, numbered.terms);
  });
});
