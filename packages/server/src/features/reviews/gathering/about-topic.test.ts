import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { aboutTopic } from './about-topic.ts';

function isAbout(question: string, text: string): boolean {
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  return aboutTopic(query)(anArticle('1', { title: 'A study.', abstract: [{ text }] }));
}

describe('isAbout', () => {
  for (const [question, text, expected] of [
    // Both parts of the topic, in at least one sentence.
    ['Smoking in pregnancy', 'Smoking in pregnancy fell. Newborns weighed more. Care is free.', false],
    ['Smoking in pregnancy', 'Smoking was common. Pregnancy was risky. Smoking in pregnancy fell.', true],
    ['孕期吸烟', 'We asked 9 mothers. Smoking in pregnancy was common.', true],
    ['孕期吸烟', 'Binge drinking in pregnancy is common. Pregnancy was followed for years.', false],
    ['Smoking in pregnancy', 'Pregnancy ended early. Smoking fell. Pregnancy is long. Smoking kills.', false],
    // Adjustment variables were not studied.
    [
      'Smoking in pregnancy',
      'Folic acid was taken in pregnancy. Risks in pregnancy were adjusted for smoking. Pregnancy and smoking were covariates.',
      false,
    ],
    // One of many items in a list.
    [
      'Sleep apnea treatment',
      'Surgery lowered weight. It lessens diabetes, hypertension, angina, infarction, and sleep apnea.',
      false,
    ],
    // A gastric bypass is not a heart bypass.
    [
      'Coronary artery bypass surgery',
      'Gastric bypass surgery helps. Bypass operations are safe. Roux-en-Y gastric bypass surgery cures diabetes.',
      false,
    ],
    ['Coronary artery bypass surgery', 'CABG was done. Coronary artery bypass grafts were open.', true],
    // A topic whose subject is in no list.
    ['Treatment of leprosy', 'Genes were found. The leprosy bacillus has them. Others lack them.', false],
    ['Treatment of leprosy', 'Leprosy has two forms. Genes were found. Monocytes decide on leprosy.', true],
  ] as const)
    it(`is ${expected ? '' : 'not '}true for ${question}: ${text}`, () =>
      assert.equal(isAbout(question, text), expected));
});
