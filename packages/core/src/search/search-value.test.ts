import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endsWithStar, readSearchValue } from './search-value.ts';

describe('the value of a search condition', () => {
  it('consists of phrases, and of words or names', () => {
    assert.deepEqual(readSearchValue('IL-6 "septic shock" “脓毒性 休克”，2型糖尿病', false), [
      { text: 'septic shock' },
      { text: '脓毒性 休克' },
      { text: 'IL-6' },
      { text: '2型糖尿病' },
    ]);
    assert.deepEqual(readSearchValue('van der Berg J, 张 三；', true), [
      { text: 'van der Berg J' },
      { text: '张 三' },
    ]);
  });

  it('has beginnings before stars, but not in Chinese, where a star changes nothing', () => {
    assert.deepEqual(readSearchValue('Müll* "heart fail*" ＩＬ-17＊ 心力衰竭* covid疫*', false), [
      { text: 'heart fail', beginning: 'fail' },
      { text: 'Müll', beginning: 'mull' },
      { text: 'ＩＬ-17', beginning: '17' },
      { text: '心力衰竭' },
      { text: 'covid疫' },
    ]);
    assert.deepEqual(readSearchValue('HLA-B*57:01 *sepsis C++*', false), [
      { text: 'HLA-B*57:01' },
      { text: '*sepsis' },
      { text: 'C++*' },
    ]);
  });

  it('tells which stars cannot be answered', () => {
    const problems = (value: string, isName = false) =>
      readSearchValue(value, isName).map(({ problem }) => problem);
    assert.deepEqual(problems('se* IL-6* sep* "a b*"'), ['short', 'short', 'short', undefined]);
    assert.deepEqual(problems('"sept* shock" beta*-block 糖尿*，病'), [
      'inside',
      'inside',
      undefined,
      undefined,
    ]);
    assert.deepEqual(problems('Smi* J, Lee*', true), ['inside', undefined]);
    assert.deepEqual(['123*', '10.1/a* ', '12*3', '*', '-*'].map(endsWithStar), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
