import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { TrustCard } from '@citewell/sdk';
import { mayBeTrialOrSynthesis } from './own-trial.ts';
import { readStudy } from './read-study.ts';
import { studySize } from './study-size.ts';

const titled = { en: 'Starch in sepsis.', zh: '羟乙基淀粉治疗脓毒症' };
const designOf = (text: string, title = titled.en, label = '') =>
  readStudy(anArticle('1001', { title, abstract: [{ ...(label && { label }), text }] })).kind;

describe('the design that authors state of their own trial', () => {
  for (const [text, kind, title] of [
    [
      'To compare both fluids in patients with severe sepsis, we designed a prospective, multicenter, active-controlled, double-blind, randomized study in intensive care units.',
      'randomized_trial',
    ],
    [
      'Sixty-two patients (19 men; 43 women) were studied in a randomized, double-blind, placebo-controlled trial with a crossover design.',
      'randomized_trial',
    ],
    ['In a randomized crossover design, 34 women consumed soy protein.', 'randomized_trial'],
    ['We report the results of a multinational randomized, double-blind study.', 'randomized_trial'],
    [
      'Forty-one headache sufferers were randomly assigned to amitriptyline or to behavioral therapy.',
      'randomized_trial',
    ],
    [
      'All patients were treated with hemoperfusion within 24 hours and then randomly assigned to either group.',
      'randomized_trial',
    ],
    [
      'In 197 patients starch was compared with saline in a double-blind, parallel-group trial of twelve weeks.',
      'clinical_trial',
    ],
    ['In a placebo-controlled phase 2 trial, 99 adults received the vaccine.', 'clinical_trial'],
    ['本研究采用随机双盲设计，纳入174例患者。', 'randomized_trial', titled.zh],
    ['我们设计了一项多中心随机对照研究。', 'randomized_trial', titled.zh],
    ['本试验为双盲、安慰剂对照试验，共174例。', 'clinical_trial', titled.zh],
  ] as [string, TrustCard['design'], string?][])
    it(`is read wherever the sentence has it: ${text}`, () => {
      assert.equal(designOf(text, title), kind);
    });

  it('is read in a section on the background if it is of this study', () => {
    const text = 'The aim of this prospective, randomized study was to compare both fluids.';
    assert.equal(designOf(text, titled.en, 'BACKGROUND AND AIM'), 'randomized_trial');
  });

  for (const [text, title] of [
    ['The fluid was better than saline in a recent randomized trial.'],
    ['We performed a non-randomized study of both fluids in patients.'],
    ['Survivors were diagnosed by double-blind placebo-controlled challenge.'],
    [
      'Bias was less where patients received fluids in a randomized comparison.',
      'Bias in randomized trials of fluids.',
    ],
    ['在近期的随机试验中，该药优于对照。', titled.zh],
  ] as [string, string?][])
    it(`is not that of another study: ${text}`, () => {
      const kind = designOf(text, title);
      assert.ok(kind !== 'randomized_trial' && kind !== 'clinical_trial', `${kind}`);
    });
});

describe('words of a trial or of a synthesis', () => {
  for (const text of [
    'Patients were randomised.',
    'A double-blind study.',
    'We searched the Cochrane Library.',
    '系统评价',
    '安慰剂组',
  ])
    it(`are recognized: ${text}`, () => assert.ok(mayBeTrialOrSynthesis(text)));
  for (const text of ['We followed a cohort at random times.', '回顾性研究'])
    it(`are not found in: ${text}`, () => assert.ok(!mayBeTrialOrSynthesis(text)));
});

describe('a number of participants with a rival', () => {
  const sizeOf = (text: string) => studySize({ abstract: [{ label: 'RESULTS', text }] })?.n;
  for (const text of [
    'We identified 94,173 patients with small cell carcinoma of which 88,605 (94.1%) and 5,568 (5.9%) had pulmonary and extrapulmonary carcinoma, respectively.',
    'A total of 119 patients with hepatitis C were included. One hundred seven patients completed the study, and 26 responded.',
    '共纳入940例小细胞癌患者，其中880例和60例分别为肺内和肺外癌。',
    '共纳入119例患者。107例患者完成研究。',
  ])
    it(`is none: ${text}`, () => assert.equal(sizeOf(text), undefined));
  for (const [text, n] of [
    ['We enrolled 100 patients. Of these, 50 and 50 received starch and saline, respectively.', 100],
    ['We randomized 119 patients. One hundred seven patients completed the study.', 119],
    ['将119例患者随机分组，107例患者完成研究。', 119],
  ] as const)
    it(`is the one of all: ${text}`, () => assert.equal(sizeOf(text), n));
});
