import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from './plan-query.ts';
import { suggestSpellings, withCorrectNames } from './spelling-suggestions.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });

describe('spelling suggestions', () => {
  for (const [question, typed, meant] of [
    ['Does metfromin lower HbA1c?', 'metfromin', 'metformin'],
    ['rhuematoid arthritis', 'rhuematoid', 'rheumatoid'],
    ['Hypertention in adults', 'hypertention', 'hypertension'],
    ['exercise in pregancy', 'pregancy', 'pregnancy'],
    ['metfromin 能否降低血糖？', 'metfromin', 'metformin'],
    // A last letter doubled, and a short name near an everyday word.
    ['metforminn and diarrhoea', 'metforminn', 'metformin'],
    ['statns and muscle pain', 'statns', 'statins'],
    // Two letters of a long name.
    ['amitriptilin for headache', 'amitriptilin', 'amitriptyline'],
    ['propanalol for tremor', 'propanalol', 'propranolol'],
  ] as const)
    it(`correct one edit to a medical word: ${typed}`, () => {
      assert.deepEqual(plan(question).suggestions, [{ typed, meant }]);
    });

  for (const [question, text, typed, meant] of [
    ['pioglitazon bladder cancer', 'pioglitazone bladder cancer', 'pioglitazon', 'pioglitazone'],
    ['Is amlodipin safe?', 'Is amlodipine safe?', 'amlodipin', 'amlodipine'],
    ['ciprofloxacine和癫痫', 'ciprofloxacin和癫痫', 'ciprofloxacine', 'ciprofloxacin'],
  ] as const)
    it(`are applied at once where only a last letter differs: ${typed}`, () => {
      const query = plan(question);
      assert.equal(query.text, text);
      assert.deepEqual(query.corrected, [{ typed, meant }]);
      assert.ok(!('suggestions' in query));
    });

  it('give the name in a text whose scope is judged', () => {
    assert.equal(withCorrectNames('Tamoxafen duration'), 'tamoxifen duration');
    assert.equal(withCorrectNames('他莫西芬吃几年'), '他莫昔芬吃几年');
    assert.equal(withCorrectNames('see you tomorow'), 'see you tomorow');
  });

  it('leave possible names unchanged', () => {
    for (const question of [
      'Does zelparin prevent stroke?',
      'orforglipron or danuglipron for obesity',
      'Is olezarsen better than plozasiran?',
      'neutropenic patients',
      'retatrutide, survodutide or cagrilintide',
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
