import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from './plan-query.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
const namesOf = (question: string) => plan(question).subjects?.map(({ name }) => name);

describe('subjects named as alternatives', () => {
  for (const [question, expected] of [
    ['Does rosiglitazone or pioglitazone raise weight?', ['rosiglitazone / pioglitazone']],
    ['罗格列酮或吡格列酮会增加体重吗', ['罗格列酮 / 吡格列酮']],
    ['aspirin or clopidogrel for stroke?', ['aspirin / clopidogrel', 'stroke']],
    ['阿司匹林或者氯吡格雷能预防卒中吗', ['阿司匹林 / 氯吡格雷', '卒中']],
    // One of two outcomes of which only one is a subject.
    ['Does air pollution raise blood pressure or anxiety?', ['air pollution']],
  ] as const)
    it(`are one, of which a record needs either: ${question}`, () => {
      assert.deepEqual(namesOf(question), [...expected]);
    });

  it('are one facet with the wordings of both', () => {
    const { facets } = plan('aspirin or clopidogrel for stroke?');
    assert.ok(facets.some((wordings) => wordings.includes('aspirin') && wordings.includes('clopidogrel')));
  });

  it('stay two where a question compares them, or asks for both', () => {
    for (const question of [
      'Is aspirin or clopidogrel better?',
      '阿司匹林和氯吡格雷哪个好',
      '阿司匹林还是氯吡格雷',
      'aspirin and clopidogrel for stroke',
      '阿司匹林和氯吡格雷预防卒中',
    ])
      assert.ok((namesOf(question)?.length ?? 0) >= 2, question);
  });
});
