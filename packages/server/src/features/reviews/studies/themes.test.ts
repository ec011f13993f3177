import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

const studies = [
  {
    title: 'Treatment of heart failure with digoxin: a cohort.',
    text: 'Digoxin in heart failure was associated with fewer strokes (odds ratio 0.7, 95% CI 0.5 to 0.9).',
  },
  {
    title: 'Digoxin in heart failure: a randomized controlled trial.',
    text: 'Patients with heart failure were randomized. Digoxin in heart failure was associated with fewer strokes (odds ratio 0.8, 95% CI 0.6 to 0.9).',
  },
  {
    title: 'Salt and heart failure.',
    text: 'Salt was associated with heart failure (odds ratio 1.7, 95% CI 1.5 to 1.9).',
  },
  {
    title: 'Alcohol and heart failure.',
    text: 'Alcohol was associated with heart failure (odds ratio 1.4, 95% CI 1.1 to 1.9).',
  },
];

describe('a heading for frequency and risk', () => {
  for (const [language, topic, findings, heading] of [
    ['en', 'Heart failure', 'Findings', '### Frequency and risk factors'],
    ['zh', '心力衰竭', '主要结果', '### 发生率与危险因素'],
  ] as const)
    it(`has no study of a treatment, whatever ratio it reports (${language})`, async (t) => {
      const articles = studies.map(({ title, text }, at) =>
        anArticle(`75${10 + at}`, {
          title,
          authors: [`Writer${'ABCD'.charAt(at)} A`],
          abstract: [{ label: 'RESULTS', text }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const body = { question: topic, lang: language, max_refs: studies.length };
      const text = textUnder((await post('expert', body)).json() as ReviewResponse, findings);
      const [, under = ''] = text.split(heading);
      const [own = ''] = under.split('\n### ');
      assert.deepEqual(own.match(/(?<=- Writer)[A-D]/g)?.toSorted(), ['C', 'D'], text);
      assert.match(text, /- WriterA/);
    });
});
