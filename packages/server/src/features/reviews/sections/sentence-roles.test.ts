import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

type Given = { title: string; text: string };

async function reviewOf(
  t: Parameters<typeof buildReviewApp>[0],
  question: string,
  given: readonly Given[],
): Promise<ReviewResponse> {
  const articles = given.map(({ title, text }, at) =>
    anArticle(`69${10 + at}`, { title, abstract: sectionsOf(text) }),
  );
  const { post } = await buildReviewApp(t, { articles });
  const reply = await post('expert', { question, include: ['comparison'] });
  return reply.json() as ReviewResponse;
}

/** Sections of a Chinese abstract by their labels; an English one is left as running text. */
function sectionsOf(text: string): { label?: string; text: string }[] {
  const parts = text.split(/(方法|结果|结论)：/).slice(1);
  return parts.length === 0
    ? [{ text }]
    : parts.flatMap((label, at) => (at % 2 === 0 ? [{ label, text: parts[at + 1] ?? '' }] : []));
}

/** Further records, without which there would be no review. */
const fillers = {
  en: ['fewer admissions', 'lower costs'].map((what, at) => ({
    title: `Digoxin in heart failure and ${what}.`,
    text: `METHODS We followed ${210 + at} adults with heart failure. CONCLUSIONS Digoxin was associated with ${what} in heart failure.`,
  })),
  zh: ['住院减少', '费用降低'].map((what, at) => ({
    title: `地高辛治疗心力衰竭与${what}`,
    text: `方法：随访${210 + at}例心力衰竭患者。结论：地高辛与心力衰竭患者${what}相关。`,
  })),
};

