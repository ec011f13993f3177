import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse, ScreenedRecord } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

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
const questions = { en: 'Quality of life in heart failure', zh: '心力衰竭的生活质量' };

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
    it(`is an inclusion criterion if three records report it, with its own exclusion reason (${language})`, {
      tags: ['expert.request.question', 'event.screening'],
    }, async (t) => {
      const review = await reviewOf(t, questions[language], [...others, ...reporting]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(reporting));
      assert.deepEqual(titlesOf(review, 'other_outcome').sort(), names(others));
      assert.equal(review.figures?.flow.excluded.other_outcome, others.length);
      assert.match(
        review.review,
        language === 'en'
          ? /- Excluded, no result found on an outcome or another part that the topic names: 4\n/
          : /- 排除（未找到主题所问结局或其他部分的结果）：4\n/,
      );
      assert.doesNotMatch(review.review, /included records report|仅 \d+ 篇报告了/);
    });

    it(`yields a list instead of a review if fewer report it (${language})`, async (t) => {
      const review = await reviewOf(t, questions[language], [...others, ...reporting.slice(0, 2)]);
      assert.deepEqual(titlesOf(review, 'included').sort(), names(reporting.slice(0, 2)));
      assert.deepEqual(titlesOf(review, 'other_outcome').sort(), names(others));
      assert.match(
        review.review,
        language === 'en' ? /Too little was found for a review/ : /文献过少，不足以撰写综述/,
      );
      const findings = textUnder(review, language === 'en' ? 'Findings' : '主要结果');
      assert.equal(findings.match(/^- /gm)?.length, 2);
      assert.doesNotMatch(review.review, language === 'en' ? /^## Comparison/m : /^## 研究比较/m);
    });

    it(`is reported as missing if no record reports it (${language})`, async (t) => {
      const topics: [question: Record<'en' | 'zh', string>, part: Record<'en' | 'zh', string>, Row[]][] = [
        [
          { en: 'Digoxin for heart failure and mortality', zh: '地高辛治疗心力衰竭与死亡率' },
          { en: 'mortality', zh: '死亡' },
          ['Women', 'Men', 'Adults'].map((who) => [
            `Digoxin in ${who.toLowerCase()} with heart failure.`,
            `${who} with heart failure took digoxin. Treatment with digoxin improved the ejection fraction.`,
          ]),
        ],
        [
          { en: 'Aspirin and bleeding', zh: '阿司匹林与出血' },
          { en: 'bleeding', zh: '出血' },
          ['colon', 'breast', 'lung', 'skin'].map((organ) => [
            `Aspirin and cancer of the ${organ}.`,
            `Users of aspirin were followed. Aspirin made cancer of the ${organ} rarer.`,
          ]),
        ],
      ];
      for (const [question, part, rows] of topics) {
        const review = await reviewOf(t, question[language], rows);
        assert.deepEqual(titlesOf(review, 'included'), []);
        assert.deepEqual(titlesOf(review, 'other_outcome').sort(), names(rows));
        assert.ok(
          review.review.includes(
            language === 'en'
              ? `No result on “${part.en}” was found in the ${rows.length} records on the rest of the topic.`
              : `在与主题其余部分相关的 ${rows.length} 篇文献中，未找到关于“${part.zh}”的结果。`,
          ),
          review.review.slice(0, 600),
        );
        assert.equal(review.references.length, 0);
      }
    });

    it(`counts as reported by one ratio with its interval (${language})`, async (t) => {
      const rows = ['Women', 'Men', 'Adults'].map(
        (who): Row => [
          `Digoxin in ${who.toLowerCase()} with heart failure.`,
          `${who} with heart failure took digoxin or placebo. Digoxin reduced mortality (HR 0.77, 95% CI 0.70-0.85). Treatment with digoxin improved the ejection fraction. Digoxin should be tried in heart failure.`,
        ],
      );
      const question = { en: 'Digoxin for heart failure and mortality', zh: '地高辛治疗心力衰竭与死亡率' };
      assert.equal(titlesOf(await reviewOf(t, question[language], rows), 'included').length, 3);
    });
  }

  it('is matched by its components: cardiovascular outcomes by infarction, stroke and death', async (t) => {
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

  it('is absent if the topic names outcomes in general, or an effect', async (t) => {
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

describe('a topic about supplementation', () => {
  for (const question of ['Vitamin D supplementation', '维生素D补充'])
    it(`includes records in other words: ${question}`, async (t) => {
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
