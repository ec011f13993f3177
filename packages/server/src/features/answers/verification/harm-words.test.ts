import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasUnsupportedHarmWord } from './harm-words.ts';

const text =
  'Metformin lowered the risk of myocardial infarction and relieved pain. Mortality was similar. Aspirin was stopped in two patients.';

describe('hasUnsupportedHarmWord', () => {
  for (const sentence of [
    'Metformin cures pain.',
    'Metformin is lethal.',
    'Metformin causes cancer.',
    'Metformin doubled mortality.',
    'Insulin may be stopped at once.',
    '二甲双胍可治愈糖尿病。',
    '二甲双胍致命。',
  ])
    it(`is true for: ${sentence}`, () => assert.equal(hasUnsupportedHarmWord(sentence, text), true));
  for (const sentence of [
    'Mortality did not differ.',
    'Fewer patients died.',
    'Aspirin was stopped in two patients.',
    '二甲双胍降低心肌梗死风险。',
    '二甲双胍缓解疼痛。',
    '病毒感染减少。',
  ])
    it(`is false for: ${sentence}`, () => assert.equal(hasUnsupportedHarmWord(sentence, text), false));
});