describe('the sentences of a review without a model', { concurrency: 2 }, () => {
  for (const [question, heading, how, found, records] of [
    [
      'Digoxin in heart failure',
      'Limitations',
      'Publication bias of trials of digoxin was assessed by visual examination of funnel plots.',
      'Publication bias was likely among the trials of digoxin.',
      fillers.en,
    ],
    [
      '地高辛治疗心力衰竭',
      '局限性',
      '采用漏斗图评估发表偏倚，质量低的地高辛试验单独分析。',
      '纳入的地高辛治疗心力衰竭的试验质量低，且样本量小。',
      fillers.zh,
    ],
  ] as const)
    it(`quote as a limitation what was found, not how it was looked for: ${question}`, async (t) => {
      const zh = question.startsWith('地');
      const abstract = (sentence: string) =>
        zh
          ? `方法：汇总地高辛治疗心力衰竭的试验。结果：心力衰竭患者住院减少（P=0.02）。${sentence}结论：地高辛减少心力衰竭患者住院。`
          : `METHODS We pooled trials of digoxin in heart failure. RESULTS Admissions for heart failure were fewer (P = 0.02). ${sentence} CONCLUSIONS Digoxin reduced admissions for heart failure.`;
      const given = [how, found].map((sentence, at) => ({
        title: `${question}, ${zh ? '汇总' : 'synthesis'} ${at}.`,
        text: abstract(sentence),
      }));
      const limits = textUnder(await reviewOf(t, question, [...given, ...records]), heading);
      assert.ok(limits.includes(found), limits);
      assert.ok(!limits.includes(how), limits);
    });

  for (const [question, heading, sentence, records] of [
    [
      'Digoxin in heart failure',
      'Limitations',
      'The effect of digoxin remained significant when the trim-and-fill procedure was used to correct for publication bias.',
      fillers.en,
    ],
    [
      '地高辛治疗心力衰竭',
      '局限性',
      '用剪补法校正发表偏倚后地高辛的效应仍显著，存在局限之处未改变结果。',
      fillers.zh,
    ],
  ] as const)
    it(`quote no test that a result withstood as a limitation: ${question}`, async (t) => {
      const zh = question.startsWith('地');
      const text = zh
        ? `方法：汇总地高辛治疗心力衰竭的试验。结果：${sentence}结论：地高辛减少心力衰竭患者住院。`
        : `METHODS We pooled trials of digoxin in heart failure. RESULTS ${sentence} CONCLUSIONS Digoxin reduced admissions for heart failure.`;
      const review = await reviewOf(t, question, [{ title: `${question}.`, text }, ...records]);
      assert.ok(!textUnder(review, heading).includes(sentence));
    });

  for (const [question, label, records] of [
    ['Digoxin in heart failure', 'CONCLUSIONS', fillers.en],
    ['地高辛治疗心力衰竭', '结论', fillers.zh],
  ] as const)
    it(`do not begin with the mark after a label: ${question}`, async (t) => {
      const zh = question.startsWith('地');
      const articles = [
        anArticle('6990', {
          title: question,
          abstract: [
            {
              label: zh ? '方法' : 'METHODS',
              text: zh ? '：随访心力衰竭患者。' : ': We followed heart failure.',
            },
            {
              label,
              text: zh ? '：地高辛减少心力衰竭患者住院。' : ': Digoxin reduced admissions for heart failure.',
            },
          ],
        }),
        ...records.map(({ title, text }, at) =>
          anArticle(`69${91 + at}`, { title, abstract: sectionsOf(text) }),
        ),
      ];
      const { post } = await buildReviewApp(t, { articles });
      const { review } = (await post('expert', { question })).json() as ReviewResponse;
      assert.doesNotMatch(review, /“[:：]/);
      assert.match(review, /“(?:Digoxin reduced|地高辛减少)/);
    });

  for (const [question, title, text, before, sentence, records] of [
    [
      'Digoxin in heart failure',
      'Function of the heart and digoxin.',
      'We gave digoxin to 236 women with heart failure. The rates of admission for heart failure were 12.1 and 5.4% (P < 0.01). Treatment with digoxin prevented admissions of women with heart failure. The protective effect was associated with digoxin levels and appeared to be mediated by less salt in heart failure.',
      'Treatment with digoxin prevented admissions of women with heart failure.',
      'The protective effect was associated',
      fillers.en,
    ],
    [
      'Digoxin in heart failure',
      'Costs of digoxin.',
      'We gave digoxin to 236 women with heart failure. The cost of digoxin per admission for heart failure was £1127. This is similar to the standard value of digoxin in heart failure, £1390.',
      'The cost of digoxin per admission for heart failure was £1127.',
      'This is similar to the standard value',
      fillers.en,
    ],
    [
      'Digoxin in heart failure',
      'Digoxin by sex.',
      'We gave digoxin to 236 women with heart failure. CONCLUSIONS Digoxin is often hard to dose in heart failure. This leads to higher rates of admission for heart failure.',
      'Digoxin is often hard to dose in heart failure.',
      'This leads to higher rates',
      fillers.en,
    ],
    [
      '地高辛治疗心力衰竭',
      '地高辛与心功能',
      '方法：236例心力衰竭患者使用地高辛。结果：地高辛使心力衰竭患者住院减少。结论：该保护作用与心力衰竭患者的地高辛浓度相关。',
      '地高辛使心力衰竭患者住院减少。',
      '该保护作用与心力衰竭患者的地高辛浓度相关',
      fillers.zh,
    ],
  ] as const)
    it(`are not quoted without the one that they refer to: ${sentence}`, async (t) => {
      const { review } = await reviewOf(t, question, [{ title, text }, ...records]);
      const lines = review.split('\n').filter((line) => line.includes(sentence));
      for (const line of lines) {
        const near = review.slice(
          Math.max(0, review.indexOf(line) - 300),
          review.indexOf(line) + line.length,
        );
        assert.ok(near.includes(before), near);
        assert.ok(near.indexOf(before) < near.indexOf(sentence), near);
      }
      assert.ok(review.includes(before), review);
    });

  it('are no aim if a publisher advertises a book', async (t) => {
    const title = 'Digoxin in heart failure';
    const text =
      'The book examines digoxin in heart failure. Readers will learn what makes digoxin different in heart failure. This new edition on digoxin in heart failure contains 13 instead of 15 chapters and chapter objectives.';
    const { review } = await reviewOf(t, title, [{ title: `${title}, second edition`, text }, ...fillers.en]);
    assert.doesNotMatch(review, /\(aim[^)]*\)[^\n]*(?:13 instead of 15|book examines|Readers will)/);
    assert.doesNotMatch(review, /13 instead of 15/);
  });

  for (const [question, title, text] of [
    [
      'Digoxin for heart failure in elderly patients',
      'Digoxin for heart failure: is age a contraindication in elderly patients?',
      'METHODS Six hundred and twenty consecutive patients with heart failure received digoxin. Five hundred and twenty-four patients were younger than 65 years, and 96 patients were 65 years or older. RESULTS Admissions for heart failure were fewer in elderly patients (P = 0.02). CONCLUSIONS Digoxin is safe for heart failure in elderly patients.',
    ],
    [
      '地高辛治疗老年人心力衰竭',
      '地高辛治疗老年人心力衰竭的安全性',
      '方法：纳入620例心力衰竭患者，其中524例年龄小于65岁，96例为65岁及以上老年人。结果：老年人心力衰竭住院减少（P=0.02）。结论：地高辛治疗老年人心力衰竭安全。',
    ],
  ] as const)
    it(`give no number of participants if only a part of them is meant: ${question}`, async (t) => {
      const places = [
        [301, 'living at home', '门诊'],
        [402, 'admitted from nursing care', '护理院'],
      ] as const;
      const others = places.map(([n, where, place]) => ({
        title: question.startsWith('D')
          ? `Digoxin for heart failure in elderly patients ${where}`
          : `地高辛治疗${place}老年人心力衰竭`,
        text: question.startsWith('D')
          ? `METHODS We included ${n} elderly patients with heart failure. CONCLUSIONS Digoxin lowered admissions of elderly patients for heart failure, ${where}.`
          : `方法：纳入${n}例老年心力衰竭患者使用地高辛。结论：${place}老年心力衰竭患者使用地高辛后住院减少。`,
      }));
      const { comparison } = await reviewOf(t, question, [{ title, text }, ...others]);
      const sizes = new Map(comparison?.map(({ pmid, n }) => [pmid, n?.text]));
      assert.equal(sizes.get('6910'), undefined, JSON.stringify([...sizes]));
      assert.ok(sizes.get('6911'), JSON.stringify([...sizes]));
    });
});
