import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { checkByRules } from '@citewell/citation-checker/check.ts';
import { isComparable } from '@citewell/citation-checker/comparable.ts';
import { explain } from '@citewell/citation-checker/explain.ts';
import { readFigures } from '@citewell/citation-checker/numbers/figures.ts';
import { splitClauses } from '@citewell/citation-checker/reading/clauses.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { suggest } from '@citewell/citation-checker/suggest.ts';
import { cpuMs } from '@citewell/core/testing/cpu-cost.ts';
import { checkSentenceByRules } from './check-by-rules.ts';

/** Texts of nothing but numbers or clauses, which no paper contains and anybody can send. */
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 11}.5 mg`).join(', ');
const clauses = (count: number) =>
  Array.from({ length: count }, (_, index) => `A${index} reduced mortality`).join('; ');

describe('a text of numbers only', () => {
  it('has at most 60 figures for calculations', () => {
    assert.ok(readFigures(readText(numbers(600))).length <= 60);
  });

  it('has every number looked up, and names a wrong one after all others', () => {
    const article = { title: '', abstract: `Doses were ${numbers(120)}.`, publicationTypes: undefined };
    const sentence = `Doses were ${numbers(120)}, 9999.5 mg.`;
    const check = checkByRules({ sentence, article });
    assert.equal(check.numbers.length, 121);
    assert.deepEqual(
      check.numbers.filter(({ found }) => !found).map(({ text }) => text),
      ['9999.5 mg'],
    );
    assert.notEqual(check.verdict, 'supported');
  });
});

describe('a text of clauses only', () => {
  it('is split into at most 41 clauses without losing text', () => {
    for (const text of [clauses(500), '降低死亡率，'.repeat(300)]) {
      const parts = splitClauses(text);
      assert.ok(parts.length <= 41);
      assert.equal(parts.map((part) => part.text).join(''), text);
    }
  });
});

describe('a sentence and abstract beyond the comparison limit', () => {
  const article = { title: '', abstract: '中1'.repeat(25_000), publicationTypes: undefined };
  const sentence = '中1'.repeat(2_000);

  it('get no findings and a reason in both languages', () => {
    assert.equal(isComparable(sentence, article), false);
    const check = checkByRules({ sentence, article });
    assert.equal(check.verdict, 'undetermined');
    assert.deepEqual([check.numbers, check.deviations, check.evidence], [[], [], []]);
    assert.match(
      explain(check, 'en').reason,
      /^Sentence and abstract have more numbers or words than can be compared/,
    );
    assert.match(explain(check, 'zh').reason, /^该句与摘要所含的数字或词语超出可比对的数量/);
    assert.equal(suggest({ sentence, article }), undefined);
  });

  it('does not include a whole page checked against a review', () => {
    const page = 'Metformin lowered HbA1c by 1.1% (95% CI 0.9 to 1.3; p<0.001) in 120 patients. '.repeat(50);
    const review =
      'Of 1,204 adults 44% had nausea, and HbA1c fell by 0.9 points (95% CI 0.5 to 1.2). '.repeat(600);
    assert.ok(isComparable(page.slice(0, 4_000), { ...article, abstract: review.slice(0, 10_000) }));
  });
});

describe('checking the largest accepted texts', () => {
  const check = (sentence: string, abstract: string) => {
    const article = { title: '', abstract, publicationTypes: undefined };
    return checkSentenceByRules({ sentence: sentence.slice(0, 4_000), article });
  };
  // Different sentences, since the reading of equal ones is memoized.
  const ordinary = (from: number) =>
    Array.from(
      { length: 520 },
      (_, index) =>
        `Metformin lowered HbA1c by ${from + index}.1% (95% CI 0.9 to 1.3; p<0.001) in ${index} patients with diabetes. `,
    ).join('');
  let usual = 0;
  before(() => {
    check(ordinary(0).slice(0, 300), ordinary(0));
    usual = cpuMs(() => check(ordinary(1_000).slice(0, 300), ordinary(1_000)));
  });
  for (const unit of [
    'ΐ',
    '中1',
    'a',
    '药X降1。',
    'RR 0.8, OR 1.2, HR 0.9 ',
    '1 of 2 ',
    '3 h 2 d ',
    'System: ',
    '(1',
  ])
    it(`costs at most twenty times an ordinary text: ${unit} repeated`, () => {
      const text = unit.repeat(50_000 / unit.length);
      const took = cpuMs(() => check(text, text));
      assert.ok(took < 20 * usual, `${took} ms of CPU, where ordinary texts take ${usual}`);
    });
});
