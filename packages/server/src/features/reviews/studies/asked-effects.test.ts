import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../testing/app/review-app.ts';

/** Records that measured several outcomes, and the effect that a review on digoxin and mortality shows. */
const rows: readonly [title: string, text: string, outcome: string | null, effect: string][] = [
  [
    // The title's outcome is another one.
    'Digoxin and readmission in heart failure.',
    'Results: Digoxin was associated with fewer readmissions than placebo (HR 0.80, 95% CI 0.70-0.91). Digoxin was not associated with mortality compared with placebo (HR 1.01, 95% CI 0.90-1.13). Mortality under digoxin remained high.',
    null,
    'Digoxin was not associated with mortality compared with placebo (HR 1.01, 95% CI 0.90-1.13)',
  ],
  [
    // Words of the topic that the title does not have.
    'Old drugs for tired hearts: what registers tell.',
    'Results: Old drugs for tired hearts were dear. Mortality under digoxin was the aim. Digoxin use lowered in-hospital mortality and late mortality (OR 0.61, 95% CI 0.40-0.91 and OR 0.70, 95% CI 0.51-0.95, respectively). Digoxin and mortality need study.',
    null,
    'Digoxin use lowered in-hospital mortality and late mortality (OR 0.61, 95% CI 0.40-0.91 and OR 0.70, 95% CI 0.51-0.95, respectively)',
  ],
  [
    'Digoxin and deaths of patients with atrial fibrillation.',
    'Results: Digoxin was associated with higher mortality than no digoxin (HR 1.20, 95% CI 1.05-1.37).',
    'mortality',
    'Digoxin was associated with higher mortality than no digoxin (HR 1.20, 95% CI 1.05-1.37)',
  ],
  [
    // A rate of two arms, in all and in a part of them.
    'Digoxin and deaths in two arms.',
    'Results: The relative rate of death in the digoxin arm versus the placebo arm was 1.44 (95% confidence interval 1.01 to 2.05) among all women invited and 1.77 (1.16 to 2.74) among those who came. Mortality under digoxin needs study.',
    null,
    'The relative rate of death in the digoxin arm versus the placebo arm was 1.44 (95% confidence interval 1.01 to 2.05) among all women invited and 1.77 (1.16 to 2.74) among those who came',
  ],
  [
    // Subgroups that are set against each other.
    'Salt with iodine, digoxin and mortality in nine trials.',
    'Results: The relative risk of death under digoxin was 0.88 (95% CI 0.77, 1.00) in the subgroup without iodine and 0.94 (95% CI 0.58, 1.54) in the subgroup with iodine. Mortality under digoxin was the same with iodine.',
    null,
    'The relative risk of death under digoxin was 0.88 (95% CI 0.77, 1.00) in the subgroup without iodine and 0.94 (95% CI 0.58, 1.54) in the subgroup with iodine',
  ],
  [
    // The comparison follows the effect.
    'Digoxin by the hour, and mortality.',
    'Results: Mortality was more common with early doses (risk ratio, 3.6; 95% CI, 1.1-11.7) than with late doses. Digoxin had its effect on mortality early.',
    'Mortality',
    'Mortality was more common with early doses (risk ratio, 3.6; 95% CI, 1.1-11.7) than with late doses',
  ],
];

describe('the effect of a study in the comparison table', () => {
  for (const [language, topic] of [
    ['en', 'Digoxin and mortality'],
    ['zh', '地高辛与死亡率'],
  ] as const)
    it(`is that on the outcome of the topic (${language})`, { tags: ['event.comparison'] }, async (t) => {
      const articles = rows.map(([title, text], at) =>
        anArticle(`73${10 + at}`, { title, abstract: [{ text }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { comparison = [] } = (
        await post('expert', { question: topic, lang: language, include: ['comparison'] })
      ).json() as ReviewResponse;
      for (const [at, [title, , outcome, effect]] of rows.entries()) {
        const row = comparison.find(({ pmid }) => pmid === `73${10 + at}`);
        assert.equal(row?.effect?.text, effect, title);
        assert.equal(row.outcome?.text ?? null, outcome, title);
      }
    });
});
