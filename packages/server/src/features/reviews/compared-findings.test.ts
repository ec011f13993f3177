import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DiscussedFindings, discussFindings } from '../../testing/app/discuss-findings.ts';

type Given = DiscussedFindings & { findings: string };

const sides = /\*\*(?:Finding \d: )?(?:dis)?agreeing\*\*|\*\*(?:结果\d：)?(?:不)?一致\*\*/i;
const contradiction = /contradict each other|相互矛盾/;

const onDialysis = 'Blood pressure lowering in dialysis patients';
const onDialysisZh = '降压治疗与透析患者';
const onObesity = 'Obesity and survival in peritoneal dialysis patients';
const onObesityZh = '肥胖与腹膜透析患者的生存';
const onMigraine = 'Migraine and stroke';
const onMigraineZh = '偏头痛与卒中';
const onSurgery = 'Bariatric surgery and depression';
const onSurgeryZh = '减重手术与抑郁';

/** Records that must not be compared with the finding, by the kind of their sentence. */
const notCompared: readonly [kind: string, Given][] = [
  [
    'a risk factor that the treatment lowers',
    {
      question: onDialysis,
      findings: 'Blood pressure lowering increased syncope in dialysis patients (RR 1.30; 95% CI 1.05-1.60).',
      records: [[onDialysis, 'Weighted mean blood pressure was 4.5 mm Hg lower in dialysis patients.']],
    },
  ],
  [
    'a risk factor that the treatment lowers, in Chinese',
    {
      question: onDialysisZh,
      findings: '降压治疗增加了透析患者的晕厥（RR 1.30，95%CI 1.05-1.60）。',
      records: [['降压治疗与透析患者的预后', '透析患者的血压降低4.5 mmHg。']],
    },
  ],
  [
    'a prevalence and a correlation',
    {
      question: onSurgery,
      findings:
        'Bariatric surgery was associated with lower rates of depression (OR 0.60; 95% CI 0.45-0.80).',
      records: [
        [
          'Depression among candidates for bariatric surgery',
          'Among candidates for bariatric surgery the most common condition was depression (19% [95% CI, 14%-25%]).',
          'After bariatric surgery, weight loss correlated with improvements in depression.',
        ],
      ],
    },
  ],
  [
    'a prevalence and a correlation, in Chinese',
    {
      question: onSurgeryZh,
      findings: '减重手术后抑郁患病率下降（OR 0.60，95%CI 0.45-0.80）。',
      records: [
        [
          '减重手术候选者的抑郁',
          '减重手术候选者的抑郁患病率为19%。',
          '减重手术后体重下降与抑郁改善呈正相关。',
        ],
      ],
    },
  ],
  [
    'an aim, a hypothesis, a recommendation and a mechanism',
    {
      question: onDialysis,
      findings:
        'Blood pressure lowering increased mortality in dialysis patients (HR 1.35; 95% CI 1.08-1.70).',
      records: [
        [
          onDialysis,
          'We examined whether blood pressure lowering reduces mortality in dialysis patients.',
          'Blood pressure lowering might reduce mortality in dialysis patients.',
          'Blood pressure lowering should routinely be considered in dialysis patients to reduce mortality.',
          'The mechanisms by which blood pressure lowering reduces mortality in dialysis patients are reviewed.',
        ],
      ],
    },
  ],
  [
    'an aim, a hypothesis and a recommendation, in Chinese',
    {
      question: onDialysisZh,
      findings: '降压治疗升高透析患者的死亡率（HR 1.35，95%CI 1.08-1.70）。',
      records: [
        [
          '降压治疗与透析患者的死亡率',
          '探讨降压治疗是否降低透析患者的死亡率。',
          '降压治疗可能降低透析患者的死亡率。',
          '建议采用降压治疗以降低透析患者的死亡率。',
        ],
      ],
    },
  ],
  [
    'a subgroup',
    {
      question: onMigraine,
      findings: 'Migraine was not associated with stroke (RR 1.05; 95% CI 0.90-1.20).',
      records: [
        [onMigraine, 'Migraine increased the risk of stroke only in women who had migraine with aura.'],
        [onMigraine, 'Migraine increased the risk of stroke in women aged 20-40 years.'],
      ],
    },
  ],
  [
    'a subgroup, in Chinese',
    {
      question: onMigraineZh,
      findings: '偏头痛与卒中无关（RR 1.05，95%CI 0.90-1.20）。',
      records: [[onMigraineZh, '在老年女性中，偏头痛使卒中风险升高。']],
    },
  ],
  [
    'another population',
    {
      question: onObesity,
      findings:
        'Among hemodialysis patients, obesity was associated with higher mortality (HR 1.20; 95% CI 1.05-1.38).',
      records: [[onObesity, 'Obese peritoneal dialysis patients had longer survival.']],
    },
  ],
  [
    'another population, in Chinese',
    {
      question: onObesityZh,
      findings: '血液透析患者中肥胖者死亡风险较高（HR 1.20，95%CI 1.05-1.38）。',
      records: [[onObesityZh, '肥胖的腹膜透析患者生存期更长。']],
    },
  ],
  [
    'another comparator',
    {
      question: onSurgery,
      findings:
        'Bariatric surgery did not reduce depression compared with psychotherapy (OR 1.02; 95% CI 0.80-1.30).',
      records: [[onSurgery, 'Bariatric surgery reduced depression compared with exercise training.']],
    },
  ],
  [
    'an effect limited to a time',
    {
      question: onMigraine,
      findings: 'Migraine was not associated with stroke (RR 1.05; 95% CI 0.90-1.20).',
      records: [[onMigraine, 'Migraine increased the risk of stroke during pregnancy.']],
    },
  ],
  [
    'an unproven claim',
    {
      question: onMigraine,
      findings: 'Migraine increased the risk of stroke (RR 1.8; 95% CI 1.3-2.4).',
      records: [[onMigraine, 'There is little evidence that migraine increases the risk of stroke.']],
    },
  ],
  [
    'a result that neither of two treatments had',
    {
      question: onDialysis,
      findings: 'Blood pressure lowering did not reduce stroke in dialysis patients.',
      records: [
        [onDialysis, 'Blood pressure lowering reduced neither stroke nor death in dialysis patients.'],
      ],
    },
  ],
  [
    'a composite of several outcomes',
    {
      question: onDialysis,
      findings: 'Blood pressure lowering increased stroke in dialysis patients.',
      records: [[onDialysis, 'Blood pressure lowering reduced stroke or death in dialysis patients.']],
    },
  ],
];

