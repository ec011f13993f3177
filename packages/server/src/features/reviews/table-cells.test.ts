import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../testing/app/review-app.ts';

const people =
  'adults aged 65 years or older who were hospitalised with decompensated heart failure and impaired renal function';

/** Sentences with an effect, and the text of its cell: none if no comparison is stated. */
const rows: readonly [sentence: string, comparator: string | null, effect: string | null][] = [
  [
    'Survival after heart failure was worse among men than women (relative risk, 1.33; 95% CI, 1.24-1.43; P<.001) but rose over time.',
    null,
    'Survival after heart failure was worse among men than women (relative risk, 1.33; 95% CI, 1.24-1.43; P<.001)',
  ],
  [
    'Digoxin reduced mortality in heart failure (HR 0.77 [95% CI 0.70-0.85]).',
    null,
    'Digoxin reduced mortality in heart failure (HR 0.77 [95% CI 0.70-0.85])',
  ],
  [
    'Mortality was lower with digoxin compared with placebo in heart failure, HR 0.77 (95% CI, 0.70-0.85; P = .01).',
    'placebo',
    'HR 0.77 (95% CI, 0.70-0.85; P = .01)',
  ],
  [
    'Exposed infants with heart failure had a lower death rate (14.2% vs 18.5% ; OR, 0.73 [95% CI, 0.54 to 0.98]; ARR, 4.3 [95% CI, 0.3 to 8.3]).',
    null,
    'Exposed infants with heart failure had a lower death rate (14.2% vs 18.5% ; OR, 0.73 [95% CI, 0.54 to 0.98]; ARR, 4.3 [95% CI, 0.3 to 8.3])',
  ],
  [
    `In heart failure it fell by 6 micromol/L (25.8%; P < .001) with vitamins and by 0.4 micromol/L (1.7%; P = .14) with ${'a tablet of nothing at all, '.repeat(6)}but there was no reduction of mortality (448 deaths vs 436 deaths) (hazard ratio, 1.04; 95% CI, 0.91-1.18).`,
    null,
    null,
  ],
  ['For mortality in heart failure the hazard ratio was 1.20 (95% CI 1.10-1.40).', null, null],
];

describe('the comparison table', () => {
  for (const language of ['en', 'zh'] as const)
    it(`shows an effect with what it compares, whole, or none (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = rows.map(([sentence], at) =>
        anArticle(`64${10 + at}`, {
          title: `Heart failure, study ${at}.`,
          abstract: [
            { text: `We studied heart failure in ${people}. ${sentence} Heart failure needs care.` },
          ],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', { question: 'Heart failure', lang: language, include: ['comparison'] })
      ).json() as ReviewResponse;
      for (const [at, [, comparator, effect]] of rows.entries()) {
        const row = review.comparison?.find(({ pmid }) => pmid === `64${10 + at}`);
        assert.ok(row);
        assert.equal(row.comparator?.text ?? null, comparator);
        assert.equal(row.effect?.text ?? null, effect);
        const text = articles[at] && abstractText(articles[at]);
        if (row.effect) assert.equal(text?.slice(row.effect.start, row.effect.end), effect);
      }
      const table = textUnder(review, language === 'en' ? 'Comparison of the studies' : '研究比较');
      for (const [, , effect] of rows) if (effect) assert.ok(table.includes(`| ${effect} |`), effect);
      for (const line of table.split('\n').filter((each) => each.includes('…')))
        for (const cut of line.match(/[\p{L}\p{N}-]+(?=…)/gu) ?? [])
          assert.ok(new RegExp(`\\b${cut}\\b`).test(people), cut);
    });

  for (const [language, size, limit] of [
    [
      'en',
      'Nine hundred thirty-three',
      '- No single sample size could be read from the abstracts of 2 of the 3 studies.',
    ],
    ['zh', '933', '- 3 项研究中有 2 项无法从摘要中读出唯一的样本量。'],
  ] as const)
    it(`shows how many a study counts in words, and says of how many studies nobody can tell (${language})`, async (t) => {
      const articles = [
        'Nine hundred thirty-three patients with heart failure were enrolled.',
        'We enrolled 412 patients with heart failure. We enrolled 390 patients with heart failure.',
        'Heart failure was looked at in patients of all ages.',
      ].map((text, at) =>
        anArticle(`65${10 + at}`, {
          title: `Heart failure, study ${at}.`,
          abstract: [{ text: `${text} Heart failure was common.` }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { review } = (
        await post('expert', { question: 'Heart failure', lang: language })
      ).json() as ReviewResponse;
      assert.ok(review.includes(`| ${size} |`), review);
      assert.ok(review.includes(limit), review);
    });
});
