import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkComparison } from './check-comparison.ts';

describe('checkComparison', () => {
  for (const sentence of [
    'Nausea was more common with semaglutide than with placebo (42.8% versus 16.0%).',
    'Flares were less frequent with allopurinol (36.5%) than with febuxostat (43.5%).',
    'Patients lost more weight (1.9 kg versus 0.6 kg).',
    '腹泻更常见（18.2%对7.5%）。',
    '别嘌醇组痛风发作率低于非布司他组（36.5%对43.5%）。',
    '缓解率为38.2%，高于拉伸组的24.4%。',
  ])
    it(`accepts: ${sentence}`, () => assert.equal(checkComparison(sentence), 'fits'));
  for (const sentence of [
    'Nausea was less common with semaglutide than with placebo (42.8% versus 16.0%).',
    'Flares were more frequent with allopurinol (36.5%) than with febuxostat (43.5%).',
    'Patients lost less weight (1.9 kg versus 0.6 kg).',
    '腹泻更常见（7.5%对18.2%）。',
    '别嘌醇组痛风发作率高于非布司他组（36.5%对43.5%）。',
    '缓解率为38.2%，低于拉伸组的24.4%。',
  ])
    it(`finds a contradiction in: ${sentence}`, () => assert.equal(checkComparison(sentence), 'contradicts'));
  for (const sentence of [
    'HbA1c fell by 1.1 points with metformin and by 0.3 points with placebo.',
    'Bleeding was not more common (5.5% versus 3.9%).',
    'Higher doses gave fewer events (4% versus 7%).',
    'Mortality was lower (HR 0.74, 95% CI 0.68 to 0.81).',
    'Survival was longer (11.2 versus 10.6 months).',
    'Weight changed by -1.6 kg versus +1.8 kg, a lower weight with metformin.',
    '二甲双胍组体重平均下降1.9 kg，安慰剂组为0.6 kg。',
  ])
    it(`finds no two compared figures in: ${sentence}`, () =>
      assert.equal(checkComparison(sentence), undefined));
});
