import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

/** Returns a review without a model of records on digoxin in heart failure that contain these sentences. */
async function reviewOf(t: TestContext, question: string, texts: readonly string[]): Promise<ReviewResponse> {
  const isChinese = /\p{Script=Han}/u.test(question);
  const articles = texts.map((text, at) =>
    anArticle(`67${10 + at}`, {
      title: isChinese ? `地高辛治疗心力衰竭：研究${at}` : `Digoxin in heart failure, study ${at}.`,
      abstract: [{ text }],
    }),
  );
  const { post } = await buildReviewApp(t, { articles });
  return (await post('expert', { question })).json() as ReviewResponse;
}

const english = 'Digoxin in heart failure';
const chinese = '地高辛治疗心力衰竭';

describe('quotations of a review without a model', () => {
  for (const [question, heading, lead, effect, others] of [
    [
      english,
      'Abstract',
      'Among the main findings, word for word:',
      'In patients with heart failure, digoxin reduced mortality compared with placebo (HR 0.80, 95% CI 0.70-0.91).',
      [
        'Digoxin was studied in heart failure. Digoxin was safe in heart failure (P = 0.02).',
        'Digoxin is old. Digoxin raised potassium in heart failure (P = 0.01).',
      ],
    ],
    [
      chinese,
      '摘要',
      '部分主要结果（逐字摘录）：',
      '在心力衰竭患者中，地高辛与安慰剂相比降低了死亡率（HR 0.80，95% CI 0.70-0.91）。',
      [
        '地高辛用于心力衰竭。地高辛治疗心力衰竭是安全的（P=0.02）。',
        '地高辛是老药。地高辛升高心力衰竭患者的血钾（P=0.01）。',
      ],
    ],
  ] as const)
    it(`give main findings in the abstract, each with its source: ${question}`, async (t) => {
      const review = await reviewOf(t, question, [effect, ...others]);
      const abstract = textUnder(review, heading);
      const [, findings = ''] = abstract.split(lead);
      assert.ok(findings.includes(effect.replace(/[.。]$/, '')), abstract);
      const lines = findings.split('\n').filter((line) => line.startsWith('- '));
      assert.ok(lines.length >= 1 && lines.length <= 3, abstract);
      for (const line of lines) assert.match(line, /“.+” ?(?:\[\d+\])+$/);
    });

  it('have round brackets throughout if one would be read as a citation', async (t) => {
    const review = await reviewOf(t, english, [
      'Heart failure with digoxin lowered total body water (mean [SD] of 37 [33] ml/kg, or 6.7% [6.0%]; P = 0.01).',
      'Digoxin in heart failure lowered weight (mean [SD] of 3.1 kg [1.2 kg]; P = 0.01).',
      'Digoxin in heart failure was safe (P = 0.02).',
    ]);
    assert.ok(
      review.review.includes('(mean (SD) of 37 (33) ml/kg, or 6.7% (6.0%); P = 0.01)'),
      review.review,
    );
    assert.ok(review.review.includes('(mean [SD] of 3.1 kg [1.2 kg]; P = 0.01)'), review.review);
  });

  it('begin after the heading of a lay summary and end at the numbers of references', async (t) => {
    const review = await reviewOf(t, english, [
      'Digoxin has been given in heart failure since 1992.1 Such use lowered mortality in heart failure (P = 0.01).2 We looked at digoxin.',
      'LAY SUMMARY In this study, digoxin lowered mortality in heart failure (P = 0.01).',
      'Digoxin in heart failure was safe (P = 0.02).',
    ]);
    assert.doesNotMatch(review.review, /LAY SUMMARY|1992\.1 Such|\)\.2 We/);
    assert.ok(review.review.includes('“In this study, digoxin lowered mortality'), review.review);
  });

  for (const [question, heading, texts] of [
    [
      english,
      'Effects of treatment',
      [
        'Screening of heart failure before digoxin was more effective with echocardiography.',
        'In treated patients with heart failure on digoxin the prevalence of gout was 12%.',
        'The epidemiology of heart failure on digoxin has changed (P = 0.02).',
      ],
    ],
    [
      chinese,
      '治疗效果',
      [
        '地高辛治疗的心力衰竭患者痛风患病率为12%。',
        '地高辛治疗的心力衰竭患者以男性为主（P=0.02）。',
        '地高辛治疗的心力衰竭流行病学特征发生变化。',
      ],
    ],
  ] as const)
    it(`are under the heading for effects of treatment only if they state one: ${question}`, async (t) => {
      const { review } = await reviewOf(t, question, texts);
      assert.ok(!review.includes(`### ${heading}`), review);
    });
});
