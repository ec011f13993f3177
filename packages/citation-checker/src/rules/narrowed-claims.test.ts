import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateSupport } from '../estimate.ts';
import { proposeEdit } from '../propose-edit.ts';

const trial = `BACKGROUND: New drugs are needed for kidney cancer.
METHODS: In this trial, 340 patients with advanced kidney cancer and no prior chemotherapy were randomly assigned to lurbitinib 40 mg/m(2) every 3 weeks or to placebo 10 mg/m(2) on days 1 and 8.
RESULTS: Lurbitinib lowered the risk of progression (hazard ratio for disease progression or death in the lurbitinib group, 0.40; 95% CI, 0.29 to 0.55; P<0.001). Pain improved in both groups. Fatigue was the most common adverse event. The association persisted after adjustment for age.
CONCLUSIONS: Lurbitinib improved progression-free survival in patients with kidney cancer.`;
const registry = `We reviewed retrospectively the charts of 122,545 patients who received oxygen at 2.0 or 2.5 atmospheres. Oxygen at 2.5 atmospheres was associated with lower rates of bladder bleeding. For every 5 mg/day increase in quercetin intake, the mortality rate decreased by 7%. Further randomized studies are necessary to determine causality.`;
const accuracy = `In the test set the index had a sensitivity of 97.7%, a specificity of 93.0%, a positive predictive value of 99.2%, and a negative predictive value of 91.4%.`;

const check = (abstract: string, sentence: string) =>
  estimateSupport({ sentence, article: { title: '', abstract, publicationTypes: undefined } });

describe('a claim narrower or stronger than its abstract', () => {
  for (const sentence of [
    'Lurbitinib improved progression-free survival in patients with metastatic kidney cancer.',
    'Lurbitinib improved progression-free survival in patients with wild-type kidney cancer.',
    'Lurbitinib improved progression-free survival in previously treated patients with kidney cancer.',
    'Pain improved only in the lurbitinib group.',
    'All patients with kidney cancer improved with lurbitinib.',
    '卢比替尼改善了转移性肾癌患者的无进展生存期。',
    '卢比替尼可治愈肾癌。',
  ])
    it(`is not supported: ${sentence}`, () => {
      assert.notEqual(check(trial, sentence).verdict, 'supported');
    });

  it('is supported where it narrows nothing', () => {
    for (const sentence of [
      'Lurbitinib improved progression-free survival in patients with kidney cancer.',
      'In patients with advanced kidney cancer, lurbitinib improved progression-free survival.',
    ])
      assert.equal(check(trial, sentence).verdict, 'supported', sentence);
  });
});

describe('designs and causes', () => {
  it('are not those of the studies that an abstract asks for', () => {
    for (const [sentence, kind] of [
      ['This randomized trial compared oxygen at 2.0 and 2.5 atmospheres.', 'design'],
      ['Oxygen at 2.5 atmospheres causes lower rates of bladder bleeding.', 'causality'],
    ] as const) {
      const { verdict, deviations } = check(registry, sentence);
      assert.equal(verdict, 'deviates', sentence);
      assert.ok(
        deviations.some((each) => each.kind === kind),
        sentence,
      );
    }
  });

  it('are told of no effect by the step of a dose', () => {
    assert.notEqual(
      check(registry, 'Each 5 mg/day increment in quercetin raised mortality by 7%.').verdict,
      'supported',
    );
    assert.notEqual(check(registry, '槲皮素摄入每增加5 mg/天，死亡率升高7%。').verdict, 'supported');
  });
});

describe('a number', () => {
  it('that is a ratio is not how far something was lowered', () => {
    for (const sentence of [
      'Lurbitinib lowered the risk of progression by 40%.',
      '卢比替尼使进展风险降低40%。',
    ]) {
      const { verdict, deviations } = check(trial, sentence);
      assert.equal(verdict, 'deviates', sentence);
      assert.equal(deviations[0]?.kind, 'numeric');
    }
    assert.equal(check(trial, 'Lurbitinib lowered the risk of progression by 60%.').verdict, 'supported');
  });

  it('of a test is of its own measure, alone and in a list', () => {
    assert.equal(
      check(accuracy, 'The index had a sensitivity of 93.0% and a specificity of 97.7% in the test set.')
        .verdict,
      'deviates',
    );
    assert.equal(check(accuracy, '该指数的敏感度为93.0%。').verdict, 'deviates');
    assert.equal(
      check(accuracy, 'In the test set the index had a sensitivity and specificity of 97.7% and 93.0%.')
        .verdict,
      'supported',
    );
    assert.equal(check(accuracy, '该指数的敏感度为97.7%，特异度为93.0%。').deviations.length, 0);
  });

  it('may be rounded within its scale', () => {
    for (const sentence of ['共纳入12.3万例患者。', 'There were 0.12 million patients.'])
      assert.ok(
        check(registry, sentence).numbers.every(({ found }) => found),
        sentence,
      );
    assert.ok(check(registry, '共纳入12.7万例患者。').numbers.some(({ found }) => !found));
  });

  it('has the unit that PubMed writes with an index in brackets', () => {
    assert.equal(check(trial, 'Patients received lurbitinib 40 mg/m2 every 3 weeks.').deviations.length, 0);
  });
});

describe('a correction', () => {
  const offered = (abstract: string, sentence: string) => {
    const article = { title: '', abstract, publicationTypes: undefined };
    return proposeEdit({ sentence, article }, estimateSupport({ sentence, article }).deviations);
  };
  it('gives two arms no number twice, and keeps comparisons whole', () => {
    const arms =
      'Survival at 6 months was 81% in the drug group and 67% in the control group. Neutropenia was more frequent in the drug group (67.2% v 51.2%).';
    const swapped = offered(arms, '药物组6个月生存率为67%，对照组为81%。');
    if (swapped !== undefined) assert.equal(new Set(swapped.match(/\d+(?=%)/g)).size, 2, swapped);
    assert.equal(
      offered(arms, 'Neutropenia was less frequent in the drug group (67.2% v 51.2%).'),
      'Neutropenia was more frequent in the drug group (67.2% v 51.2%).',
    );
  });
});
