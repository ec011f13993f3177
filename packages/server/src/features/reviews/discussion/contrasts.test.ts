import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { compareFindings } from './compare-findings.ts';
import { readFindings } from './discussion-findings.ts';

type Case = {
  parts: string[][];
  finding: string;
  title: string;
  text: string;
  side: 'agreeing' | 'disagreeing';
};

const infected = {
  parts: [
    ['HIV', 'AIDS', '艾滋病'],
    ['tuberculosis', '结核病'],
  ],
  title:
    'Treatment outcome of an unselected cohort of tuberculosis patients in relation to human immunodeficiency virus (HIV) serostatus in Zomba Hospital, Malawi.',
  text: 'Among new patients, HIV-positive patients had higher death rates than HIV-negative patients (hazard ratio [HR] 2.5; 95% confidence interval [95% CI] 1.6-3.8).',
};
const inDementia = {
  parts: [
    ['antipsychotics', '抗精神病药'],
    ['dementia', '痴呆'],
  ],
  title: 'Risk of death with atypical antipsychotic drug treatment for dementia.',
  text: 'Atypical antipsychotic drugs may be associated with a small increased risk for death compared with placebo.',
};

const cases: readonly Case[] = [
  {
    ...infected,
    finding:
      'HIV-positive patients with tuberculosis had a higher risk of death than HIV-negative patients (HR 2.9, 95% CI 1.7 to 4.9).',
    side: 'agreeing',
  },
  {
    ...infected,
    finding: 'HIV阳性结核病患者死亡率高于HIV阴性者（HR 3.1，95%CI 1.8–5.2）。',
    side: 'agreeing',
  },
  {
    ...infected,
    finding: 'HIV阴性结核病患者的病死率低于HIV阳性患者（RR 0.40，95%CI 0.25–0.64）。',
    side: 'agreeing',
  },
  {
    ...infected,
    finding: 'HIV阳性结核病患者死亡率低于HIV阴性者（HR 0.40，95%CI 0.20–0.70）。',
    side: 'disagreeing',
  },
  {
    ...infected,
    finding:
      'HIV-uninfected patients with tuberculosis had lower mortality than HIV-infected patients (HR 0.4, 95% CI 0.2 to 0.6).',
    side: 'agreeing',
  },
  {
    ...infected,
    parts: [['HIV感染', 'HIV infection'], infected.parts[1] ?? []],
    finding: 'HIV阳性结核病患者死亡率高于HIV阴性者（HR 3.1，95%CI 1.8–5.2）。',
    side: 'agreeing',
  },
  {
    ...inDementia,
    finding:
      'Atypical antipsychotics did not raise mortality compared with placebo in 900 patients with dementia (OR 0.98, 95% CI 0.70 to 1.37).',
    side: 'disagreeing',
  },
  {
    ...inDementia,
    finding: '痴呆患者使用非典型抗精神病药与安慰剂相比并未增加死亡（OR 0.98，95%CI 0.70–1.37）。',
    side: 'disagreeing',
  },
  {
    parts: [['antihypertensive'], ['dialysis']],
    title: 'Effect of lowering blood pressure on mortality in patients on dialysis.',
    text: 'Blood pressure lowering treatment was associated with a lower risk of all-cause mortality (RR 0.80, 0.66-0.96; p=0.014).',
    finding:
      'Antihypertensive treatment did not reduce mortality in 300 dialysis patients (HR 1.05, 95% CI 0.70 to 1.50).',
    side: 'disagreeing',
  },
  {
    parts: [['statins'], ['cardiovascular']],
    title: 'The benefits of statins in people without established cardiovascular disease.',
    text: 'Treatment with statins significantly reduced the risk of all cause mortality (odds ratio 0.88, 95% confidence interval 0.81 to 0.96).',
    finding:
      'Statin therapy did not reduce all-cause mortality compared with placebo in 1,200 adults without cardiovascular disease (RR 0.98, 95% CI 0.80 to 1.20).',
    side: 'disagreeing',
  },
];

const compare = ({ parts, finding, title, text }: Omit<Case, 'side'>, label = 'CONCLUSIONS') => {
  const { principal, participants } = readFindings(finding);
  const article = anArticle('8801', { title, abstract: [{ label, text }] });
  return compareFindings({
    ...{ principal, participants, parts, articles: [article], units: [], studies: new Map() },
  });
};

describe('prior work on the outcome and the comparison of a finding', () => {
  for (const { side, ...given } of cases)
    it(`is compared in whatever words: ${given.finding}`, () => {
      assert.equal(compare(given)[side].length, 1);
    });

  it('is not compared if it is on another comparison', () => {
    for (const [finding, text] of [
      [
        'HIV阳性结核病患者死亡率高于HIV阴性者。',
        'Smear-positive patients had higher death rates than smear-negative patients (HR 2.5; 95% CI 1.6-3.8).',
      ],
      [
        'HIV-positive patients with tuberculosis had higher mortality than HIV-negative patients (HR 2.9, 95% CI 1.7 to 4.9).',
        'Older patients had higher death rates than younger patients (HR 2.5; 95% CI 1.6-3.8).',
      ],
    ] as const) {
      const { agreeing, disagreeing } = compare({ ...infected, finding, text });
      assert.deepEqual([agreeing, disagreeing], [[], []]);
    }
  });

  it('is a guess, and no finding, where a result says what may be', () => {
    const [given] = cases.filter(({ side, title }) => side === 'disagreeing' && title === inDementia.title);
    assert.ok(given);
    assert.equal(compare(given, 'BACKGROUND').disagreeing.length, 0);
  });
});
