import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headingLength } from './best-sentences.ts';
import { countFaults, statesResult } from './lead-sentence.ts';

describe('the faults of a sentence as a quotation', () => {
  for (const text of [
    'Individual patient analyses modeling survival are needed.',
    'Data from longer trials are urgently required.',
    'MEDLINE and EMBASE were searched from 1966 to 2005.',
    '检索了中国知网和万方数据库。',
    'The statistical power of this study was such that only large effects could be seen.',
    '本研究检验效能不足。',
    'However, a subgroup of women who did not exercise before had a reduced risk.',
    '然而在亚组中风险降低。',
    'Ten trials enrolled 70,388 people, of whom 34% were women.',
    'Ten studies were included in the analysis.',
    'Based on these studies, we asked whether a bridge would hold.',
    'We retrospectively studied 50 patients with headache.',
    'To test the feasibility of a gene, we infused 12 patients.',
    'This study deals with coping in children.',
    'This study greatly contributes to the understanding of tuberculosis.',
    'The current study evaluates the role of lymphocytes.',
    'This review will focus on frailty.',
    'Both groups improved and were discharged.',
    'It is an enzyme that breaks down starch.',
    'Other sleep variables were not influenced by fenofibrate.',
    'The other patient had a relapse.',
    'There is an urgent need to implement trachoma control.',
    'The team also call for further analysis of prescriptions.',
    'Little is known about the inflammation that crystals cause.',
    '其发病机制尚不清楚。',
  ])
    it(`include: ${text}`, () => assert.ok(countFaults(text) > 0));

  for (const text of [
    'Surgery is needed in half of the patients.',
    'However, mortality was lower with aspirin.',
    'The odds ratio for death was 1.54 (95% CI 1.06 to 2.23).',
    '然而阿司匹林组死亡率更低。',
    'Both aspirin and clopidogrel lowered the risk of stroke.',
    'Other people than relatives were preferred as donors.',
    'There is no need for a second dose.',
    'It is likely that exercise-induced asthma is caused by hyperventilation.',
  ])
    it(`do not include: ${text}`, () => assert.equal(countFaults(text), 0));

  it('do not include a subgroup for which the question asks', () => {
    const [english, chinese] = ['However, in the subgroup of women the risk fell.', '然而在亚组中风险降低。'];
    assert.equal(countFaults(english, { question: 'In which subgroup did the risk fall?' }), 0);
    assert.equal(countFaults(chinese, { question: '哪个亚组风险降低?' }), 0);
  });
});

it('a result has a figure, a direction, even two opposite ones, or a relation', () => {
  for (const text of [
    'FAO inhibition delayed tumor growth and enhanced the effect of T cells.',
    'The incidence was twice that of other prisoners.',
    'Most patients chose red.',
    '吸烟与肺癌相关。',
    'Mortality did not differ.',
  ])
    assert.ok(statesResult(text), text);
  for (const text of ['The mechanism is discussed.', '本文讨论其机制。'])
    assert.ok(!statesResult(text), text);
});

describe('a heading in running text', () => {
  for (const [text, rest] of [
    ['DATA SOURCES MEDLINE was searched.', 'MEDLINE was searched.'],
    ['STUDY SELECTION Published trials were taken.', 'Published trials were taken.'],
    [
      'PURPOSE OF REVIEW Recent discoveries implicate neutrophils.',
      'Recent discoveries implicate neutrophils.',
    ],
    ['INTERPRETATION 10-year gains depend on the risk.', '10-year gains depend on the risk.'],
    ['Conclusions  We conclude that oats are harmful.', 'We conclude that oats are harmful.'],
    ['Results of this trial were negative.', 'Results of this trial were negative.'],
    ['UNLABELLED Studies suggest a better hold.', 'Studies suggest a better hold.'],
    ['RELEVANCE TO CLINICAL PRACTICE The model may help.', 'The model may help.'],
    ['APPROACH AND RESULTS Mice were fed oats.', 'Mice were fed oats.'],
    ['METHODOLOGY/PRINCIPAL FINDINGS Oats were harmful.', 'Oats were harmful.'],
    ['DESIGN, SETTING, AND PARTICIPANTS Cohort of farmers.', 'Cohort of farmers.'],
    ['结论：燕麦有害。', '结论：燕麦有害。'],
  ] as const)
    it(`is not quoted: ${text}`, () => assert.equal(text.slice(headingLength(text)), rest));
});
