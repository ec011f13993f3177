import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse, ScreenedRecord } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../testing/app/review-app.ts';

type Row = [title: string, abstract: string];

const reporting: readonly Row[] = [
  [
    'Exercise training in heart failure.',
    'We randomized 200 patients with heart failure. The KCCQ score was better with exercise. Exercise improved patient-reported health status in heart failure.',
  ],
  [
    'Quality of life in advanced heart failure.',
    'Patients with heart failure were asked. Depression explained most of their scores.',
  ],
  [
    'Cell therapy in heart failure.',
    'Cells were injected in 30 patients with heart failure. Walking improved. In aggregate, injection improved quality of life in heart failure.',
  ],
];
const others: readonly Row[] = [
  [
    'Digoxin in women with heart failure.',
    'Women with heart failure took digoxin. Mortality was higher with digoxin.',
  ],
  ['Incidence of heart failure.', 'We followed a town. The incidence of heart failure was 3 per 1000.'],
  [
    'Corin in chronic heart failure.',
    'Plasma corin was measured. Low corin predicted death in heart failure.',
  ],
  [
    'Carvedilol for heart failure.',
    'We gave carvedilol to 161 adults with heart failure. The ejection fraction rose.',
  ],
];
const questions = { en: 'Quality of life in heart failure', zh: '心力衰竭患者的生活质量' };

async function reviewOf(t: TestContext, question: string, rows: readonly Row[]): Promise<ReviewResponse> {
  const articles = rows.map(([title, text], at) =>
    anArticle(`63${10 + at}`, { title, abstract: [{ text }], mesh: [] }),
  );
  const { post } = await buildReviewApp(t, { articles });
  return (await post('expert', { question, include: ['screening', 'figures'] })).json() as ReviewResponse;
}

const titlesOf = ({ screening = [] }: ReviewResponse, decision: ScreenedRecord['decision']) =>
  screening.filter((each) => each.decision === decision).map(({ title }) => title);
const names = (rows: readonly Row[]) => rows.map(([title]) => title).sort();

describe('the outcome that a topic names', () => {
  for (const language of ['en', 'zh'] as const) {
    it(`is a condition where three records report it, and has its own reason (${language})`, {
      tags: ['expert.request.question', 'event.screening'],
    }, async (t) => {
      const review = await reviewOf(t, questions[language], [...others, ...reporting]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(reporting));
      assert.deepEqual(titlesOf(review, 'other_outcome').sort(), names(others));
      assert.equal(review.figures?.flow.excluded.other_outcome, others.length);
      assert.match(
        review.review,
        language === 'en'
          ? /- Excluded, not reporting the outcome that the topic names: 4\n/
          : /- 排除（未报告主题所问的结局）：4\n/,
      );
      assert.doesNotMatch(review.review, /included records report|仅 \d+ 篇报告了/);
    });

    it(`comes first where fewer report it, and the head says how many do (${language})`, async (t) => {
      const review = await reviewOf(t, questions[language], [...others, ...reporting.slice(0, 2)]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names([...others, ...reporting.slice(0, 2)]));
      const [head = ''] = review.review.split('\n## ');
      assert.match(
        head,
        language === 'en'
          ? /Only 2 of the 6 included records report “quality of life”/
          : /纳入的 6 篇文献中仅 2 篇报告了“生活质量”/,
      );
      const findings = textUnder(review, language === 'en' ? 'Findings' : '主要结果');
      const [heading, ...rest] = findings.match(/^### .+$/gm) ?? [];
      assert.equal(heading, language === 'en' ? '### Quality of life' : '### 生活质量');
      assert.ok(rest.length > 0);
      const [first = ''] = findings.split(/^### /gm).slice(1);
      assert.equal(first.match(/^- /gm)?.length, 2);
    });

    it(`is said to be missing where none reports it (${language})`, async (t) => {
      const question = { en: 'Digoxin for heart failure and mortality', zh: '地高辛治疗心力衰竭与死亡率' };
      const rows = ['Women', 'Men', 'Adults'].map(
        (who): Row => [
          `Digoxin in ${who.toLowerCase()} with heart failure.`,
          `${who} with heart failure took digoxin. Treatment with digoxin improved the ejection fraction.`,
        ],
      );
      const review = await reviewOf(t, question[language], rows);
      assert.equal(titlesOf(review, 'included').length, 3);
      assert.match(
        review.review,
        language === 'en'
          ? /None of the 3 included records reports “mortality”/
          : /纳入的 3 篇文献均未报告“死亡”/,
      );
    });
  }

  it('is held by what it is made of: cardiovascular outcomes by infarction, stroke and death', async (t) => {
    const on: readonly Row[] = [
      ['Simvastatin after infarction.', 'Statins were given. Statins prevented myocardial infarction.'],
      ['Statins before a stroke.', 'We asked patients on statins. Statins led to fewer strokes.'],
      ['Statins in primary prevention.', 'Statins are used widely. Statins lowered mortality by 12%.'],
      ['Pravastatin in men.', 'Men took statins. Statins reduced coronary events.'],
    ];
    const off: readonly Row[] = [
      ['Statins and gallstones.', 'Statins were counted. Users of statins had fewer gallstones.'],
      [
        'Statins and hip fracture.',
        'Users of statins had fewer fractures, after controlling for heart disease. The odds of fracture with statins were adjusted for stroke.',
      ],
    ];
    for (const question of ['Statins and cardiovascular outcomes', '他汀类药物与心血管结局']) {
      const review = await reviewOf(t, question, [...off, ...on]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(on), question);
      assert.deepEqual(titlesOf(review, 'other_outcome').sort(), names(off), question);
    }
  });

  it('is none where the topic names outcomes of any kind, or an effect', async (t) => {
    const rows: readonly Row[] = [
      ['Metformin and weight.', 'Metformin was given to adults. Metformin lowered weight.'],
      ['Metformin and glucose.', 'Metformin was given to adults. Metformin lowered glucose.'],
      ['Metformin and lipids.', 'Metformin was given to adults. Metformin lowered cholesterol.'],
    ];
    for (const question of ['Effects of metformin', 'Efficacy of metformin', '二甲双胍的疗效']) {
      const review = await reviewOf(t, question, rows);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(rows), question);
    }
  });
});

describe('a topic on giving a thing', () => {
  for (const question of ['Vitamin D supplementation', '维生素D补充'])
    it(`includes records that say so in other words: ${question}`, async (t) => {
      const on: readonly Row[] = [
        [
          'Cholecalciferol in adults.',
          'Adults were given cholecalciferol. A daily dose of 1000 IU raised its level in serum.',
        ],
        ['Supplemental vitamin D and cancer.', 'Women took vitamin D or placebo. Cancers were as frequent.'],
        ['Vitamin D tablets.', 'Men were given vitamin D. Supplements of vitamin D raised calcium.'],
      ];
      const off: readonly Row[] = [
        ['Genes and vitamin D.', 'Genes were read. Two of them predict levels of vitamin D.'],
      ];
      const review = await reviewOf(t, question, [...off, ...on]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(on));
      assert.deepEqual(titlesOf(review, 'off_topic'), names(off));
    });
});
