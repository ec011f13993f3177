import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

/** Trials of digoxin whose conclusion is favourable, with the result on their primary outcome, and what else they report. */
const trials: readonly {
  kind: string;
  title: string;
  methods: string;
  primary: string;
  others: string;
  conclusion: string;
}[] = [
  {
    kind: 'by intention to treat',
    title: 'Digoxin and mortality after infarction: a randomised trial',
    methods: 'Patients were randomised to digoxin or placebo.',
    primary:
      'Intention-to-treat analysis of mortality gave a hazard ratio of 0.63 (95% CI 0.35-1.13, p=0.12)',
    others:
      'In those who took all tablets, digoxin lowered mortality compared with placebo (HR 0.41, 95% CI 0.19-0.86).',
    conclusion: 'Digoxin substantially lowered mortality after infarction.',
  },
  {
    kind: 'on the first of the main outcomes',
    title: 'Digoxin and mortality in old age: a randomised trial',
    methods:
      'The primary outcomes were death confirmed by registers, and falls. Adults were randomised to digoxin or placebo.',
    primary:
      'Digoxin lowered deaths from 312 to 272, but not significantly so (relative hazard [RH], 0.86; 95% confidence interval [CI], 0.73-1.01)',
    others: 'Cardiac mortality was lower with digoxin than with placebo (RR 0.56, 95% CI 0.39-0.80).',
    conclusion: 'Digoxin prevents cardiac mortality in old age.',
  },
];
/** A trial whose primary outcome differed, though a part of its participants did not. */
const effective = {
  title: 'Digoxin and mortality in women: a randomised trial',
  text: 'The primary outcome was mortality. Women were randomised to digoxin or placebo. Mortality was lower with digoxin than with placebo (HR 0.70, 95% CI 0.55-0.90). In smokers, mortality did not differ (HR 0.98, 95% CI 0.60-1.60). Digoxin lowered mortality in women.',
  primary: 'Mortality was lower with digoxin than with placebo (HR 0.70, 95% CI 0.55-0.90)',
};

describe('a trial with a favorable conclusion', () => {
  for (const [language, question, findings] of [
    ['en', 'Digoxin and mortality', 'Findings'],
    ['zh', '地高辛与死亡率', '主要结果'],
  ] as const)
    it(`is shown with its primary result, if that is not significant (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = [
        ...trials.map(({ title, methods, primary, others, conclusion }, at) =>
          anArticle(`74${10 + at}`, {
            title,
            abstract: [
              { label: 'METHODS', text: methods },
              { label: 'RESULTS', text: `${primary}. ${others}` },
              { label: 'CONCLUSIONS', text: conclusion },
            ],
            publicationTypes: ['Randomized Controlled Trial'],
          }),
        ),
        anArticle('7420', {
          title: effective.title,
          abstract: [{ text: effective.text }],
          publicationTypes: ['Randomized Controlled Trial'],
        }),
      ];
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', { question, lang: language, include: ['comparison'] })
      ).json() as ReviewResponse;
      const text = textUnder(review, findings);
      const effectOf = (pmid: string) => review.comparison?.find((row) => row.pmid === pmid)?.effect?.text;
      for (const [at, { kind, primary, conclusion }] of trials.entries()) {
        const item = text.split('\n').find((line) => line.includes(conclusion)) ?? '';
        assert.ok(item.includes(primary), `${kind}: ${text}`);
        assert.equal(effectOf(`74${10 + at}`), primary, kind);
      }
      assert.equal(effectOf('7420'), effective.primary);
      assert.doesNotMatch(text, /0\.98/);
    });
});
