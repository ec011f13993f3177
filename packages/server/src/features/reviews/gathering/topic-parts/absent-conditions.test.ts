import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';
import { buildReviewApp, textUnder } from '../../../../testing/app/review-app.ts';
import { readAbsence } from './absent-conditions.ts';

/** Topics on people who do not have something, with records on them and on those who have it. */
const topics: readonly TopicRule[] = [
  {
    rule: 'women who are not pregnant are not pregnant ones',
    questions: ['Hypertension in non-pregnant women', '非妊娠女性的高血压'],
    on: [
      [
        'Hypertension of nonpregnant women in one town.',
        'We aimed to count hypertension in nonpregnant women. Women answered letters. Hypertension was frequent in nonpregnant women.',
      ],
    ],
    off: [
      [
        'Hypertension in pregnancy.',
        'We aimed to count hypertension in pregnant women. Pregnant women and nonpregnant controls were measured. Hypertension was frequent in pregnant women.',
      ],
      [
        'Hypertension of women in another town.',
        'We aimed to count hypertension in women. Women answered letters at 9 sites. Hypertension was frequent in women.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'people without a disease do not have it',
    questions: ['Hypertension in people without diabetes', '非糖尿病患者的高血压'],
    on: [
      [
        'Hypertension of nondiabetic adults.',
        'We aimed to count hypertension in nondiabetic adults. Nondiabetic adults answered letters. Hypertension was frequent in nondiabetic adults.',
      ],
    ],
    off: [
      [
        'Hypertension in diabetes.',
        'We aimed to count hypertension in diabetes. Adults with diabetes answered letters. Hypertension was frequent in diabetes, and rare without diabetes.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'those who never smoked are no smokers',
    questions: ['Lung cancer in never smokers', '非吸烟者肺癌'],
    on: [
      [
        'Lung cancer of lifelong nonsmokers.',
        'We aimed to count lung cancer in those who never smoked. Registers were read. Lung cancer was rare in never smokers.',
      ],
    ],
    off: [
      [
        'Smoking cessation and lung cancer.',
        'We aimed to determine whether smoking cessation prevents lung cancer. Smokers were followed. Lung cancer was rarer after smoking cessation.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'the uninfected are not infected',
    questions: ['HIV-negative patients with tuberculosis', 'HIV阴性的结核病患者'],
    on: [
      [
        'Tuberculosis in HIV-uninfected adults.',
        'We aimed to count tuberculosis in HIV-uninfected adults. Registers were read. Tuberculosis was rare in HIV-uninfected adults.',
      ],
    ],
    off: [
      [
        'Tuberculosis in HIV-coinfected patients.',
        'We aimed to count tuberculosis in HIV-coinfected patients. Registers were read. Tuberculosis was frequent in HIV-coinfected patients.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'people who are not old are younger',
    questions: ['Hypertension in non-elderly adults', '非老年人的高血压'],
    on: [
      [
        'Hypertension of middle-aged adults in one town.',
        'We aimed to count hypertension in middle-aged adults. Adults answered letters. Hypertension was frequent in middle-aged adults.',
      ],
    ],
    off: [
      [
        'Hypertension of the elderly.',
        'We aimed to count hypertension in the elderly. Elderly adults answered letters. Hypertension was frequent in the elderly.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'women before the menopause are not postmenopausal',
    questions: ['Breast cancer in non-menopausal women', '未绝经女性的乳腺癌'],
    on: [
      [
        'Breast cancer of premenopausal women.',
        'We aimed to count breast cancer in premenopausal women. Registers were read. Breast cancer was rare in premenopausal women.',
      ],
    ],
    off: [
      [
        'Breast cancer of postmenopausal women.',
        'We aimed to count breast cancer in postmenopausal women. Registers were read. Breast cancer was frequent in postmenopausal women.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'those who took part count, and no mean of other women',
    questions: ['Osteoporosis in non-menopausal women', '未绝经女性的骨质疏松'],
    on: [
      [
        'Osteoporosis of young nurses.',
        'We aimed to count osteoporosis. Of 90 premenopausal women all were measured. Osteoporosis was rare. Few had a fracture. Osteoporosis is rare in nurses.',
      ],
    ],
    off: [
      [
        'Alendronate for osteoporosis.',
        'We aimed to compare doses for osteoporosis. We enrolled 90 postmenopausal women with bones 2.5 deviations below the premenopausal mean. Bones became denser. Few had a fracture. Both doses help in osteoporosis.',
      ],
      [
        'Milk and osteoporosis.',
        'We aimed to determine whether milk prevents osteoporosis. We followed 90 nurses. Osteoporosis was rarer with milk. Milk prevented osteoporosis, but not in premenopausal women. Milk prevents osteoporosis.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'women before the menopause are named in either way',
    questions: ['Breast cancer in premenopausal women', '绝经前女性的乳腺癌'],
    on: [
      [
        'Breast cancer of premenopausal women.',
        'We aimed to count breast cancer in premenopausal women. Registers were read. Breast cancer was rare in premenopausal women.',
      ],
    ],
    off: [
      [
        'Breast cancer and weight.',
        'We aimed to count breast cancer by weight. We followed 90 postmenopausal women. Breast cancer was frequent in heavy women.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'an age up to which people took part makes nobody younger',
    questions: ['Osteoporosis in non-elderly adults', '非老年人的骨质疏松'],
    on: [
      [
        'Osteoporosis of middle-aged adults in one town.',
        'We aimed to count osteoporosis in middle-aged adults. Adults answered letters. Osteoporosis was rare in middle-aged adults.',
      ],
    ],
    off: [
      [
        'Risedronate for osteoporosis.',
        'We aimed to determine whether risedronate helps adults with osteoporosis. We enrolled 90 women younger than 85 years past the menopause. Risedronate helped adults with osteoporosis.',
      ],
      [
        'Bones of adults with osteoporosis.',
        'We aimed to review who should be measured for osteoporosis. We included adults older than 65 and younger women. Adults with osteoporosis should be measured.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'a strain of mice is no population',
    questions: ['Hypertension in non-obese adults', '非肥胖成人的高血压'],
    on: [
      [
        'Hypertension of adults in one town.',
        'We aimed to count hypertension. Of 90 adults without obesity all were measured. Hypertension was rare. Salt was not counted. Hypertension is rare in this town.',
      ],
      [
        'Hypertension of adults in another town.',
        'We aimed to count hypertension. Of 90 adults all were measured. People with obesity were excluded. Hypertension was rare. Hypertension is rare in adults of this town.',
      ],
    ],
    off: [
      [
        'Hypertension in the nonobese diabetic mouse.',
        'We aimed to cause hypertension in nonobese diabetic mice. Mice ate salt. Salt caused hypertension in nonobese diabetic mice.',
      ],
    ],
  },
];

describeTopics('a review without a model includes no records on the opposite of its people:', topics);

describe('a condition that the people of a topic do not have', () => {
  const articles = ['7301', '7302', '7303'].map((pmid, at) =>
    anArticle(pmid, {
      title: `Asthma of adults in town ${at}.`,
      abstract: [
        {
          text: `We aimed to count asthma in adults. ${100 + at} adults with asthma answered letters. Asthma was frequent in town ${at}.`,
        },
      ],
      mesh: [],
    }),
  );

  for (const [question, note, methods] of [
    [
      'Asthma in non-hospitalized patients',
      '**Records were not checked for “non-hospitalized”**',
      'Not checked, because the rules cannot determine it: “non-hospitalized”.',
    ],
    [
      '哮喘 asthma in non-hospitalized patients',
      '**未按“non-hospitalized”筛选记录**',
      '“non-hospitalized”未作筛选：规则无法判断。',
    ],
  ] as const)
    it(`is named as not checked if no list has it: ${question}`, {
      tags: ['expert.request.question'],
    }, async (t) => {
      const { post } = await buildReviewApp(t, { articles });
      const language = /\p{Script=Han}/u.test(question) ? 'zh' : 'en';
      const review = (await post('expert', { question, lang: language })).json() as ReviewResponse;
      assert.equal(review.references.length, 3);
      assert.ok(review.review.slice(0, review.review.indexOf('\n## ')).includes(note), review.review);
      assert.ok(textUnder(review, language === 'zh' ? '检索方法' : 'Search methods').includes(methods));
    });

  for (const [question, methods] of [
    [
      'Asthma in adults without diabetes',
      'Only records whose participants are described as: “without diabetes”.',
    ],
    ['无糖尿病的哮喘患者', '仅纳入自身说明了“无糖尿病”的文献。'],
  ] as const)
    it(`is named in the methods: ${question}`, async (t) => {
      const { post } = await buildReviewApp(t, { articles });
      const review = (await post('expert', { question })).json() as ReviewResponse;
      assert.deepEqual(review.references, []);
      assert.ok(review.review.includes(methods), review.review);
    });

  for (const topic of [
    'Diabetic versus non-diabetic patients with stroke',
    'Stroke in people with and without diabetes',
    'Non-alcoholic fatty liver disease in adults',
    'Noninvasive ventilation in patients with COPD',
    'Gram-negative bacteremia',
    '糖尿病与非糖尿病患者的卒中',
    '有无糖尿病患者的卒中',
    '无症状感染者',
    '不孕症患者的治疗',
    '未成年人抑郁',
  ])
    it(`is none in a topic that compares it or has a name of this form: ${topic}`, () =>
      assert.deepEqual(readAbsence(topic, () => false).absent, []));
});
