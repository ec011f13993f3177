import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertSide,
  type DiscussedFindings,
  discussFindings,
} from '../../../testing/app/discuss-findings.ts';

type Sides = 'agreeing' | 'disagreeing' | 'neither';

const onStiffness = 'Aortic stiffness and hypertension';
const onPreterm = 'Depression during pregnancy and preterm birth';
const onDiabetes = 'Type 1 diabetes in pregnancy';
const onVitamin = '维生素D缺乏与骨折';
const unrelated =
  'In our cohort of 2,860 pregnant women, depression during pregnancy was not associated with preterm birth (OR 1.04, 95% CI 0.82-1.32).';

/** Findings with a record's sentence, and the side on which it belongs. */
const cases: readonly [kind: string, Sides, DiscussedFindings][] = [
  [
    'an association whose direction is that of its ratio',
    'agreeing',
    {
      question: 'Migraine and brain infarcts',
      findings:
        'In our study of 800 adults, migraine was associated with brain infarcts (OR 2.9, 95% CI 1.3-6.5).',
      records: [
        [
          'Migraine and brain infarcts',
          'Migraine was the only headache type associated with brain infarcts (OR 3.4, 95% CI 1.2-9.3).',
        ],
      ],
    },
  ],
  [
    'an association whose ratio includes 1',
    'disagreeing',
    {
      question: 'Migraine and brain infarcts',
      findings:
        'In our study of 800 adults, migraine was associated with brain infarcts (OR 2.9, 95% CI 1.3-6.5).',
      records: [
        [
          'Migraine and brain infarcts',
          'Overall, no significant association was found between migraine and brain infarcts (OR 1.1, 95% CI 0.8-1.5).',
        ],
      ],
    },
  ],
  [
    'an association and its denial',
    'disagreeing',
    {
      question: onVitamin,
      findings: '在我们的900名成人的队列中，维生素D缺乏与骨折无关（OR 1.02，95% CI 0.85-1.22）。',
      records: [[onVitamin, '维生素D缺乏与骨折风险升高相关（OR 1.60，95% CI 1.20-2.10）。']],
    },
  ],
  [
    'associations of two outcomes in one sentence',
    'agreeing',
    {
      question: onVitamin,
      findings:
        '维生素D缺乏与骨折风险升高相关（OR 1.60，95% CI 1.20-2.10），与肾结石无关（OR 1.02，95% CI 0.75-1.39）。',
      records: [[onVitamin, '维生素D缺乏与骨折风险升高相关（OR 1.40，95% CI 1.10-1.80）。']],
    },
  ],
  [
    'an outcome whose name ends like a time',
    'agreeing',
    {
      question: '叶酸与子痫前期',
      findings: '叶酸降低了子痫前期风险（OR 0.70，95% CI 0.55-0.89）。',
      records: [
        ['叶酸与子痫前期', 'Folic acid reduced the risk of preeclampsia (OR 0.61, 95% CI 0.43-0.87).'],
      ],
    },
  ],
  [
    'an amount of the exposure, which is no effect on it',
    'disagreeing',
    {
      question: onStiffness,
      findings:
        'In our cohort of 1,600 adults, higher aortic stiffness was not associated with incident hypertension (OR 1.04, 95% CI 0.90-1.20).',
      records: [
        [
          onStiffness,
          'Higher aortic stiffness was associated with incident hypertension (OR 1.50, 95% CI 1.20-1.90).',
        ],
      ],
    },
  ],
  [
    'an effect of another thing on the exposure',
    'neither',
    {
      question: onStiffness,
      findings:
        'In our cohort of 1,600 adults, higher aortic stiffness was not associated with incident hypertension (OR 1.04, 95% CI 0.90-1.20).',
      records: [
        [onStiffness, 'Blood pressure was not associated with the risk of progressive aortic stiffening.'],
      ],
    },
  ],
  [
    'an outcome that the record calls by its short form',
    'disagreeing',
    {
      question: onPreterm,
      findings: unrelated,
      records: [
        [
          'Depression during pregnancy and the risk of preterm birth (PTB)',
          'Depression during pregnancy increased PTB and stillbirth.',
        ],
      ],
    },
  ],
  [
    'an association that was only looked for',
    'neither',
    {
      question: onPreterm,
      findings: unrelated,
      records: [
        [onPreterm, 'We examined the association between depression during pregnancy and preterm birth.'],
      ],
    },
  ],
  [
    'birth weight and low birth weight',
    'neither',
    {
      question: 'Depression during pregnancy and birth weight',
      findings:
        'Depression during pregnancy was associated with low birth weight (OR 1.45, 95% CI 1.10-1.91).',
      records: [
        [
          'Depression during pregnancy and birth weight',
          'Depression during pregnancy was associated with higher birth weight.',
        ],
      ],
    },
  ],
  [
    'a further outcome of a list with a ratio each',
    'agreeing',
    {
      question: onDiabetes,
      findings:
        'In our cohort of 210 women with type 1 diabetes, preterm birth was more common than in women without diabetes (OR 4.1, 95% CI 2.9-5.8).',
      records: [
        [
          onDiabetes,
          'Women with type 1 diabetes were more likely to have had a caesarean delivery (OR 4.6, 95% CI 3.1-7.0) or a pre-term birth (OR 6.7, 95% CI 4.5-10.0).',
        ],
      ],
    },
  ],
  [
    'an increase that did not occur',
    'disagreeing',
    {
      question: 'Ticagrelor and bleeding',
      findings: 'Ticagrelor increased bleeding compared with clopidogrel (HR 1.40, 95% CI 1.10-1.78).',
      records: [
        [
          'Ticagrelor versus clopidogrel in adults',
          'Ticagrelor, when compared with clopidogrel, reduced infarction without an increase in bleeding.',
        ],
      ],
    },
  ],
  [
    'two outcomes of one thing, of which neither is the exposure',
    'neither',
    {
      question: 'Stroke and mortality',
      findings: 'Stroke was not associated with mortality (HR 1.02, 95% CI 0.85-1.22).',
      records: [['Stroke and mortality', 'Smoking was one of the risk factors of stroke and mortality.']],
    },
  ],
  [
    'names that differ only in a figure',
    'neither',
    {
      question: 'Type 1 diabetes and breast cancer',
      findings: 'Type 1 diabetes was not associated with breast cancer (HR 0.98, 95% CI 0.75-1.28).',
      records: [
        [
          'Diabetes and breast cancer',
          'Type 2 diabetes was associated with breast cancer (HR 1.17, 95% CI 1.01-1.35).',
        ],
      ],
    },
  ],
  [
    'names that differ only in a letter',
    'neither',
    {
      question: '维生素C与骨折',
      findings: '维生素C降低了骨折风险（HR 0.70，95% CI 0.55-0.89）。',
      records: [['维生素与骨折', '维生素D降低了骨折风险（HR 0.80，95% CI 0.70-0.92）。']],
    },
  ],
  [
    'adults and children',
    'neither',
    {
      question: 'Dexamethasone and bleeding',
      findings:
        'In our trial of 420 adults, dexamethasone did not increase bleeding (RR 1.02, 95% CI 0.80-1.30).',
      records: [['Dexamethasone and bleeding in children', 'Dexamethasone increased bleeding.']],
    },
  ],
  [
    'a record that is not on all of the topic',
    'agreeing',
    {
      question: 'Aspirin and recurrence of colorectal adenomas in the prevention of cancer',
      findings: 'Aspirin reduced recurrent adenoma compared with placebo (RR 0.74, 95% CI 0.58-0.95).',
      records: [
        [
          'A trial of aspirin to prevent colorectal adenomas',
          'The adjusted relative risk of any recurrent adenoma in the aspirin group, as compared with the placebo group, was 0.65 (95% CI 0.46 to 0.91).',
        ],
      ],
    },
  ],
];

