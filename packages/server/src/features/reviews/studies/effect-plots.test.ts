import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';

const topics = { en: 'Metformin in type 2 diabetes', zh: '二甲双胍治疗2型糖尿病' } as const;
const sections = { en: 'Comparison of the studies', zh: '研究比较' } as const;

/**
 * Returns the plots of a review on metformin in type 2 diabetes over studies with these results, by heading and PMIDs.
 */
async function plotsOf(t: TestContext, language: 'en' | 'zh', ...results: string[]) {
  const articles = results.map((sentence, at) =>
    anArticle(String(3301 + at), {
      title: 'Metformin in type 2 diabetes: a study.',
      abstract: [{ label: 'RESULTS', text: sentence }],
    }),
  );
  // A review needs three records; the added ones report no ratio.
  while (articles.length < 3)
    articles.push(
      anArticle(String(3401 + articles.length), {
        title: 'Metformin in type 2 diabetes: another study.',
        abstract: [{ label: 'RESULTS', text: 'Metformin lowered HbA1c in type 2 diabetes.' }],
      }),
    );
  const { post } = await buildReviewApp(t, { articles });
  const reply = await post('expert', { question: topics[language], include: ['figures'] });
  const review = reply.json() as ReviewResponse;
  const text = textUnder(review, sections[language]);
  const plots = review.figures?.plots ?? [];
  for (const { heading, studies } of plots) {
    assert.ok(text.includes(`**${heading}**`), heading);
    for (const { effect, outcome, pmid } of studies)
      for (const span of [effect, outcome])
        assert.equal(results[Number(pmid) - 3301]?.includes(span.text), true, span.text);
  }
  return {
    text,
    plots: plots.map(({ heading, studies }) => [heading, ...studies.map(({ pmid }) => pmid).sort()]),
    studies: plots.map((plot) => [plot.several_outcomes, ...plot.studies.map(({ study }) => study)]),
  };
}

