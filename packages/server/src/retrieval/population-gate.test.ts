import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { populationNames, studiesPopulation } from './population-gate.ts';

const rows: [population: string, title: string, abstract: string, mesh: string[], holds: boolean][] = [
  ['Aged', 'Hip fracture surgery in the elderly.', 'Outcomes were good.', [], true],
  ['Aged', 'Sleeve gastrectomy.', 'Mean age 46.2 years; 12 elderly patients were among them.', [], false],
  ['Aged', 'Sleeve gastrectomy.', 'Weight fell in all patients.', ['Adult', 'Middle Aged', 'Aged'], false],
  ['Aged', 'Cataract surgery.', 'Vision improved.', ['Aged', 'Aged, 80 and over'], true],
  ['Aged', 'Cataract surgery.', 'Vision improved.', ['Aged'], false],
  ['Aged', 'Cataract surgery.', 'Vision improved at a mean age of 74 years.', ['Aged'], true],
  ['Aged', '白内障手术。', '视力改善。', ['Aged'], false],
  ['Aged', 'Statins for prevention.', 'Adults aged 75 years and older were enrolled.', [], true],
  ['Aged', 'Statins for prevention.', 'LDL fell by 65 mg.', [], false],
  ['Aged', '他汀类药物的一级预防。', '纳入65岁以上受试者。', [], true],
  ['Aged', '减重手术的疗效。', '患者平均年龄46.2岁，包括少数老年患者。', [], false],
  ['Aged', 'Chemotherapy for breast cancer.', 'Older breast cancer patients had more toxicity.', [], true],
  ['Aged', 'Chemotherapy for breast cancer.', 'Women of advanced age had more toxicity.', [], true],
  [
    'Aged',
    'Breast cancer.',
    'Risk rose with older age at menarche. Daughters born to older women had it too.',
    [],
    false,
  ],
  ['Aged', 'Breast cancer.', 'Older women were excluded.', [], false],
  ['Aged', 'Breast cancer.', 'We excluded elderly patients and men.', [], false],
  ['Aged', '乳腺癌化疗。', '纳入患者120例，排除老年患者。', [], false],
  ['Aged', 'Death with antipsychotics for dementia.', 'Patients were randomized.', [], true],
  ['Aged', '抗精神病药治疗痴呆。', '纳入患者120例。', [], true],
  ['Aged', 'Genes of young-onset dementia.', 'Patients were sequenced.', [], false],
  ['Child', 'Otitis media: amoxicillin.', 'Children recovered within a week.', [], true],
  ['Child', 'IL-33: the new kid in the IL-1 family.', 'It drives allergic asthma.', [], false],
  ['Child', 'Asthma in kids.', 'Wheezing fell.', [], true],
  ['Child', 'Otitis media.', 'Adults recovered (mean age 41 years), as children do.', [], false],
  ['Child', 'Asthma.', 'Attacks were fewer.', ['Child', 'Adult'], false],
  ['Child', '小儿哮喘的治疗。', '发作减少。', [], true],
  ['Infant, Newborn', 'Caffeine for apnoea.', 'Preterm infants were ventilated for less time.', [], true],
  ['Pregnancy', 'Influenza vaccination.', 'Gestational age at birth did not differ.', [], true],
  ['Pregnancy', 'Influenza vaccination.', 'Nurses were absent for fewer days.', [], false],
  // Mentioned only in the background of a study on another population.
  [
    'Child',
    'CRP in appendicitis in the elderly.',
    'Diagnosis is difficult in children and in elderly patients.',
    [],
    false,
  ],
  ['Child', 'CRP in appendicitis.', 'Diagnosis is difficult in children.', ['Aged'], false],
  ['Child', 'CRP in appendicitis.', 'Children recovered.', ['Child', 'Aged'], true],
  // Women and men: studies on one sex, not on both.
  ['Female', 'Bypass surgery in women.', 'Grafts were open.', [], true],
  ['Female', 'Bypass surgery.', 'Men and women were enrolled. Female sex was noted.', [], false],
  ['Female', 'Bypass surgery.', 'More women died. Deaths of women were early.', ['Female', 'Male'], true],
  ['Female', 'Bypass surgery.', 'Grafts were open.', ['Female'], true],
  ['Female', 'Mammography.', 'Tumours were found.', [], true],
  ['Male', 'Bypass surgery.', 'Grafts were open.', ['Female', 'Male'], false],
  ['Male', '男性的冠心病。', '死亡减少。', [], true],
  ['Postmenopause', 'Denosumab.', '绝经后女性骨折减少。', [], true],
];

describe('the population gate', () => {
  for (const [population, title, text, mesh, holds] of rows)
    it(`${holds ? 'admits' : 'excludes'}, for ${population}: ${title} ${text} ${mesh}`, () => {
      const article = anArticle('9001', { title, abstract: [{ text }], mesh });
      assert.equal(studiesPopulation(article, [population]), holds);
    });

  it('admits any population that the topic names, and all if it names none', () => {
    const article = anArticle('9002', {
      title: 'Asthma in adolescents.',
      abstract: [{ text: 'Fewer attacks.' }],
    });
    assert.equal(studiesPopulation(article, ['Child', 'Adolescent']), true);
    assert.equal(studiesPopulation(article, ['Aged']), false);
    assert.equal(studiesPopulation(article, []), true);
  });
});

describe('a population', () => {
  it('has a name in both languages', () => {
    assert.deepEqual(populationNames(['Aged', 'Child'], 'en'), ['older people', 'children']);
    assert.deepEqual(populationNames(['Aged', 'Child'], 'zh'), ['老年人', '儿童']);
  });
});
