import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inAmericanSpelling } from '../text/spelling.ts';
import { indexTerms } from '../text/words.ts';
import { determiners, TermIndex } from './term-index.ts';

describe('a term index', () => {
  const keyOf = (term: string) =>
    indexTerms(inAmericanSpelling(term))
      .filter((each) => !determiners.has(each))
      .join(' ');

  it('lists the values of a key in the order in which they were added', () => {
    const index = new TermIndex<number>(keyOf);
    index.add('heart attack', 1);
    index.add('heart failure', 2);
    index.add('Heart attacks', 3);
    assert.deepEqual(index.get('the heart attack'), [1, 3]);
    index.add('my heart attack', 4);
    assert.deepEqual(index.get('heart attack'), [1, 3, 4]);
    assert.equal(index.get('heart rate'), undefined);
  });

  it('derives keys only for the terms that begin as the one looked up', () => {
    const derived: string[] = [];
    const index = new TermIndex<true>((term) => {
      derived.push(term);
      return term;
    });
    for (const term of ['asthma', 'ascites', 'bronchitis']) index.add(term, true);
    index.get('asthma');
    assert.deepEqual(derived, ['asthma', 'ascites', 'asthma']);
  });

  for (const [listed, asked] of [
    ['oedema', 'edema'],
    ['paediatric asthma', 'pediatric asthma'],
    ['anaesthesia', 'anesthesia'],
    ['coeliac disease', 'celiac disease'],
    ['a cold', 'colds'],
    ['β-blocker', 'beta-blockers'],
    ['5-fluorouracil', '5-Fluorouracil'],
    ['高血压', '高血压'],
  ] as const)
    it(`finds ${listed} as ${asked} and the reverse`, () => {
      for (const [one, other] of [
        [listed, asked],
        [asked, listed],
      ] as const) {
        const index = new TermIndex<true>(keyOf);
        index.add(one, true);
        assert.deepEqual(index.get(other), [true]);
      }
    });
});