describe('comparisons of a discussion without a model', () => {
  for (const [kind, side, given] of cases)
    it(`are made where both sides are bound to one outcome: ${kind}, ${side}: ${given.question}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { comparison } = await discussFindings(t, given);
      assertSide(comparison, side);
    });

  for (const [question, title, kept, counted] of [
    [
      'Malaria in children',
      'Blood counts of children with malaria',
      'In children, malaria lowered platelet counts (P = 0.01).',
      'Six hundred and ninety five children with malaria participated in the study.',
    ],
    ['儿童疟疾', '疟疾儿童的血细胞计数', '疟疾使儿童血小板减少。', '本研究共纳入640名疟疾儿童。'],
  ] as const)
    it(`quote as prior work on the topic no counts of participants: ${question}`, async (t) => {
      const { comparison } = await discussFindings(t, {
        question,
        records: [[title, kept, counted]],
      });
      assert.ok(comparison.includes(kept), comparison);
      assert.ok(!comparison.includes(counted), comparison);
    });

  for (const [question, findings, same, others] of [
    [
      'Tamoxifen and breast cancer',
      'Tamoxifen for ten years raised breast cancer mortality (RR 1.20, 95% CI 1.05-1.37).',
      'Breast cancer mortality with tamoxifen was 12% in those who continued and 15% in the others.',
      [
        'Tamoxifen changed serum metabolites in breast cancer (P = 0.01).',
        'Tamoxifen lowered the adhesion of breast cancer cells.',
      ],
    ],
    [
      'Statins and mortality',
      'Statins lowered mortality in adults (RR 0.80, 95% CI 0.70-0.91).',
      'Mortality with statins was 5% in those who continued and 7% in the others.',
      ['CVD mortality with statins was 2% in those who continued and 3% in the others.'],
    ],
    [
      '他莫昔芬与乳腺癌',
      '十年他莫昔芬使乳腺癌患者的死亡率升高（RR 1.20，95%CI 1.05-1.37）。',
      '乳腺癌患者继续服用他莫昔芬者的死亡率为12%，其余患者为15%。',
      ['他莫昔芬改变乳腺癌患者的血清代谢物（P=0.01）。', '他莫昔芬降低乳腺癌细胞的黏附。'],
    ],
  ] as const)
    it(`quote literature on the outcome of a finding, and none on others: ${question}`, async (t) => {
      const records = [same, ...others].map((text) => [question, text] as const);
      const { comparison, conclusion } = await discussFindings(t, { question, findings, records });
      assert.ok(comparison.includes(same), comparison);
      assert.match(comparison, /\*\*On the same outcome, but not compared\*\*|\*\*同一结局，未作比较\*\*/);
      for (const other of others) assert.ok(!`${comparison}${conclusion}`.includes(other), comparison);
      // Without a sentence on it, nothing is said.
      const alone = await discussFindings(t, { question, findings, records: records.slice(1) });
      assert.match(
        alone.comparison,
        /No sentence found in prior work could be compared|没有可与所给结果比较的句子/,
      );
      for (const other of others) assert.ok(!alone.comparison.includes(other), alone.comparison);
    });
});
