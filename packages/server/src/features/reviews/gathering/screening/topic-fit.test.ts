import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../../testing/app/review-app.ts';

type Row = readonly [title: string, abstract: string];

/** Records on the topics in words of their own, which rules do not recognize as every part of them. */
const onStarch: readonly Row[] = [
  [
    'Hydroxyethyl starch and kidney injury after cardiac operations.',
    'We compared hydroxyethyl starch with albumin in 300 patients. Hydroxyethyl starch led to more renal replacement therapy after the operation.',
  ],
  [
    'Harms of hydroxyethyl starch in critically ill adults: a meta-analysis.',
    'Trials of hydroxyethyl starch in intensive care were pooled. Mortality and transfusion were higher with hydroxyethyl starch.',
  ],
];
const onClock: readonly Row[] = [
  [
    'The circadian clock gene BMAL1 and tumor growth in colorectal cancer.',
    'Expression of circadian clock genes was measured in 120 tumors. Low BMAL1 was associated with faster tumor growth and poor survival.',
  ],
  [
    'Enhancing circadian clock function slows the growth of cancer cells.',
    'Activating the circadian clock inhibited tumor growth. Patients whose tumors kept their circadian rhythm survived longer.',
  ],
];
const parts = ['the knee', 'the shoulder', 'the wrist', 'the ankle', 'the jaw', 'the foot', 'the hand'];
const conditions = ['Fractures', 'Arthritis', 'Sprains', 'Tendon tears'];
/** Enough other records to compare with. */
const others: readonly Row[] = parts.flatMap((part) =>
  conditions.map((condition, at): Row => {
    const seen = `${20 + 7 * at + part.length} patients`;
    return [
      `${condition} of ${part} after falls.`,
      `${condition} of ${part} were seen in ${seen}. Surgery was rare, and smoking and tumors were recorded.`,
    ];
  }),
);