describe('the plotted effects of a review', () => {
  for (const [language, headings] of [
    ['en', ['Mortality: HR', 'Mortality: adjusted HR']],
    ['zh', ['死亡：HR', '死亡：校正后 HR']],
  ] as const)
    it(`separate adjusted from unadjusted effects: ${language}`, async (t) => {
      const { plots } = await plotsOf(
        t,
        language,
        'Metformin lowered mortality (HR 0.66, 95% CI 0.50-0.87).',
        'Metformin lowered mortality (adjusted HR 0.70, 95% CI 0.60-0.82).',
        'Metformin did not change mortality (hazard ratio 1.04; 95 percent confidence interval 0.90 to 1.20).',
        'After adjustment for age, metformin lowered mortality (HR 0.81, 95% CI 0.70-0.94).',
      );
      assert.deepEqual(plots.sort(), [
        [headings[0], '3301', '3303'],
        [headings[1], '3302', '3304'],
      ]);
    });

  for (const [language, question, headings] of [
    [
      'en',
      'Ticagrelor versus clopidogrel in acute coronary syndromes',
      ['Major bleeding: HR', 'Mortality: HR'],
    ],
    ['zh', '替格瑞洛与氯吡格雷治疗急性冠脉综合征', ['严重出血：HR', '死亡：HR']],
  ] as const)
    it(`combine two real records whose titles name the comparator: ${language}`, async (t) => {
      // Sentences of two papers on one trial, and a record with another comparator.
      const articles = (
        [
          [
            'Ticagrelor vs. clopidogrel in patients with acute coronary syndromes and diabetes: a substudy from the PLATelet inhibition and patient Outcomes (PLATO) trial',
            'METHODS AND RESULTS we analysed patients with pre-existing DM (n = 4662). In patients with DM, the reduction in the primary composite endpoint (HR: 0.88, 95% CI: 0.76-1.03), all-cause mortality (HR: 0.82, 95% CI: 0.66-1.01), and stent thrombosis (HR: 0.65, 95% CI: 0.36-1.17) with no increase in major bleeding (HR: 0.95, 95% CI: 0.81-1.12) with ticagrelor was consistent with the overall cohort and without significant diabetes status-by-treatment interactions.',
          ],
          [
            'Ticagrelor vs. clopidogrel in patients with non-ST-elevation acute coronary syndrome with or without revascularization: results from the PLATO trial',
            'METHODS AND RESULTS: In NSTE-ACS patients, the primary endpoint was reduced with ticagrelor vs. clopidogrel [10.0 vs. 12.3%; hazard ratio (HR) 0.83; 95% confidence interval (CI) = 0.74–0.93], as was myocardial infarction (6.6 vs. 7.7%; HR 0.86; 95% CI = 0.74–0.99), cardiovascular death (3.7 vs. 4.9%; HR 0.77; 95% CI = 0.64–0.93), and all-cause death (4.3 vs. 5.8%; HR 0.76; 95% CI = 0.64–0.90). Major bleeding rate was similar between treatment groups (13.4 vs. 12.6%; HR 1.07; 95% CI = 0.95–1.19), but ticagrelor was associated with an increase in non-CABG major bleeding (4.8 vs. 3.8%; HR 1.28; 95% CI = 1.05–1.56).',
          ],
          [
            'Ticagrelor vs. prasugrel in acute coronary syndromes treated with clopidogrel before.',
            'RESULTS: Ticagrelor lowered all-cause mortality (HR 0.70, 95% CI 0.55-0.89) without more major bleeding (HR 1.01, 95% CI 0.90-1.13).',
          ],
        ] as const
      ).map(([title, text], at) => anArticle(String(3301 + at), { title, abstract: [{ text }] }));
      const { post } = await buildReviewApp(t, { articles });
      const reply = await post('expert', { question, include: ['figures'] });
      const plots = (reply.json() as ReviewResponse).figures?.plots ?? [];
      assert.deepEqual(
        plots
          .filter((plot) => !plot.several_outcomes)
          .map(({ heading, studies }) => [heading, ...studies.map(({ pmid, value }) => [pmid, value]).sort()])
          .sort(),
        [
          [headings[0], ['3301', 0.95], ['3302', 1.07]],
          [headings[1], ['3301', 0.82], ['3302', 0.76]],
        ],
      );
      for (const { studies } of plots)
        for (const { pmid, comparator } of studies)
          assert.equal(comparator?.text, pmid === '3303' ? 'prasugrel' : 'clopidogrel');
    });

  for (const [language, heading, first, note] of [
    [
      'en',
      'Outcomes reported by one study each: HR',
      /^Mortality: \S/,
      'do not compare them with one another',
    ],
    ['zh', '各由一项研究报告的结局：HR', /^死亡：\S/, '不可相互比较'],
  ] as const)
    it(`form an overview if each study has its own outcome: ${language}`, async (t) => {
      const { plots, studies, text } = await plotsOf(
        t,
        language,
        'Metformin lowered mortality (HR 0.66, 95% CI 0.50-0.87) and stroke (0.80, 0.66 to 0.97).',
        'Metformin was associated with pancreatic cancer (HR 1.10, 95% CI 0.90-1.34).',
        // Another measure, and an interval with another level.
        'Metformin lowered infections (OR 0.70, 95% CI 0.52-0.94).',
        'Metformin lowered falls (HR 0.70, 99% CI 0.50-0.98).',
      );
      assert.deepEqual(plots, [[heading, '3301', '3301', '3302']]);
      assert.equal(studies[0]?.[0], true);
      assert.ok(
        studies[0]?.some((study) => first.test(String(study))),
        JSON.stringify(studies),
      );
      assert.ok(text.includes(note));
    });

  for (const [name, ...results] of [
    [
      'a condition shared only by the participants',
      'Insulin lowered mortality in patients with type 2 diabetes (HR 0.66, 95% CI 0.50-0.87).',
      'Exercise lowered mortality in type 2 diabetes (HR 0.70, 95% CI 0.60-0.82).',
    ],
    [
      'the comparator',
      'Metformin lowered mortality (HR 0.66, 95% CI 0.50-0.87).',
      'Insulin raised mortality compared with metformin (HR 1.40, 95% CI 1.20-1.63).',
    ],
    [
      'another active comparator',
      'Metformin lowered mortality compared with placebo (HR 0.66, 95% CI 0.50-0.87).',
      'Metformin lowered mortality compared with sulfonylureas (HR 0.80, 95% CI 0.70-0.91).',
    ],
    [
      'an adjusted covariate',
      'Metformin lowered mortality after adjustment for age (HR 0.66, 95% CI 0.50-0.87).',
      'Insulin raised mortality after adjusting for metformin (HR 1.40, 95% CI 1.20-1.63).',
    ],
    [
      'different outcomes of similar name',
      'Metformin lowered breast cancer mortality (HR 0.66, 95% CI 0.50-0.87).',
      'Metformin lowered in-hospital mortality (RR 0.80, 95% CI 0.70-0.91).',
    ],
  ] as const)
    it(`are not combined by ${name}`, async (t) => {
      assert.deepEqual((await plotsOf(t, 'en', ...results)).plots, []);
    });
});
