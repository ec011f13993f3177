import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../../testing/app/review-app.ts';

type Row = {
  title: string;
  text: string;
  mesh?: string[];
  population?: string | null;
  n?: string | null;
  design?: string | null;
  outcome?: string | null;
};

/** Records on digoxin in heart failure, and the cells for their whole population. */
const rows: readonly Row[] = [
  {
    title: 'Heart failure and body weight in Korean men and women.',
    text: 'Heart failure was common.',
    population: 'men and women',
  },
  {
    title: 'Heart failure and sweet drinks in children and adults: a meta-analysis.',
    text: 'Heart failure was common.',
    population: 'children and adults',
  },
  {
    title: 'Heart failure among workers with and without a cellular immune response.',
    text: 'Heart failure was common.',
    population: null,
  },
  {
    title: 'Heart failure outcomes among patients with substance use disorders.',
    text: 'Rates of heart failure were compared with those of patients without a history of SUD.',
    population: null,
  },
  {
    title:
      'Treatment of heart failure in patients with ergocalciferol: are current treatment guidelines adequate?',
    text: 'Retrospective study of 88 patients with heart failure. Levels rose (p<0.001).',
    population: 'patients with heart failure',
    design: 'cohort',
  },
  {
    title: 'Heart failure in a hospital.',
    text: 'Death rates of heart failure were 19% among 386 patients with dyspnoea, and 37% among 230 patients with oedema.',
    population: null,
    n: null,
  },
  {
    title: 'Heart failure trial.',
    text: 'In heart failure, 642 patients were randomized. Findings in the earlier group (214 patients) and the later group (215 patients) are presented here.',
    n: null,
  },
  {
    title: 'Heart failure in veterans.',
    text: 'Using a medical record database, information on heart failure was collected on 307,437 veterans seen in clinics.',
    n: null,
  },
  {
    title: 'Heart failure: a meta-analysis.',
    text: 'Among 1202 patients who we identified in 5 studies, heart failure was less common.',
    n: '1202',
  },
  {
    title: 'Heart failure therapy: a systematic review and meta-analysis.',
    text: 'We identified eight relevant trials, which provided data for 1679 patients with heart failure.',
    n: '1679',
  },
  {
    title: 'Heart failure in Medicare.',
    text: 'Retrospective cohort study of Medicare patients with heart failure between 1995 and 2000 (N = 418,021; 11% women).',
    n: '418,021',
  },
  {
    title: 'Heart failure and early therapy.',
    text: 'In heart failure the incidence of infarction or death was lower with digoxin (incidence rate ratio, 0.89; 95% CI, 0.44 to 1.79).',
    outcome: 'infarction or death',
  },
  {
    title: 'Heart failure and density.',
    text: 'We carried out three nested case-control studies of heart failure.',
    design: 'case_control',
  },
  {
    title: 'Heart failure and inequality.',
    text: 'We analysed cross-sectional data on heart failure from four countries.',
    design: 'cross_sectional',
  },
  {
    title: 'Heart failure and wheezing.',
    text: 'The follow-up of the 1993 birth cohort asked for heart failure.',
    design: 'cohort',
  },
  {
    title: 'Heart failure and interferon.',
    text: 'Patients with heart failure were included in a multicenter, prospective, open, nonrandomized observational study.',
    design: 'cohort',
  },
  {
    title: 'Heart failure and stage.',
    text: 'Survival with heart failure was retrospectively compared between the groups.',
    design: 'cohort',
  },
];

describe('a row of the comparison table', () => {
  for (const language of ['en', 'zh'] as const)
    it(`describes the whole study, or nothing (${language})`, { tags: ['event.comparison'] }, async (t) => {
      const articles = rows.map(({ title, text }, at) =>
        anArticle(`68${10 + at}`, { title, abstract: [{ text: `${text} Heart failure needs care.` }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', {
          ...{ question: 'Heart failure', lang: language, max_refs: 30, include: ['comparison'] },
        })
      ).json() as ReviewResponse;
      for (const [at, { title, design, ...cells }] of rows.entries()) {
        const row = review.comparison?.find(({ pmid }) => pmid === `68${10 + at}`);
        assert.ok(row, title);
        for (const [name, text] of Object.entries(cells)) {
          if (name !== 'population' && name !== 'n' && name !== 'outcome') continue;
          assert.equal(row[name]?.text ?? null, text, `${title} ${name}`);
        }
        if (design !== undefined) assert.equal(row.design, design, title);
      }
      const table = textUnder(review, language === 'en' ? 'Comparison of the studies' : '研究比较');
      assert.match(
        table,
        language === 'en' ? /Except for the design, cells quote/ : /除设计外，各栏摘自标题或摘要/,
      );
    });

  for (const [language, topic, note] of [
    [
      'en',
      'Heart failure',
      /You asked for at most 2 references, too few for a review\. Below are the 2 top-ranked of 17 records on the topic/,
    ],
    ['zh', '心力衰竭', /参考文献上限设为 2 篇，.*17 条相关记录中排序最前的 2 项研究/],
  ] as const)
    it(`is listed without a notice of too few papers if max_refs limits the list (${language})`, async (t) => {
      const articles = rows.map(({ title, text }, at) =>
        anArticle(`68${10 + at}`, { title, abstract: [{ text: `${text} Heart failure needs care.` }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { review } = (
        await post('expert', { question: topic, lang: language, max_refs: 2 })
      ).json() as ReviewResponse;
      assert.match(review, note);
      assert.doesNotMatch(review, /Too little|文献过少/);
    });
});