/** Findings with the side of the record's sentence. */
const compared: readonly [kind: string, side: 'agreeing' | 'disagreeing', Given][] = [
  ...(
    [
      ['agreeing', 'Obese peritoneal dialysis patients had lower mortality (HR 0.80; 95% CI 0.70-0.92).'],
      ['disagreeing', 'Obese peritoneal dialysis patients had higher mortality (HR 1.28; 95% CI 1.05-1.56).'],
    ] as const
  ).map(([side, findings]): (typeof compared)[number] => [
    'survival against mortality',
    side,
    {
      question: onObesity,
      findings,
      records: [[onObesity, 'Obese peritoneal dialysis patients had longer survival.']],
    },
  ]),
  ...(
    [
      ['agreeing', '肥胖的腹膜透析患者死亡风险较低（HR 0.80，95%CI 0.70-0.92）。'],
      ['agreeing', '肥胖的腹膜透析患者生存期更长（HR 0.80，95%CI 0.70-0.92）。'],
      ['disagreeing', '肥胖的腹膜透析患者死亡风险较高（HR 1.28，95%CI 1.05-1.56）。'],
    ] as const
  ).map(([side, findings]): (typeof compared)[number] => [
    'survival against mortality, in Chinese',
    side,
    { question: onObesityZh, findings, records: [[onObesityZh, '肥胖的腹膜透析患者生存期更长。']] },
  ]),
  [
    'a paper’s own ratio against its recommendation',
    'disagreeing',
    {
      question: onDialysis,
      findings:
        'Blood pressure lowering increased mortality in dialysis patients (HR 1.35; 95% CI 1.08-1.70).',
      records: [
        [
          onDialysis,
          'Blood pressure lowering should be considered in dialysis patients to reduce mortality.',
          'Blood pressure lowering was associated with lower risks of stroke (RR 0.71, 95% CI 0.55-0.92) and mortality (RR 0.80, 95% CI 0.66-0.96).',
        ],
      ],
    },
  ],
];

