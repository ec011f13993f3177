import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

/** Three studies on one drug, the first with this abstract, unlabeled or with sections. */
function studies(abstract: { label?: string; text: string }[]) {
  const other = (pmid: string, found: string) =>
    anArticle(pmid, {
      title: `Metformin in type 2 diabetes: ${found}.`,
      abstract: [{ label: 'CONCLUSIONS', text: `Metformin in type 2 diabetes ${found}.` }],
    });
  return [
    anArticle('4001', { title: 'Metformin in type 2 diabetes.', abstract }),
    other('4002', 'reduced weight'),
    other('4003', 'did not change sleep'),
  ];
}

async function reviewOf(
  t: Parameters<typeof buildReviewApp>[0],
  question: string,
  abstract: { label?: string; text: string }[],
): Promise<ReviewResponse> {
  const { post } = await buildReviewApp(t, { articles: studies(abstract) });
  return (await post('expert', { question })).json() as ReviewResponse;
}

const english = 'Metformin in type 2 diabetes';
const chinese = '二甲双胍治疗2型糖尿病';

const noConclusions = [
  'Given the harms of metformin in type 2 diabetes, new methods for limiting its use need to be found.',
  'This information is important when counselling women with type 2 diabetes on metformin.',
  'Whether these potential advantages of metformin will translate into benefits in type 2 diabetes will require additional comparisons.',
  'If future randomised trials of metformin in type 2 diabetes are undertaken, they should take place in regions with low use.',
  '这些信息对于指导使用二甲双胍的2型糖尿病患者很重要。',
  '二甲双胍能否改善2型糖尿病患者的预后尚需观察。',
];

