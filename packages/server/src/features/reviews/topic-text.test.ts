import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../testing/app/review-app.ts';

describe('the topic of a review', () => {
  for (const question of ['<img src=x onerror=alert(1)>', '<img alt="metformin">', '\u202e<br>\u2066 !'])
    for (const [language, said] of [
      ['en', /^"question" must be a topic in words, not only markup; got /],
      ['zh', /^"question" 应为用文字表述的主题，不能只有标记；收到的是/],
    ] as const)
      it(`is rejected if it is markup only: ${question}, ${language}`, {
        tags: ['expert.request.question'],
      }, async (t) => {
        const { app, key } = await buildReviewApp(t);
        for (const path of ['expert', 'expert_stream']) {
          const reply = await app.inject({
            ...{ method: 'POST', url: `/ai/api/${path}`, payload: { question } },
            headers: { 'x-api-key': key, 'accept-language': language },
          });
          assert.equal(reply.statusCode, 400, reply.body);
          assert.equal(reply.json().code, 'invalid_request');
          assert.match(reply.json().error, said);
        }
      });

  for (const [question, title] of [
    ['<b>Metformin</b> in\u202e type 2 diabetes\u202c', /^Metformin in type 2 diabetes: /],
    ['二甲双胍\u2066治疗2型糖尿病\u2069<br>', /^二甲双胍治疗2型糖尿病：/],
    [
      'Metformin in type 2 diabetes with HbA1c <8% and >6%',
      /^Metformin in type 2 diabetes with HbA1c <8% and >6%: /,
    ],
    ['<script>alert(2)</script>**Metformin** in _type 2_ diabetes', /^Metformin in _type 2_ diabetes: /],
    ['## [Metformin](https://example.org/a) in `type 2` diabetes', /^Metformin in type 2 diabetes: /],
    ['[Metformin](javascript:alert(1)) in type 2 diabetes', /^Metformin in type 2 diabetes: /],
    ['**二甲双胍**治疗2型糖尿病 https://example.org/b', /^二甲双胍治疗2型糖尿病：/],
    ['<style>p{}</style>- 二甲双胍治疗2型糖尿病', /^二甲双胍治疗2型糖尿病：/],
  ] as const)
    it(`becomes the title in its visible form: ${question}`, async (t) => {
      const { post } = await buildReviewApp(t);
      const review = (await post('expert', { question })).json() as ReviewResponse;
      assert.match(review.title.replaceAll('\\', ''), title);
      assert.doesNotMatch(review.review, /alert|example\.org|javascript/);
      assert.doesNotMatch(review.review, /[\u202a-\u202e\u2066-\u2069]/);
    });
});

describe('the title of a review', () => {
  for (const [lang, question, title] of [
    ['en', 'does digoxin help in heart failure ?', 'Does digoxin help in heart failure? A structured review'],
    ['en', 'digoxin in heart failure', 'Digoxin in heart failure: a structured review'],
    ['en', 'mTOR in heart failure.', 'mTOR in heart failure: a structured review'],
    ['zh', '地高辛对心力衰竭有用吗', '地高辛对心力衰竭有用吗？基于已发表摘要的结构化综述'],
    ['zh', '地高辛与心力衰竭', '地高辛与心力衰竭：基于已发表摘要的结构化综述'],
  ] as const)
    it(`has title style: ${question}`, async (t) => {
      const { post } = await buildReviewApp(t, { articles: [] });
      const { review } = (await post('expert', { question, lang })).json() as ReviewResponse;
      assert.ok(review.startsWith(`# ${title}`), review);
    });
});
