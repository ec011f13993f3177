import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertSide,
  type DiscussedFindings,
  discussFindings,
} from '../../../testing/app/discuss-findings.ts';

type Sides = 'agreeing' | 'disagreeing' | 'neither';

const onAdhd = 'ADHD and obesity';
const onAdhdZh = '注意缺陷多动障碍与肥胖';
const onDementia = 'Antipsychotics and mortality in patients with dementia';
const onDementiaZh = '抗精神病药与痴呆患者的死亡率';
const users =
  'In our cohort of 3,150 patients with dementia, users of antipsychotics did not have higher mortality than non-users (HR 0.98, 95% CI 0.84-1.15).';
const usersZh = '在痴呆患者中，抗精神病药使用者的死亡率与非使用者相比无差异（HR 0.98，95% CI 0.84-1.15）。';

/** Findings with a record's sentence, and the side on which it belongs. */
const cases: readonly [kind: string, Sides, DiscussedFindings][] = [
  [
    'a subgroup compared with all',
    'neither',
    {
      question: onAdhd,
      findings: 'In medicated children, ADHD did not increase obesity (OR 0.98, 95% CI 0.70-1.37).',
      records: [[onAdhd, 'ADHD increased obesity in children (OR 1.40, 95% CI 1.20-1.70).']],
    },
  ],
  [
    'the same subgroup',
    'agreeing',
    {
      question: onAdhd,
      findings: 'In medicated children, ADHD did not increase obesity (OR 0.98, 95% CI 0.70-1.37).',
      records: [[onAdhd, 'ADHD did not increase obesity in medicated children.']],
    },
  ],
  [
    'a subgroup compared with all',
    'neither',
    {
      question: onAdhdZh,
      findings: '在女性中，注意缺陷多动障碍未增加肥胖风险（OR 0.98，95% CI 0.70-1.37）。',
      records: [[onAdhdZh, '注意缺陷多动障碍增加肥胖风险（OR 1.40，95% CI 1.20-1.70）。']],
    },
  ],
  [
    'the same subgroup',
    'disagreeing',
    {
      question: onAdhdZh,
      findings: '在女性中，注意缺陷多动障碍未增加肥胖风险（OR 0.98，95% CI 0.70-1.37）。',
      records: [[onAdhdZh, '在女性中，注意缺陷多动障碍增加肥胖风险（OR 1.40，95% CI 1.20-1.70）。']],
    },
  ],
  [
    'participants of whom the record says nothing',
    'neither',
    {
      question: 'Folic acid and stroke',
      findings:
        'We randomized 5,200 adults with hypertension to folic acid or placebo. Folic acid reduced stroke (HR 0.79, 95% CI 0.66-0.95).',
      records: [['Folic acid and stroke', 'Folic acid reduced stroke (RR 0.82, 95% CI 0.70-0.96).']],
    },
  ],
  [
    'participants of whom the record says nothing',
    'neither',
    {
      question: '叶酸与卒中',
      findings:
        '本研究纳入5200名高血压患者，随机分为叶酸组和安慰剂组。叶酸降低了卒中风险（HR 0.79，95% CI 0.66-0.95）。',
      records: [['叶酸与卒中', '叶酸降低了卒中风险（RR 0.82，95% CI 0.70-0.96）。']],
    },
  ],
  [
    'participants whom the record’s title names',
    'agreeing',
    {
      question: 'Folic acid and stroke',
      findings:
        'We randomized 5,200 adults with hypertension to folic acid or placebo. Folic acid reduced stroke (HR 0.79, 95% CI 0.66-0.95).',
      records: [
        [
          'Folic acid and stroke in adults with hypertension',
          'Folic acid reduced stroke (RR 0.82, 95% CI 0.70-0.96).',
        ],
      ],
    },
  ],
  [
    'non-use compared with other drugs',
    'neither',
    {
      question: onDementia,
      findings: users,
      records: [
        [
          onDementia,
          'Patients with dementia taking antipsychotics had higher mortality than patients taking nonantipsychotic medications.',
        ],
      ],
    },
  ],
  [
    'non-use compared with other drugs of the title',
    'neither',
    {
      question: onDementia,
      findings: users,
      records: [
        [
          'Mortality in patients with dementia taking antipsychotics versus valproate',
          'Antipsychotics increased mortality in patients with dementia.',
        ],
      ],
    },
  ],
  [
    'non-use',
    'disagreeing',
    {
      question: onDementia,
      findings: users,
      records: [[onDementia, 'Antipsychotics increased mortality in patients with dementia.']],
    },
  ],
  [
    'non-use compared with another drug',
    'neither',
    {
      question: onDementiaZh,
      findings: usersZh,
      records: [[onDementiaZh, '与丙戊酸相比，抗精神病药使痴呆患者的死亡率升高。']],
    },
  ],
  [
    'non-use',
    'disagreeing',
    {
      question: onDementiaZh,
      findings: usersZh,
      records: [[onDementiaZh, '抗精神病药使痴呆患者的死亡率升高。']],
    },
  ],
];

describe('findings and prior work with conditions', () => {
  for (const [kind, side, given] of cases)
    it(`are compared only in the same people against the same: ${kind}, ${side}: ${given.question}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { comparison } = await discussFindings(t, given);
      assertSide(comparison, side);
    });

  for (const [question, finding] of [
    [
      'In our trial of 240 adults with osteoarthritis, duloxetine reduced pain compared with placebo (OR 0.60, 95% CI 0.40-0.90). Discuss.',
      'duloxetine reduced pain compared with placebo',
    ],
    [
      '在我们的240例骨关节炎患者的随机试验中，度洛西汀降低了疼痛评分（P=0.01）。请讨论。',
      '度洛西汀降低了疼痛评分',
    ],
    ['Duloxetine in osteoarthritis', undefined],
    ['How does duloxetine reduce pain in osteoarthritis?', undefined],
    ['度洛西汀治疗骨关节炎', undefined],
  ] as const)
    it(`are read from the question if it reports them, ${finding !== undefined}: ${question}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { principal, conclusion } = await discussFindings(t, { question, records: [] });
      const isMissing = /No findings were provided|未提供研究结果/.test(principal);
      assert.equal(isMissing, finding === undefined, principal);
      if (finding) for (const part of [principal, conclusion]) assert.ok(part.includes(finding), part);
      assert.doesNotMatch(principal, /Discuss\.|请讨论/);
    });

  for (const [question, title, result] of [
    [
      'We found that aspirin lowered mortality in our registry cohort of 1,121 patients with colorectal cancer (HR 0.81; 95% CI 0.69 to 0.96; 212 deaths).',
      'Aspirin in patients with colorectal cancer',
      'In patients with colorectal cancer, aspirin lowered mortality (HR 0.75, 95% CI 0.60-0.90).',
    ],
    [
      '我们的多中心登记队列纳入1121例结直肠癌患者，阿司匹林降低了死亡率（HR 0.81，95%CI 0.69～0.96，死亡212例）。',
      '阿司匹林用于结直肠癌患者',
      '在结直肠癌患者中，阿司匹林降低了死亡率（HR 0.75，95%CI 0.60～0.90）。',
    ],
  ] as const)
    it(`are searched for without figures and words for the study if the question reports them: ${question}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { comparison } = await discussFindings(t, { question, records: [[title, result]] });
      assert.ok(comparison.includes(result), comparison);
    });
});
