import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../../testing/app/review-app.ts';

/** Topics, and titles with abstracts that write their parts in other forms. */
const topics: readonly [topic: string, title: string, text: string][] = [
  [
    'Tuberculosis in HIV-infected patients',
    'Treatment of tuberculosis in HIV-coinfected patients: a cohort study.',
    'Tuberculosis was treated in adults with HIV. Tuberculosis recurred less often with HIV therapy.',
  ],
  [
    'HIV感染者结核病治疗',
    'Treatment of tuberculosis in HIV-coinfected patients: a cohort study.',
    'Tuberculosis was treated in adults with HIV. Tuberculosis recurred less often with HIV therapy.',
  ],
  [
    'Pancreatic cancer',
    'Gemcitabine after resection of pancreas cancer: a randomized trial.',
    'Patients with pancreas cancer were randomized. Median survival of pancreas cancer was longer with gemcitabine.',
  ],
  [
    '胰腺癌',
    'Gemcitabine after resection of pancreas cancer: a randomized trial.',
    'Patients with pancreas cancer were randomized. Median survival of pancreas cancer was longer with gemcitabine.',
  ],
  [
    'Obesity in children',
    'Obesity and blood pressure in obese adolescents.',
    'We studied 120 obese adolescents. Obesity was associated with higher blood pressure.',
  ],
  [
    '儿童肥胖',
    'Obesity and blood pressure in obese adolescents.',
    'We studied 120 obese adolescents. Obesity was associated with higher blood pressure.',
  ],
];

describe('a record with other word forms of the topic', () => {
  for (const [topic, title, text] of topics)
    it(`is included: ${topic}`, async (t) => {
      const articles = [1, 2, 3].map((at) =>
        anArticle(`69${10 + at}`, {
          title: `${title} Part ${at}.`,
          abstract: [{ text: `${text} In town ${at}.` }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { screening } = (
        await post('expert', { question: topic, include: ['screening'] })
      ).json() as ReviewResponse;
      assert.ok(
        screening?.some(({ decision }) => decision === 'included'),
        JSON.stringify(screening),
      );
    });
});