describe('the fit of a record to the topic as a whole', () => {
  const included = async (
    t: Parameters<typeof buildReviewApp>[0],
    question: string,
    rows: readonly Row[],
  ) => {
    const articles = rows.map(([title, text], at) =>
      anArticle(`72${100 + at}`, { title, abstract: [{ text }], mesh: [] }),
    );
    const { post } = await buildReviewApp(t, { articles });
    const reply = await post('expert', { question, include: ['screening'] });
    const { screening = [] } = reply.json() as ReviewResponse;
    return screening
      .filter(({ decision }) => decision === 'included')
      .map(({ title }) => title)
      .sort();
  };
  const titles = (rows: readonly Row[]) => rows.map(([title]) => title).sort();

  for (const [question, on] of [
    ['Is hydroxyethyl starch safe to give during surgery or in the ICU?', onStarch],
    ['羟乙基淀粉在手术中或重症监护中使用是否安全', onStarch],
    ['Circadian clock genes, tumor growth and prognosis', onClock],
    ['生物钟基因与肿瘤生长、预后的关系', onClock],
  ] as const)
    it(`includes those on it in words of their own: ${question}`, async (t) => {
      assert.deepEqual(await included(t, question, [...on, ...others]), titles(on));
    });

  for (const question of ['Drugs that help people quit smoking', '帮助戒烟的药物'])
    it(`excludes one that only mentions its words: ${question}`, async (t) => {
      const onDrugs: readonly Row[] = [
        [
          'Varenicline for smoking cessation: a randomized trial.',
          'We gave varenicline or placebo to 300 smokers. Varenicline helped people to quit smoking: after a year 22% of them had stopped, and 9% with placebo.',
        ],
      ];
      const onDisease: readonly Row[] = [
        [
          'Chronic obstructive pulmonary disease: epidemiology, mortality and heterogeneity.',
          'Chronic obstructive pulmonary disease continues to cause a heavy burden of death and disability. Its prevalence rises with age. Airflow obstruction defines it, and emphysema and chronic bronchitis vary between patients. Smoking cessation and drugs for breathlessness are the measures that help people most. Exacerbations and heart disease are frequent causes of death. The burden differs between countries, and is underestimated where spirometry is rare. Women are affected as often as men. Comorbidity and frailty worsen the outlook, and phenotypes with different courses have been described.',
        ],
      ];
      assert.deepEqual(await included(t, question, [...onDrugs, ...onDisease, ...others]), titles(onDrugs));
    });

  /** Records on a part of the topics, with little else in them. */
  const onPart: readonly Row[] = [
    [
      'Sleep, melatonin and the circadian regulation of sleep.',
      'We aimed to describe how melatonin regulates sleep. Sleep was recorded on 24 nights. Sleep began with the rise of melatonin, and the structure of sleep followed the circadian rhythm. Sleep depends on melatonin.',
    ],
    [
      'Role of a protein kinase in the action of metformin.',
      'Metformin is widely used, with no defined cellular mechanism of action. Here we report that metformin activates a protein kinase in liver cells. Metformin lowered the production of glucose. The kinase explains the action of metformin.',
    ],
    [
      'Maternal obesity and the feeding of obese children.',
      'We aimed to determine whether maternal obesity influences childhood obesity. 66 obese children and their mothers ate a meal. Obese children of mothers with obesity ate faster. Maternal obesity may add to childhood obesity.',
    ],
  ];
  const pairs: readonly (readonly [questions: readonly string[], on: Row])[] = [
    [
      ['Sleep and mortality', '睡眠与死亡率'],
      [
        'Sleep and mortality of adults.',
        'We aimed to determine whether sleep predicts mortality. 900 adults were followed. Short sleep was associated with mortality (hazard ratio 1.40, 95% CI 1.10 to 1.80). Sleep predicts mortality.',
      ],
    ],
    [
      ['Metformin and cancer', '二甲双胍与癌症'],
      [
        'Metformin and cancer in diabetes.',
        'We aimed to determine whether metformin prevents cancer. 900 adults took metformin. Metformin was associated with less cancer. Metformin may prevent cancer.',
      ],
    ],
    [
      ['Breastfeeding and childhood obesity', '母乳喂养与儿童肥胖'],
      [
        'Breastfeeding and childhood obesity.',
        'We aimed to determine whether breastfeeding prevents childhood obesity. 900 children were weighed. Breastfeeding was associated with less obesity in children. Breastfeeding may prevent childhood obesity.',
      ],
    ],
  ];
  for (const [questions, on] of pairs)
    for (const question of questions)
      it(`excludes one that holds only a part of it: ${question}`, async (t) => {
        assert.deepEqual(await included(t, question, [on, ...onPart, ...others]), titles([on]));
      });

  for (const question of ['Insulin therapy in type 2 diabetes', '2型糖尿病的胰岛素治疗'])
    it(`excludes one on the hormone, where it is the treatment: ${question}`, async (t) => {
      const on: Row = [
        'Insulin therapy in type 2 diabetes: a trial.',
        'We aimed to compare two regimens of insulin therapy. 300 patients with type 2 diabetes received insulin. Insulin therapy was safe in type 2 diabetes.',
      ];
      const off: Row = [
        'Type 2 diabetes: why and when to use a tablet for early insulin secretion in treatment of type 2 diabetes.',
        'We aimed to describe a tablet for the treatment of type 2 diabetes. The tablet raises early insulin secretion in type 2 diabetes. Treatment of type 2 diabetes with the tablet raised the secretion of insulin.',
      ];
      assert.deepEqual(await included(t, question, [on, off, ...others]), titles([on]));
    });

  /** Records with every word of the topics. */
  const near: readonly Row[] = [
    'Genes of the growth plate and prognosis after falls.',
    'The growth of genes and tumor genes after falls: prognosis and circadian rhythm of the clock gene.',
  ].map((title) => [
    title,
    'Clock genes of tumor growth were not seen. Prognosis of tumors was recorded with circadian rhythm.',
  ]);
  for (const [question, title, text] of [
    [
      'Circadian clock genes, tumor growth and prognosis',
      'Night work and colorectal tumors.',
      'Tumors of nurses were examined. Circadian clock genes slowed growth.',
    ],
    [
      '生物钟基因与肿瘤生长、预后的关系',
      'Night work and tumor growth.',
      'Circadian clock genes were measured in 120 tumors. Growth was slower with the genes, and the prognosis better.',
    ],
  ] as const)
    it(`includes one that fits less where there are too few for a review: ${question}`, async (t) => {
      const row: Row = [title, text];
      const few = await included(t, question, [row, ...near, ...others]);
      assert.ok(few.includes(title));
      const third: Row = ['Circadian clock genes in bowel tumor growth.', onClock[0]?.[1] ?? ''];
      const many = await included(t, question, [row, ...onClock, third, ...near, ...others]);
      assert.equal(many.includes(title), false);
    });

  it('is not judged among a few records, which only the rules decide', async (t) => {
    const question = 'Is hydroxyethyl starch safe to give during surgery or in the ICU?';
    assert.deepEqual(await included(t, question, [...onStarch, ...others.slice(0, 3)]), []);
  });
});
