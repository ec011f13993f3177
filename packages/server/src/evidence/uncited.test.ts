import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uncitedKind } from './uncited.ts';

describe('a sentence without a mark', () => {
  const stating = [
    'Aspirin reduces the risk of colorectal cancer in men.',
    'Mortality was 12.4% with surgery.',
    'Metformin is safe in patients with heart failure.',
    '阿司匹林可降低男性结直肠癌的发病风险。',
    '手术组死亡率为12.4%。',
  ];
  const leading = [
    'The following trials are relevant:',
    'In summary, the evidence is limited.',
    '## Results',
    'What is known?',
    'However, the picture is mixed.',
    'Ask your doctor before changing your treatment.',
    '以下研究与问题有关：',
    '综上，现有证据有限。',
    '请咨询医生。',
  ];
  for (const sentence of stating)
    it(`needs a citation: ${sentence}`, () => assert.equal(uncitedKind(sentence), 'needs_citation'));
  for (const sentence of leading)
    it(`only leads, joins or weighs: ${sentence}`, () => assert.equal(uncitedKind(sentence), 'connective'));
});
