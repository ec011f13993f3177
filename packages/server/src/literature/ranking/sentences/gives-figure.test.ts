import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givesFigure } from './gives-figure.ts';

describe('a sentence', () => {
  for (const [text, expected] of [
    ['Weight rose by 1.3 kg with tablets and 4.2 kg without.', true],
    ['Nausea occurred in 9 of 40 adults at 12 weeks.', true],
    ['两组分别有12%和30%的患者出现恶心。', true],
    ['Sixteen percent of the women were carriers.', true],
    ['Half of them, twenty-one patients, improved.', true],
    ['约三分之一的女性为带菌者。', true],
    ['Bedtime insulin is effective in type 2 diabetes.', false],
    ['IL-17 predicted death at 30 days (P = 0.03).', false],
    ['2型糖尿病患者在30天内死亡率降低。', false],
  ] as const)
    it(`${expected ? 'gives' : 'does not give'} a figure: ${text}`, () =>
      assert.equal(givesFigure(text), expected));
});