describe('findings compared with prior work', () => {
  for (const [kind, given] of notCompared)
    it(`are not compared with ${kind}`, { tags: ['ask_stream.mode.discussion'] }, async (t) => {
      const { comparison, conclusion } = await discussFindings(t, given);
      assert.doesNotMatch(comparison, sides);
      assert.match(comparison, /\*\*Not compared with prior work\*\*|\*\*未与既往研究比较\*\*/);
      assert.ok(comparison.includes(given.findings), comparison);
      assert.doesNotMatch(conclusion, /No prior study|未找到/);
    });

  for (const [kind, side, given] of compared)
    it(`are compared on one outcome: ${kind}, ${side}: ${given.findings}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { comparison, conclusion } = await discussFindings(t, given);
      const isAgreeing = side === 'agreeing';
      assert.match(
        comparison,
        isAgreeing ? /\*\*Agreeing\*\*|\*\*一致\*\*/ : /\*\*Disagreeing\*\*|\*\*不一致\*\*/,
      );
      assert.match(
        conclusion,
        isAgreeing
          ? /1 study agrees, 0 disagree|一致 1 项，不一致 0 项/
          : /0 studies agree, 1 disagrees|一致 0 项，不一致 1 项/,
      );
      const quoted = comparison.split(/\*\*On the same outcome|\*\*同一结局/)[0] ?? '';
      assert.doesNotMatch(quoted, /should be considered/);
    });

  for (const [given, both] of [
    [
      {
        question: onMigraine,
        findings: 'Migraine increased the risk of stroke (RR 1.8; 95% CI 1.3-2.4).',
        records: [
          [
            onMigraine,
            'Migraine increased the risk of stroke (RR 1.6, 95% CI 1.2-2.1).',
            'Migraine was not associated with stroke (RR 1.02, 95% CI 0.90-1.15).',
          ],
        ],
      },
      /\(compare \[1\], which reports both\)/,
    ],
    [
      {
        question: onMigraineZh,
        findings: '偏头痛使卒中风险升高（RR 1.8，95%CI 1.3-2.4）。',
        records: [
          [
            onMigraineZh,
            '偏头痛使卒中风险升高（RR 1.6，95%CI 1.2-2.1）。',
            '偏头痛与卒中无关（RR 1.02，95%CI 0.90-1.15）。',
          ],
        ],
      },
      /（\[1\] 对此报道了两种结果）/,
    ],
  ] as const)
    it(`are not compared with a paper that states both directions: ${given.findings}`, async (t) => {
      const { comparison } = await discussFindings(t, given);
      assert.doesNotMatch(comparison, sides);
      assert.match(comparison, both);
    });

  for (const [findings, isContradiction] of [
    [
      'Blood pressure lowering reduced stroke in dialysis patients. Blood pressure lowering increased syncope in dialysis patients.',
      false,
    ],
    [
      'Blood pressure lowering reduced stroke in dialysis patients. Blood pressure lowering did not affect mortality in dialysis patients.',
      false,
    ],
    [
      'Blood pressure lowering reduced stroke in men on dialysis. Blood pressure lowering increased stroke in women on dialysis.',
      false,
    ],
    [
      'Blood pressure lowering reduced mortality in dialysis patients. High blood pressure increased mortality in dialysis patients.',
      false,
    ],
    [
      'Blood pressure lowering reduced stroke in dialysis patients. Blood pressure lowering increased stroke in dialysis patients.',
      true,
    ],
    ['降压治疗降低了透析患者的卒中风险。降压治疗增加了透析患者的晕厥。', false],
    ['降压治疗降低了透析患者的死亡率。降压治疗缩短了透析患者的生存期。', true],
    ['降压治疗降低了男性透析患者的死亡率。降压治疗升高了女性透析患者的死亡率。', false],
  ] as const)
    it(`contradict each other only on the same outcome, exposure and population: ${findings}`, async (t) => {
      const zh = /\p{Script=Han}/u.test(findings);
      const { comparison, conclusion } = await discussFindings(t, {
        question: zh ? onDialysisZh : onDialysis,
        findings,
        records: zh
          ? [['降压治疗与透析患者的卒中', '降压治疗降低了透析患者的卒中风险。']]
          : [[onDialysis, 'Blood pressure lowering reduced stroke in dialysis patients.']],
      });
      assert.equal(contradiction.test(comparison), isContradiction, comparison);
      assert.equal(contradiction.test(conclusion), isContradiction);
      // Each of them is accounted for in both parts.
      for (const name of zh ? ['结果1', '结果2'] : ['Finding 1', 'Finding 2'])
        for (const part of [comparison, conclusion]) assert.ok(part.includes(name), part);
    });

  for (const [findings, limit] of [
    [
      'Exercise training worsened self-reported health status (difference -2.1; 95% CI -3.5 to -0.7).',
      undefined,
    ],
    [
      'Exercise training improved health status. A limitation is that health status was self-reported.',
      'A limitation is that',
    ],
    ['运动训练降低了自我报告的健康状况评分。', undefined],
    ['运动训练改善了健康状况。本研究的局限性是健康状况为自我报告。', '本研究的局限性是'],
  ] as const)
    it(`are limitations only if labeled so: ${findings}`, async (t) => {
      const zh = /\p{Script=Han}/u.test(findings);
      const question = zh ? '运动训练与心力衰竭' : 'Exercise training in heart failure';
      const { limits } = await discussFindings(t, {
        question,
        findings,
        records: [[question, 'Exercise training was safe in heart failure.']],
      });
      if (limit) assert.ok(limits.includes(limit), limits);
      else assert.doesNotMatch(limits, /“/);
    });

  for (const [question, records, said, not] of [
    [
      'Antidepressants and falls in older people',
      [['Antidepressant use in pregnancy', 'Antidepressant use was common.']],
      /Records were found, but none was identified as covering the whole topic/,
      /No prior study/,
    ],
    [
      'Antidepressants and falls in older people',
      [],
      /No prior study on this topic was found/,
      /Records were found/,
    ],
    [
      '抗抑郁药与老年人跌倒',
      [['孕期使用抗抑郁药', '抗抑郁药的使用较普遍。']],
      /检索到了记录，但没有一条/,
      /未找到/,
    ],
    ['抗抑郁药与老年人跌倒', [], /未找到涉及该主题的既往研究/, /检索到了记录/],
  ] as const)
    it(`lack prior work only if no record of the topic was found: ${question}, ${records.length}`, async (t) => {
      const findings = /\p{Script=Han}/u.test(question)
        ? '抗抑郁药降低了老年人跌倒的风险。'
        : 'Antidepressants lowered the risk of falls in older people.';
      const { comparison, conclusion } = await discussFindings(t, { question, findings, records });
      for (const part of [comparison, conclusion]) {
        assert.match(part, said);
        assert.doesNotMatch(part, not);
      }
    });
});
