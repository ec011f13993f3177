import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from './plan-query.ts';
import { suggestSpellings } from './spelling-suggestions.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });

describe('spelling suggestions', () => {
  for (const [question, typed, meant] of [
    ['Does metfromin lower HbA1c?', 'metfromin', 'metformin'],
    ['rhuematoid arthritis', 'rhuematoid', 'rheumatoid'],
    ['Hypertention in adults', 'hypertention', 'hypertension'],
    ['exercise in pregancy', 'pregancy', 'pregnancy'],
    ['metfromin 能否降低血糖？', 'metfromin', 'metformin'],
  ] as const)
    it(`correct one edit to a medical word: ${typed}`, () => {
      assert.deepEqual(plan(question).suggestions, [{ typed, meant }]);
    });

  it('leave possible names unchanged', () => {
    for (const question of [
      'Does zelparin prevent stroke?',
      'orforglipron or danuglipron for obesity',
      'Is olezarsen better than plozasiran?',
      'neutropenic patients',
      'IL-17A and TP53 in YAR1 knockouts',
    ])
      assert.deepEqual(suggestSpellings(question), [], question);
  });

  it('are absent if the lists know every word', () => {
    assert.ok(!('suggestions' in plan('Does metformin lower mortality in type 2 diabetes?')));
    assert.ok(!('suggestions' in plan('二甲双胍能否降低2型糖尿病患者的死亡率？')));
  });

  it('are absent for a text in another language', () => {
    const text = 'hipertension arteriel traitemente cardiomiopathia diabetis';
    assert.deepEqual(suggestSpellings(text), []);
  });
});
