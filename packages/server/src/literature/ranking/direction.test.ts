import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingDirection, majorityDirection } from './direction.ts';

describe('findingDirection and majorityDirection', () => {
  it('read the direction from the result of a sentence, in both languages', () => {
    const examples: [string, ReturnType<typeof findingDirection>][] = [
      ['Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).', 'lowers'],
      ['二甲双胍使2型糖尿病患者糖化血红蛋白降低1.1%。', 'lowers'],
      ['Canagliflozin was associated with a higher rate of amputation.', 'raises'],
      ['吸烟使肺癌风险显著升高。', 'raises'],
      ['There was no significant difference in mortality between the groups.', 'unchanged'],
      ['Vitamin D did not reduce the incidence of invasive cancer.', 'unchanged'],
      ['两组病死率差异无统计学意义。', 'unchanged'],
      ['维生素D未能降低癌症发生率。', 'unchanged'],
      ['Mortality did not fall.', 'unchanged'],
      ['达格列净可改善射血分数降低型心力衰竭患者的心功能。', 'raises'],
      ['利伐沙班增加高危患者的出血。', 'raises'],
      ['Sacubitril reduced deaths in heart failure with reduced ejection fraction.', 'lowers'],
      ['Statins raised adherence in patients with high blood pressure.', 'raises'],
      ['The cohort had heart failure with reduced ejection fraction.', undefined],
      ['We enrolled 1,200 adults.', undefined],
      ['本研究纳入1200名成人。', undefined],
    ];
    for (const [text, direction] of examples) assert.equal(findingDirection(text), direction, text);
  });

  it('return a majority only if at least two thirds of three or more findings agree', () => {
    assert.equal(majorityDirection(['lowers', 'lowers', undefined, 'lowers', 'raises']), 'lowers');
    assert.equal(majorityDirection(['lowers', 'raises', 'unchanged']), undefined);
    assert.equal(majorityDirection(['lowers', 'lowers']), undefined);
  });
});
