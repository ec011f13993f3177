import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../testing/app/review-app.ts';
import { definesOutcome, describesProcedure, isNoFinding, isOutlook } from './no-finding.ts';

describe('a sentence without a finding', () => {
  for (const text of [
    'Only long-term follow-up will show how well these studies predict the disease.',
    'Improved campaigns as well as the design of novel vaccines are imaginable.',
    'Findings suggest that cluster analyses may be useful in identifying groups for targeted messages.',
    'Outbreaks tend to be unpredictable, and a safe vaccine will be an important public health tool.',
    'Interventions to improve the assessments of physicians may minimize disparities in care.',
    'This multi-epitope vaccine may be a promising candidate for the control of the infection.',
    'Improving water supply in areas with a critical density could increase the efficiency of control efforts.',
    'Understanding how expression is regulated may provide novel avenues for therapy.',
    'Therapeutic approaches that target stem cells should be explored.',
    'There is an urgent need for trials of regular health checks.',
    'An understanding of severe disease may identify rational targets for drugs.',
    'The success of this approach will also depend on the capacity to transfer the cells.',
    'The clinical application of the assay still needs further validation.',
    '该疫苗有望成为防治感染的新手段。',
    '本研究为临床治疗提供了新的思路。',
    '该方法值得进一步研究。',
    '只有长期随访才能说明其预测价值。',
  ])
    it(`is an outlook: ${text}`, () => assert.ok(isOutlook(text)));

  for (const text of [
    'The vaccine was safe and immunogenic, and may be useful in the elderly.',
    'The results suggest that dexamethasone can be used as an effective alternative to prednisone.',
    'The genotype may be a risk factor for kidney failure.',
    'Combined therapy may improve outcome relative to monotherapy.',
    'Using solid culture, 150 cultures need to be tested for one change of treatment.',
    'Efforts to promote wine may have limited value.',
    'Troponin reliably identified high-risk patients, who would benefit from tirofiban.',
    'Alarmins and gene mutations license a common inflammasome circuit, which suggests new avenues for therapy.',
    '该疫苗安全有效，有望用于老年人。',
    '补充叶酸可降低子痫前期风险。',
  ])
    it(`is no outlook with one: ${text}`, () => assert.ok(!isOutlook(text)));

  for (const text of [
    'The primary study endpoint was a reduction of at least 50% of the product of headache duration and frequency.',
    'The main outcome measure was time to death.',
    'Secondary outcomes included mortality and length of stay.',
    '主要结局为全因死亡。',
  ])
    it(`defines an outcome: ${text}`, () => assert.ok(definesOutcome(text)));
  for (const text of [
    'The primary outcome was similar in both groups.',
    'The primary endpoint was death, which occurred in 12% and 14%.',
    'The primary outcome was reduced by 12%.',
    '主要结局两组差异无统计学意义。',
  ])
    it(`does not define one: ${text}`, () => assert.ok(!definesOutcome(text)));

  for (const text of [
    'Three different doses of sitagliptin were administered daily for 12 weeks by gastric gavage.',
    'Two types of subjects were included.',
    'We compared the diagnostic capabilities of both scans.',
    'We established a model of metastasis in a rotating bioreactor.',
    '每日灌胃给予三种剂量的西格列汀',
  ])
    it(`tells what was done: ${text}`, () => assert.ok(describesProcedure(text)));
  for (const text of [
    'Patients treated with digoxin were less often readmitted.',
    'Of those treated, 40% were cured.',
  ])
    it(`tells more: ${text}`, () => assert.ok(!isNoFinding(text)));
});

/** Records on digoxin in heart failure, the sentence that leads, and one that is never quoted as a finding. */
const records: readonly {
  title: string;
  sections: readonly [label: string, text: string][];
  types?: string[];
  quoted?: string;
  never: string;
}[] = [
  {
    title: 'Digoxin in chronic heart failure: a multicentre controlled study.',
    sections: [
      [
        '',
        'In 197 patients with heart failure digoxin was compared with captopril and placebo in a double-blind, parallel-group trial of twelve weeks. The primary study endpoint was a reduction of at least 50% of the days in hospital. Statistics used were analysis of variance. No significant difference emerged between digoxin, captopril and placebo with respect to the primary study endpoint. Breathlessness was reduced by 31.8% on digoxin in heart failure.',
      ],
    ],
    quoted: 'No significant difference emerged between digoxin, captopril and placebo',
    never: 'The primary study endpoint was a reduction',
  },
  {
    title: 'Digoxin and the prediction of death in heart failure.',
    sections: [
      ['METHODS', 'We followed 84 patients with heart failure on digoxin.'],
      ['RESULTS', 'Digoxin levels in heart failure were associated with death (p<0.01).'],
      [
        'CONCLUSIONS',
        'Only long-term follow-up will show how well digoxin levels predict death in heart failure.',
      ],
    ],
    quoted: 'Digoxin levels in heart failure were associated with death',
    never: 'Only long-term follow-up',
  },
  {
    title: 'Digoxin in heart failure: perspectives.',
    sections: [
      [
        '',
        'Novel glycosides in heart failure are imaginable. There is an urgent need for trials of digoxin in heart failure. Digoxin may be a useful tool in heart failure.',
      ],
    ],
    never: 'may be a useful tool',
  },
];

describe('the finding by which a review represents a record', () => {
  for (const [language, question, heading, none] of [
    ['en', 'Digoxin in heart failure', 'Findings', 'no sentence of its abstract was recognized as a finding'],
    ['zh', '地高辛治疗心力衰竭', '主要结果', '摘要中没有句子被识别为研究结果'],
  ] as const)
    it(`is a finding, or none is shown (${language})`, async (t) => {
      const articles = records.map(({ title, sections }, at) =>
        anArticle(`785${at}`, {
          title,
          abstract: sections.map(([label, text]) => ({ ...(label && { label }), text })),
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (await post('expert', { question, lang: language })).json() as ReviewResponse;
      const list = textUnder(review, heading);
      for (const { quoted = none, never } of records) {
        assert.ok(list.includes(quoted), `${quoted}\n${list}`);
        assert.ok(!review.review?.includes(never), `${never}\n${review.review}`);
      }
    });
});
