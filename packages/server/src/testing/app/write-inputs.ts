import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { WriteInput } from '../../features/answers/model/answer-prompt.ts';
import { toCitable } from '../../literature/ranking/passage.ts';

const trial = toCitable(
  anArticle('38000001', {
    title: 'Metformin in type 2 diabetes: a randomized trial.',
    journal: 'Lancet',
    year: '2021',
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
  }),
);
const retracted = toCitable(
  anArticle('38000002', {
    title: 'Metformin cures all.',
    journal: 'J Doubt',
    year: '2015',
    retracted: true,
  }),
);

const cohort = toCitable(
  anArticle('38000003', { title: 'Metformin and mortality.', journal: 'BMJ', year: '2016' }),
);

/** Findings of a trial, and of a retracted paper. */
const findings = [
  { id: 'E1', article: trial, text: 'HbA1c fell by 1.1 %.', label: 'RESULTS', start: 0, end: 20, score: 3 },
  { id: 'E2', article: retracted, text: 'All were cured.', start: 0, end: 15, score: 2 },
];

/** Input of a writer with everything that it may contain, by its language. */
export const writeInputs: Record<'en' | 'zh', WriteInput> = {
  en: {
    question: 'And in children?',
    history: [{ q: 'Does metformin lower HbA1c?', a: 'Yes, by about 1 % [1][2].' }],
    language: 'en',
    passages: [
      ...findings,
      { id: 'E3', article: trial, text: 'Nausea was more common.', start: 30, end: 53, score: 1 },
      {
        ...{ id: 'E5', article: cohort, text: 'Mortality was lower.', start: 40, end: 60, score: 1 },
        study: {
          kind: 'cohort',
          group: { en: 'women', zh: '女性', classifier: '名', kind: 'people' },
          n: 2_512,
          year: '2016',
        },
      },
      { id: 'E4', article: cohort, text: 'We followed women.', start: 0, end: 18, score: 0, isContext: true },
    ],
    attachment: [{ text: 'Ward protocol: start with 500 mg [E1].', start: 0, end: 38, score: 1 }],
    imageDescription: 'A laboratory report: HbA1c 8.2 %.',
  },
  zh: {
    question: '儿童呢？',
    history: [{ q: '二甲双胍能降低糖化血红蛋白吗？', a: '能，约下降 1 % [1][2]。' }],
    language: 'zh',
    passages: findings,
    attachment: [{ text: '科室方案：起始剂量 500 mg［E1］。', start: 0, end: 22, score: 1 }],
    imageDescription: '检验报告：糖化血红蛋白 8.2 %。',
  },
};
