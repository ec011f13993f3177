import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { interventionOf, populationOf } from './study-cells.ts';

function populationIn(title: string, text: string): string {
  return populationOf(anArticle('1', { title, abstract: [{ text }] }));
}

describe('whom a study is about', () => {
  for (const [title, text, expected] of [
    [
      'Statins after stroke.',
      'We enrolled 312 patients with ischemic stroke who were seen at two centres.',
      'patients with ischemic stroke',
    ],
    [
      'Yoga for sleep in older women with insomnia: a trial.',
      'Patients were randomized.',
      'older women with insomnia',
    ],
    [
      'Early feeding.',
      'Preterm infants admitted for intensive care were fed early or late.',
      'Preterm infants admitted for intensive care',
    ],
    [
      'Mortality on statins.',
      'Patients receiving statins were less likely to die than those who did not.',
      'Patients receiving statins',
    ],
    ['Zinc and pneumonia in children.', 'Zinc was given.', 'children'],
    ['Screening.', 'Coverage differed between countries and individuals.', ''],
    [
      'Open-label treatment.',
      'We assigned adults with gout at 14 hospitals to febuxostat or allopurinol.',
      'adults with gout',
    ],
    ['心力衰竭指南。', '本指南推荐射血分数降低型心力衰竭患者尽早用药。', '射血分数降低型心力衰竭患者'],
    ['糖尿病患者的运动。', '纳入120例2型糖尿病患者，随机分组。', '糖尿病患者'],
  ] as const)
    it(`is a phrase of the record, and ends where the sentence goes on: ${expected || 'nothing'}`, () => {
      const population = populationIn(title, text);
      assert.equal(population, expected);
      assert.ok(`${title} ${text}`.includes(population));
    });
});

describe('what a study looked at, as its title says', () => {
  for (const [title, expected] of [
    ['Does physical exercise enhance the immune response after vaccination?', 'physical exercise'],
    ['Effect of zinc supplementation on pneumonia in children.', 'zinc supplementation'],
    ['Is caesarean section associated with asthma?', 'caesarean section'],
    ['Robotic surgery versus laparoscopy for rectal cancer.', 'Robotic surgery'],
    ['Association between shift work and breast cancer.', 'shift work'],
    ['针刺治疗偏头痛的随机对照试验', '针刺'],
    ['SGLT2 inhibitors and kidney outcomes in patients with heart failure.', 'SGLT2 inhibitors'],
    ['Addition of ezetimibe and cardiovascular events after acute coronary syndrome.', 'ezetimibe'],
    ['Do statins play any role in ovarian cancer?', 'statins'],
    ['Vitamin D3 supplementation and fractures in older adults: a trial.', 'Vitamin D3 supplementation'],
    ['Fracture prevention with vitamin D: a meta-analysis.', 'vitamin D'],
    ['A 20-year single-centre experience.', ''],
  ] as const)
    it(`${title} → ${expected || 'nothing'}`, () => assert.equal(interventionOf(title), expected));
});
