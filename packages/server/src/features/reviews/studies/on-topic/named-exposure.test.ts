import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../../testing/app/review-app.ts';
import { namedOutcomes } from '../named-outcomes.ts';
import type { Study, StudyEffect } from '../studies.ts';
import { namedExposure } from './named-exposure.ts';
import { concernsOpposite } from './opposite.ts';

const records = {
  en: [
    [
      'Smoking cessation and outcomes of lung cancer.',
      'RESULTS Continued smoking was associated with more mortality (hazard ratio 2.94, 95% confidence interval 1.15 to 7.54) and recurrence (1.86, 1.01 to 3.41) of lung cancer. CONCLUSIONS Smoking cessation improved outcomes of lung cancer.',
    ],
    ['Smoking and lung cancer in mines.', 'CONCLUSIONS Smoking was associated with lung cancer.'],
    ['Smoking and lung cancer at sea.', 'CONCLUSIONS Smoking raised the risk of lung cancer.'],
  ],
  zh: [
    [
      '戒烟与肺癌结局',
      '结果：继续吸烟与肺癌患者死亡率升高相关（风险比2.94，95%置信区间1.15-7.54），与复发相关（风险比1.86，95%置信区间1.01-3.41）。结论：戒烟改善肺癌结局。',
    ],
    ['矿工吸烟与肺癌', '结论：吸烟与肺癌相关。'],
    ['船员吸烟与肺癌', '结论：吸烟使肺癌风险升高。'],
  ],
} as const;

describe('a ratio in the table and the plots of a review', { concurrency: 2 }, () => {
  for (const [language, topic, section] of [
    ['en', 'Smoking and lung cancer', 'Comparison of the studies'],
    ['zh', '吸烟与肺癌', '研究比较'],
  ] as const)
    it(`names what it is of, and is not beside the opposite: ${language}`, async (t) => {
      const articles = records[language].map(([title, text], at) =>
        anArticle(`76${10 + at}`, { title, abstract: [{ text }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const reply = await post('expert', { question: topic, include: ['comparison', 'figures'] });
      const review = reply.json() as ReviewResponse;
      const row = review.comparison?.find(({ pmid }) => pmid === '7610');
      assert.equal(row?.intervention ?? null, null);
      for (const { study } of (review.figures?.plots ?? []).flatMap(({ studies }) => studies))
        assert.match(study, /Continued smoking|继续吸烟/);
      for (const line of textUnder(review, section).split('\n'))
        if (line.includes('1.86')) assert.match(line, /Continued smoking|继续吸烟/);
    });

  for (const [effect, intervention, isOpposite] of [
    ['Continued smoking was associated with mortality (HR 2.94, 1.15 to 7.54)', 'smoking cessation', true],
    [
      'Mortality was lower in quitters (HR 0.5, 0.3 to 0.7) than with continued smoking',
      'smoking cessation',
      false,
    ],
    ['继续吸烟与死亡率升高相关（风险比2.94，1.15-7.54）', '戒烟', true],
    ['戒烟者死亡率较继续吸烟者低（风险比0.5，0.3-0.7）', '戒烟', false],
    ['Mortality was lower with statins (HR 0.8, 0.7 to 0.9)', 'statins', false],
  ] as const)
    it(`knows the opposite of an intervention: ${effect}`, () => {
      assert.equal(concernsOpposite(effect, intervention), isOpposite);
    });
});

describe('the name of an exposure', () => {
  const nameOf = (text: string, outcome: string, wordings: readonly string[]) =>
    namedExposure(
      { article: anArticle('7690', { title: '', abstract: [{ text }] }) } as Study,
      { sentenceStart: 0, outcome: { span: { text: outcome } } } as StudyEffect,
      wordings,
    );

  for (const [text, outcome, wordings, name] of [
    [
      'The risk of hospitalization for heart failure was lower with the drug (HR 0.7, 95% CI 0.6 to 0.8).',
      'hospitalization for heart failure',
      ['heart failure'],
      undefined,
    ],
    ['维生素D组与安慰剂组骨折风险相近（HR 0.95）。', '骨折', ['维生素D'], '维生素D'],
    ['维生素D缺乏者骨折风险较高（HR 1.4）。', '骨折', ['维生素D'], '维生素D缺乏'],
  ] as const)
    it(`is no part of the outcome, and not cut from a longer word: ${text}`, () =>
      assert.equal(nameOf(text, outcome, wordings), name));

  it('is beside an outcome that is named with what makes it another one', () => {
    const names = (text: string) => namedOutcomes(text).map(({ name }) => name);
    assert.deepEqual(names('非椎体骨折风险降低'), ['nonvertebral fracture']);
    assert.deepEqual(names('Nonvertebral fractures were rarer'), ['nonvertebral fracture']);
  });
});
