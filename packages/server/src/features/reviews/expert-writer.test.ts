import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { assertWhole, buildReviewApp, textUnder } from '../../testing/app/review-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const question = 'Metformin and mortality in type 2 diabetes';
const held = 'Metformin reduced mortality from 12% to 8% in type 2 diabetes (P = 0.01)';

describe('a review by a careless or hostile writer', () => {
  it('has plain headings and title, each heading once', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    const themes = [
      { heading: '## **Survival** [E1] <img src=x>\n## Findings', ids: ['E1', 'E2'] },
      { heading: '[Harms](http://evil.example) | `x`', ids: ['E3'] },
      { heading: 'survival', ids: ['E4'] },
    ];
    const title = '# Metformin <b>and</b> [mortality](http://evil.example) [1]\n## Abstract';
    llm?.setScript({ text: `\`\`\`json\n${JSON.stringify({ title, themes })}\n\`\`\`` }, 'outline');
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assertWhole(review, 'en', 'model');
    assert.equal(review.title, 'Metformin and mortality');
    const headings = [...review.review.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    // Units that the writer put under a heading of another outcome appear under the rules' headings, after their own.
    assert.deepEqual(headings.slice(0, 2), ['Survival', 'Harms x']);
    assert.equal(new Set(headings).size, headings.length);
  });

  it('omits sentences with addresses or elements, whatever they cite', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    const bad = [
      '(see http://evil.example) [E1].',
      '<script>alert(1)</script> [E1].',
      'at www.evil.example [E1].',
    ];
    const text = bad.map((end) => `${held} ${end}`).join(' ');
    llm?.setScript({ text: `${held} [E1]. ${text} <iframe src=x> [E1]` }, 'section');
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assertWhole(review, 'en', 'model');
    assert.doesNotMatch(review.review, /evil|<script|<iframe/);
    assert.ok(textUnder(review, 'Findings').includes(held));
  });

  for (const [language, topic, led, claimed] of [
    [
      'en',
      question,
      'The studies of this outcome are taken next.',
      ['Metformin saves lives.', 'Trials prove it effective.'],
    ],
    [
      'zh',
      '二甲双胍与2型糖尿病患者的死亡率',
      '以下讨论这一方面的研究。',
      ['二甲双胍挽救生命。', '研究证实其有效。'],
    ],
  ] as const)
    it(`keeps only transitions without a claim, in ${language}`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      llm?.setScript({ text: JSON.stringify({ transitions: [led, ...claimed] }) }, 'frame');
      const review = (await post('expert', { question: topic })).json() as ReviewResponse;
      assertWhole(review, language, 'model');
      assert.ok(review.review.includes(led));
      for (const claim of claimed) assert.ok(!review.review.includes(claim), claim);
    });

  it('keeps the space before the point of a figure as in the abstract', async (t) => {
    const text = 'Falls were fewer with exercise in older adults (P = .047).';
    const articles = [
      anArticle('3201', { title: 'Exercise and falls in older adults.', abstract: [{ text }] }),
      ...['Balance', 'Strength'].map((what, at) =>
        anArticle(`320${at + 2}`, {
          title: `Exercise, falls and ${what.toLowerCase()} in older adults.`,
          abstract: [
            { text: `${what} improved with exercise in older adults, and falls were ${at + 3} fewer.` },
          ],
        }),
      ),
    ];
    const { post } = await buildReviewApp(t, { model: true, articles });
    const review = (await post('expert', { question: 'Exercise and falls in older adults' })).json();
    assert.match(textUnder(review as ReviewResponse, 'Findings'), /\(P = \.047\)\.? ?”? ?\[\d\]/);
  });

  it('has no space after a Chinese semicolon', async (t) => {
    const { post } = await buildReviewApp(t, { model: true });
    const review = (await post('expert', { question: '二甲双胍治疗2型糖尿病' })).json() as ReviewResponse;
    assert.doesNotMatch(review.review, /；\s*[ ]\S/);
  });
});

describe('a discussion by a repetitive writer', () => {
  it('states each sentence once before its conclusion', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    const finding = 'Mortality was 8% with metformin and 12% with placebo (P = 0.01).';
    llm?.setScript({ text: finding }, 'section');
    const limit = 'The single-centre design is a limitation.';
    const body = { mode: 'discussion', question, file_content: `${finding} ${limit}` };
    const events = parseEvents((await post('ask_stream', body)).body);
    const text = events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
    const [, principal = '', strengths = ''] =
      /## Principal findings\n([\s\S]*?)\n## [\s\S]*## Strengths and limitations\n([\s\S]*?)\n## /.exec(
        text,
      ) ?? [];
    assert.ok(principal.includes(finding));
    assert.ok(!strengths.includes(finding), strengths);
    assert.ok(strengths.includes(limit));
  });
});
