import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyUncitedSentence, statesNothing } from './classify-uncited-sentence.ts';

describe('classifyUncitedSentence', () => {
  const stating = [
    'Aspirin reduces the risk of colorectal cancer in men.',
    'Mortality was 12.4% with surgery.',
    'Metformin is safe in patients with heart failure.',
    '阿司匹林可降低男性结直肠癌的发病风险。',
    '手术组死亡率为12.4%。',
    'It also cures cancer.',
    'In summary, apixaban prevents stroke.',
    'Bleeding increased.',
    '孕妇禁用。',
    '可根治。',
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
    '（见表2）',
    'See Figure 3.',
    '详见附表1。',
  ];
  for (const sentence of stating)
    it(`requires a citation for: ${sentence}`, () =>
      assert.equal(classifyUncitedSentence(sentence), 'needs_citation'));
  for (const sentence of leading)
    it(`accepts as connective: ${sentence}`, () =>
      assert.equal(classifyUncitedSentence(sentence), 'connective'));
});

describe('statesNothing', () => {
  it('is true only for a sentence without a statement', () => {
    for (const sentence of [
      'Yes.',
      'See Table 2.',
      'Overall, the evidence is mixed.',
      '以下研究与问题有关：',
      'Metformin',
    ])
      assert.ok(statesNothing(sentence), sentence);
    for (const sentence of [
      'It is banned.',
      'In summary, apixaban cures cancer.',
      'Overall, risk was lower.',
      '该药已退市。',
      '总之，可治愈糖尿病。',
      'Deaths: 12%',
    ])
      assert.ok(!statesNothing(sentence), sentence);
  });
});
