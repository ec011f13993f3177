import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chineseFinding } from './chinese-finding.ts';
import { chineseTerms } from './chinese-terms.ts';

const toChinese = chineseTerms(new Map([['acupuncture', '针灸']]));

const said: [english: string, chinese: string][] = [
  [
    'Folic acid reduced preterm birth from 8.1% to 5.3% compared with placebo.',
    '与安慰剂相比，叶酸减少早产（由8.1%变为5.3%）。',
  ],
  ['Metformin lowered HbA1c by 1.1% (P < 0.001).', '二甲双胍降低HbA1c（1.1%；P < 0.001）。'],
  ['Statins did not reduce all-cause mortality in older adults.', '在老年人中，他汀类药物未降低全因死亡率。'],
  ['Smoking is associated with an increased risk of lung cancer.', '吸烟与肺癌风险升高相关。'],
  ['Our results suggest that aspirin may prevent stroke.', '结果提示：阿司匹林可能预防脑卒中。'],
  [
    'Aspirin significantly reduced the risk of stroke (HR 0.8, 95% CI 0.7-0.9) in patients with atrial fibrillation.',
    '在心房颤动患者中，阿司匹林显著降低脑卒中风险（HR 0.8, 95% CI 0.7-0.9）。',
  ],
  [
    'The incidence of stroke was significantly lower in the aspirin group than in the placebo group (8% vs 12%; P = 0.01).',
    '阿司匹林组的脑卒中发生率显著低于安慰剂组（8% vs 12%; P = 0.01）。',
  ],
  [
    'There was no difference in mortality between metformin and placebo.',
    '二甲双胍与安慰剂之间死亡率无差异。',
  ],
  ['Acupuncture is not effective for migraine.', '针灸对偏头痛无效。'],
  [
    'In-hospital mortality was 9.6% in women and 5.3% in men (P = 0.01).',
    '院内死亡率：女性9.6%，男性5.3%（P = 0.01）。',
  ],
  [
    'The rate of preterm birth was 8.1% in the aspirin group and 10.2% in the placebo group.',
    '早产发生率：阿司匹林组8.1%，安慰剂组10.2%。',
  ],
  ['Smoking was an independent risk factor for stroke.', '吸烟是脑卒中的独立危险因素。'],
  [
    'The sensitivity and specificity of mammography were 77.8% and 97.5%, respectively.',
    '乳腺X线检查的敏感度和特异度分别为77.8%和97.5%。',
  ],
];

/** Omitting or reversing one of these words would change the finding. */
const unsaid = [
  'Discontinuation of statins increased mortality.',
  'Metformin reduced the benefit of exercise.',
  'Statins reduced mortality in men but not in women.',
  'Statins reduced mortality only in men.',
  'Aspirin reduced stroke and increased major bleeding.',
  'Low vitamin D was associated with increased mortality.',
  'Metformin failed to reduce mortality.',
  'Neither aspirin nor clopidogrel reduced stroke.',
  'Aspirin reduced stroke at the cost of major bleeding.',
  'Zorblaxan reduced mortality.',
  'Aspirin reduces insulin and somatostatin secretion.',
  'Mortality was 9.6% in women and 5.3% in men with diabetes, respectively.',
  'Aspirin reduced body weight in both phenotypes.',
  'Smoking was not a risk factor for stroke.',
  'Mortality did not differ between men and women but was higher in smokers.',
];

describe('chineseFinding', () => {
  for (const [english, chinese] of said)
    it(`translates every word of “${english}”`, () =>
      assert.equal(chineseFinding(english, toChinese), chinese));
  for (const english of unsaid)
    it(`returns nothing where a word has no translation: ${english}`, () =>
      assert.equal(chineseFinding(english, toChinese), undefined));
});