describe('a sentence without a conclusion', () => {
  for (const [question, findings, unmarked] of [
    [
      english,
      'Findings',
      /^- [^(\n]*: “(?:Given the harms|This information|Whether these|If future|这些信息|二甲双胍能否)/m,
    ],
    [
      chinese,
      '主要结果',
      /^- [^（\n]*：“(?:Given the harms|This information|Whether these|If future|这些信息|二甲双胍能否)/m,
    ],
  ] as const)
    for (const text of noConclusions)
      it(`is not quoted as a study’s conclusion: ${question}: ${text}`, async (t) => {
        const review = await reviewOf(t, question, [
          { label: 'RESULTS', text: 'HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01).' },
          { label: 'CONCLUSIONS', text },
        ]);
        const list = textUnder(review, findings);
        assert.match(list, /reduced weight/);
        assert.doesNotMatch(list, unmarked);
      });
});

describe('a listed study', () => {
  for (const [question, findings, none, gaps] of [
    [english, 'Findings', / \((?:result|aim|no conclusion)/, 'Gaps in the evidence'],
    [chinese, '主要结果', /（(?:结果|目的|无结论)/, '证据空白'],
  ] as const) {
    it(`is quoted with its own conclusion, under labels in running text too: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        {
          text: 'BACKGROUND Metformin in type 2 diabetes is widely used. Whether metformin lowers mortality in type 2 diabetes is unknown. RESULTS HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01). CONCLUSIONS Metformin spares patients with type 2 diabetes insulin.',
        },
      ]);
      const list = textUnder(review, findings);
      assert.match(list, /“Metformin spares patients/);
      assert.doesNotMatch(list, /widely used/);
      assert.doesNotMatch(list, none);
      // The study may have answered the open question of its background.
      assert.doesNotMatch(textUnder(review, gaps), /Whether metformin/);
    });

    it(`is quoted with a conclusion of no evidence, which is not a gap: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { label: 'RESULTS', text: 'HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01).' },
        {
          label: 'CONCLUSIONS',
          text: 'Metformin has no advantage over diet in type 2 diabetes, with its cost and lack of evidence to show fewer complications.',
        },
      ]);
      assert.match(textUnder(review, findings), /“Metformin has no advantage over diet/);
      assert.doesNotMatch(textUnder(review, gaps), /no advantage/);
    });

    it(`is quoted with its findings, not with a call for research: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { label: 'RESULTS', text: 'HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01).' },
        {
          label: 'CONCLUSIONS',
          text: 'This analysis provides evidence for an association between metformin and sleep in type 2 diabetes. These results of preliminary nature should stimulate more research on the role of metformin in type 2 diabetes. Areas for future epidemiological research involve metformin in type 2 diabetes.',
        },
      ]);
      const list = textUnder(review, findings);
      assert.match(list, /provides evidence for an association/);
      assert.doesNotMatch(list, /preliminary nature|Areas for future/);
    });

    for (const text of [
      'Objective. To test metformin. Results. HbA1c fell with metformin (P = 0.01). Conclusion. Metformin spares patients with type 2 diabetes insulin.',
      'AIMS patients with type 2 diabetes take metformin. METHODS AND RESULTS we followed them: HbA1c fell (P = 0.01). CONCLUSION metformin spares patients with type 2 diabetes insulin.',
    ])
      it(`is quoted after labels without a colon (${text.slice(0, 9)}…): ${question}`, async (t) => {
        const list = textUnder(await reviewOf(t, question, [{ text }]), findings);
        assert.match(list, /“[Mm]etformin spares patients/);
        assert.doesNotMatch(list, /“Conclusion\.”|Objective|AIMS/);
      });

    it(`is reported as a protocol without results: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { text: 'Patients with type 2 diabetes will be randomised to metformin or diet.' },
        { label: 'CONCLUSIONS', text: 'Metformin in type 2 diabetes will be better understood.' },
        { label: 'TRIAL REGISTRATION', text: 'Metformin in type 2 diabetes, current version 1.3.' },
      ]);
      const list = textUnder(review, findings);
      assert.match(list, question === english ? /describes a plan and reports no results/ : /尚无结果/);
      assert.doesNotMatch(list, /better understood|current version/);
    });

    for (const heading of [
      'CONCLUSIONS AND RELEVANCE',
      'Conclusions and Relevance',
      'Conclusions and Relevance:',
      'Conclusion',
    ])
      it(`is quoted after “${heading}”: ${question}`, async (t) => {
        const review = await reviewOf(t, question, [
          {
            text: `Patients with type 2 diabetes took metformin. ${heading} Metformin spares patients with type 2 diabetes insulin.`,
          },
        ]);
        assert.match(textUnder(review, findings), /“Metformin spares patients/);
      });

    it(`is quoted with its aim, labeled as such, if its abstract has no more: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { text: 'Metformin in type 2 diabetes is widely used. This review focuses on its history.' },
      ]);
      const list = textUnder(review, findings);
      assert.match(
        list,
        question === english ? / \(aim\): “This review focuses/ : /（目的）：“This review focuses/,
      );
      assert.doesNotMatch(list, /widely used/);
    });

    it(`is quoted with a result, labeled as such, if its abstract has no conclusion: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { text: 'Patients with type 2 diabetes took metformin. They were seen twice.' },
        { label: 'RESULTS', text: 'HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01).' },
        {
          label: 'CONCLUSIONS',
          text: 'Further placebo-controlled trials of metformin in type 2 diabetes might confirm this.',
        },
      ]);
      const list = textUnder(review, findings);
      assert.match(list, question === english ? / \(result\): “HbA1c fell/ : /（结果）：“HbA1c fell/);
      assert.doesNotMatch(list, /might confirm/);
    });

    for (const last of [
      'Sponsorship: Institute for Health.',
      'Key words:metformin, type 2 diabetes.',
      'Directions for future research are recommended.',
      'The value of metformin in type 2 diabetes should be assessed in further studies.',
      'The interactions of metformin with genes in type 2 diabetes warrant confirmation.',
      'Additional information on metformin in type 2 diabetes is still needed.',
      'Future, randomized, controlled trials of metformin in type 2 diabetes should be carried out.',
      'We also discuss what metformin may do in type 2 diabetes.',
      'Age was no confounder of metformin in type 2 diabetes (p = 0.7).',
    ])
      it(`is not quoted with “${last}”: ${question}`, async (t) => {
        const review = await reviewOf(t, question, [
          { label: 'RESULTS', text: 'HbA1c fell by 0.9% with metformin in type 2 diabetes (P = 0.01).' },
          { label: 'CONCLUSIONS', text: `Metformin spares patients with type 2 diabetes insulin. ${last}` },
        ]);
        const list = textUnder(review, findings);
        assert.match(list, /Metformin spares patients/);
        assert.ok(!list.includes(last));
      });

    it(`contributes as a gap what its conclusion calls unknown: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [
        { label: 'RESULTS', text: 'Metformin lowered HbA1c in type 2 diabetes (P = 0.01).' },
        {
          label: 'CONCLUSIONS',
          text: 'Metformin works. Whether it saves lives in type 2 diabetes is unknown.',
        },
      ]);
      assert.match(textUnder(review, gaps), /Whether it saves lives/);
    });
  }

  for (const [text, isLimit] of [
    ['The authors controlled for confounding in type 2 diabetes by propensity scores.', false],
    ['Type 2 diabetes is a disease with marked heterogeneity in its course.', false],
    ['There was significant heterogeneity between the phases of metformin use.', false],
    ['The trials of metformin were too heterogeneous to be pooled.', true],
    ['A limitation of this study of metformin is its short follow-up.', true],
    ['The findings on metformin are limited by a small sample.', true],
  ] as const)
    it(`${isLimit ? 'states a limitation' : 'states no limitation of its own'} in “${text}”`, async (t) => {
      const review = await reviewOf(t, english, [
        { label: 'RESULTS', text: `Metformin lowered HbA1c in type 2 diabetes (P = 0.01). ${text}` },
        { label: 'CONCLUSIONS', text: 'Metformin lowers HbA1c in type 2 diabetes.' },
      ]);
      const limits = textUnder(review, 'Limitations');
      assert.equal(limits.includes(text), isLimit, limits);
    });
});
