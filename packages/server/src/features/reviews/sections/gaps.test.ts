import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

const topics = { en: 'Metformin in type 2 diabetes', zh: '二甲双胍治疗2型糖尿病' } as const;
const metformin = { term: 'Metformin', zh: '二甲双胍', synonyms: [] };
const psoriasis = { term: 'Psoriasis', zh: '银屑病', synonyms: [] };

/** A model's reading of the topic, with these sub-questions. */
function reading(...questions: { term: string; zh?: string; synonyms: string[] }[][]): { text: string } {
  return {
    text: JSON.stringify({
      ...{ type: 'therapy', population: '', intervention: '', comparison: '', outcome: '', broad: false },
      concepts: [metformin],
      questions: questions.map((concepts) => ({ question: 'What of it?', concepts })),
    }),
  };
}

describe('gaps of a review that a model wrote', { concurrency: 2 }, () => {
  for (const [language, heading, stated] of [
    [
      'en',
      'Gaps in the evidence',
      'No included record mentions “Metformin” together with “Psoriasis” in its title, abstract or keywords.',
    ],
    ['zh', '证据空白', '所纳入文献的标题、摘要和关键词均未同时提及“二甲双胍”和“银屑病”。'],
  ] as const) {
    const gapsOf = async (t: Parameters<typeof buildReviewApp>[0], script: { text: string }) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      llm?.setScript(script, 'scope');
      const reply = await post('expert', { question: topics[language], lang: language });
      return textUnder(reply.json() as ReviewResponse, heading);
    };

    it(`name two subjects that no record holds together, once: ${language}`, async (t) => {
      const gaps = await gapsOf(t, reading([metformin, psoriasis], [psoriasis, metformin]));
      assert.equal(gaps.split(stated).length, 2, gaps);
    });

    it(`say nothing of subjects that records hold in other words, or that may be worded in any way: ${language}`, async (t) => {
      const gaps = await gapsOf(
        t,
        reading(
          [metformin, { term: 'NIDDM', zh: '非胰岛素依赖型糖尿病', synonyms: [] }],
          [metformin, { term: 'Older adults', zh: '老年人', synonyms: ['elderly'] }],
          [metformin, { term: 'Outcomes', zh: '结局', synonyms: [] }],
          [metformin, { term: 'Surgery', zh: '手术', synonyms: [] }],
          [metformin, { term: 'Cost of insurance', zh: '保险费用', synonyms: [] }],
        ),
      );
      assert.doesNotMatch(gaps, /together with|同时提及/);
    });
  }

  it('name a subject only in the language of the review', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    llm?.setScript(reading([metformin, { term: 'Psoriasis', synonyms: [] }]), 'scope');
    const reply = await post('expert', { question: topics.zh });
    assert.doesNotMatch(textUnder(reply.json() as ReviewResponse, '证据空白'), /Psoriasis|同时提及/);
  });
});

describe('that no trial is included', () => {
  for (const [language, topic, heading, stated] of [
    ['en', 'Metformin in type 2 diabetes', 'Gaps in the evidence', /contain no randomized trial/],
    ['zh', '二甲双胍治疗2型糖尿病', '证据空白', /没有随机试验/],
  ] as const)
    for (const [text, isStated] of [
      [
        'Patients with type 2 diabetes were followed on metformin. Metformin lowered glucose in type 2 diabetes.',
        true,
      ],
      // A design that the rules do not recognize.
      [
        'Patients with type 2 diabetes drew lots, double-blind, for metformin. Metformin lowered glucose in type 2 diabetes.',
        false,
      ],
      ['2型糖尿病患者服用二甲双胍或安慰剂。二甲双胍降低2型糖尿病患者的血糖。', false],
    ] as const)
      it(`is ${isStated ? 'stated' : 'not stated'} of “${text}” (${language})`, async (t) => {
        const articles = [
          ['Weight loss on metformin', 'Metformin lowered weight in 40 men with type 2 diabetes.'],
          ['Fractures on metformin', 'Metformin did not raise fractures in type 2 diabetes.'],
          ['Lipids on metformin', 'Metformin improved cholesterol in women with type 2 diabetes.'],
        ].map(([title, finding], at) =>
          anArticle(`790${at}`, {
            title: `${title} in type 2 diabetes.`,
            abstract: [{ text: `${finding} ${text}` }],
          }),
        );
        const { post } = await buildReviewApp(t, { articles });
        const reply = await post('expert', { question: topic, lang: language });
        const gaps = textUnder(reply.json() as ReviewResponse, heading);
        assert.equal(stated.test(gaps), isStated, gaps);
      });
});

describe('the gaps of a review', () => {
  for (const [language, topic, heading] of [
    ['en', 'Metformin in type 2 diabetes', 'Gaps in the evidence'],
    ['zh', '二甲双胍治疗2型糖尿病', '证据空白'],
  ] as const)
    it(`do not deny an outcome that records state in words of no list (${language})`, async (t) => {
      const articles = ['kidney stones', 'low blood pressure', 'muscle cramps'].map((harm, at) =>
        anArticle(`791${at}`, {
          title: `Metformin in type 2 diabetes and ${harm}: a randomized trial.`,
          publicationTypes: ['Randomized Controlled Trial'],
          abstract: [{ text: `Metformin caused ${harm} in 4 of 90 patients with type 2 diabetes.` }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const reply = await post('expert', { question: topic, lang: language });
      const gaps = textUnder(reply.json() as ReviewResponse, heading);
      assert.notEqual(gaps, '');
      assert.doesNotMatch(gaps, /abstracts mentions|摘要均未提及/);
    });
});
