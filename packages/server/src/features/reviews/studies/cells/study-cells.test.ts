import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { interventionOf, populationOf } from './study-cells.ts';

function populationIn(title: string, text: string): string {
  return populationOf(anArticle('1', { title, abstract: [{ text }] }));
}

describe('populationOf', () => {
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
    // The first of several conditions is that of some.
    [
      "Radioiodine for hyperthyroidism in patients with Graves' disease, uninodular goitre and multinodular goitre.",
      'It was given.',
      '',
    ],
    // Whole phrases, also long ones, without what was done with these people.
    [
      'Antibiotics.',
      'A total of 3315 patients aged 75 years or younger with a diagnosis of first-time acute myocardial infarction were asked.',
      'patients aged 75 years or younger with a diagnosis of first-time acute myocardial infarction',
    ],
    [
      'Magnesium sulphate for women at risk of preterm birth for neuroprotection of the fetus.',
      'It was given.',
      'women at risk of preterm birth',
    ],
    [
      'BRAF.',
      'We studied patients with metastatic thyroid carcinoma prospectively tested for BRAF mutations.',
      'patients with metastatic thyroid carcinoma',
    ],
    [
      'A long phrase.',
      'We enrolled patients with locally advanced or metastatic adenocarcinoma of the pancreas or the papilla with peritoneal spread beyond the mesentery.',
      '',
    ],
    ['Screening.', 'Coverage differed between countries and individuals.', ''],
    [
      'Open-label treatment.',
      'We assigned adults with gout at 14 hospitals to febuxostat or allopurinol.',
      'adults with gout',
    ],
    // A comparison group is not the population, and a word at the end may be incomplete.
    [
      'Bariatric surgery.',
      'All 3,882 patients registered with surgery were matched by propensity score to 3,882 obese patients without surgery.',
      '',
    ],
    [
      'Bowel disease.',
      'We studied patients with documented Salmonella gastroenteritis and an age- and sex-matched control group.',
      'patients with documented Salmonella gastroenteritis',
    ],
    ['Ulcers.', 'We enrolled 12 patients with pyoderma observed in two clinics.', 'patients with pyoderma'],
    [
      'Migraine and the heart.',
      'Migraineurs (n = 620) were studied with 5,135 individuals without lifetime migraine.',
      '',
    ],
    // A subgroup, or words cut off by a bracket, are not the population.
    [
      'HPV and Pap tests.',
      'We randomly assigned 12,527 women to two tests. Women with a positive HPV test and a normal Pap test were invited again.',
      '',
    ],
    [
      'Survival in intensive care.',
      'We followed 362 admissions for two years. For the 167 patients aged 65 years or older, beds were short.',
      '',
    ],
    ['Iron chelation.', 'We studied mice treated with a chelator or fed little iron.', ''],
    [
      'Hypoglycemia.',
      'We included children and adolescents with diabetes from four towns.',
      'children and adolescents with diabetes',
    ],
    ['Risk scores.', 'The cohort of men and women was followed.', ''],
    ['Ketogenic diet.', 'We enrolled 145 children aged between 2 and 16 years.', ''],
    ['Exercise.', 'The categories split patients with COPD into four groups.', ''],
    [
      'Tamoxifen.',
      'We assigned women with oestrogen receptor (ER)-positive breast cancer to two groups.',
      '',
    ],
    ['Fitness.', 'Participants with low, moderate, or high fitness were enrolled.', ''],
    [
      'Drug use in MS.',
      'Background: patients with multiple sclerosis often use herbs. We surveyed pharmacies.',
      '',
    ],
    [
      'Echocardiography.',
      'We studied 20 patients with proven amyloidosis and 30 patients with hypertrophy.',
      '',
    ],
    ['心力衰竭指南。', '本指南推荐射血分数降低型心力衰竭患者尽早用药。', '射血分数降低型心力衰竭患者'],
    ['糖尿病患者的运动。', '纳入120例2型糖尿病患者，随机分组。', '糖尿病患者'],
  ] as const)
    it(`returns a phrase of the record up to the end of the noun phrase: ${expected || 'nothing'}`, () => {
      const population = populationIn(title, text);
      assert.equal(population, expected);
      assert.ok(`${title} ${text}`.includes(population));
    });
});

describe('interventionOf', () => {
  for (const [title, expected] of [
    [
      'Association between infection with Helicobacter pylori and risk of gastric cancer: a cohort.',
      'infection with Helicobacter pylori',
    ],
    ['Bezafibrate in men with lower extremity arterial disease: randomised controlled trial.', 'Bezafibrate'],
    ['The relation between dietary flavonol intake and mortality: a meta-analysis of cohort studies', ''],
    ['A meta-analysis of depression during pregnancy and the risk of preterm birth.', ''],
    ['Increased short- and long-term risk of bowel disease after gastroenteritis.', ''],
    ['Does physical exercise enhance the immune response after vaccination?', 'physical exercise'],
    ['Effect of zinc supplementation on pneumonia in children.', 'zinc supplementation'],
    ['Is caesarean section associated with asthma?', 'caesarean section'],
    ['Robotic surgery versus laparoscopy for rectal cancer.', 'Robotic surgery'],
    ['Association between shift work and breast cancer.', 'shift work'],
    [
      'Assessment of efficacy and safety of 6% hydroxyethylstarch 130/0.4 vs. 0.9% NaCl in sepsis: a trial.',
      '6% hydroxyethylstarch 130/0.4',
    ],
    ['Effects of interventions in pregnancy on weight: a meta-analysis.', ''],
    ['Does either obesity or apnea severity influence the pressure?', 'obesity or apnea severity'],
    // A condition of the patients was not given to them.
    ['Acute respiratory failure in patients with severe pneumonia: a randomised trial.', ''],
    [
      'Noninvasive ventilation in patients with severe pneumonia: a randomised trial.',
      'Noninvasive ventilation',
    ],
    ['针刺治疗偏头痛的随机对照试验', '针刺'],
    ['SGLT2 inhibitors and kidney outcomes in patients with heart failure.', 'SGLT2 inhibitors'],
    ['Addition of ezetimibe and cardiovascular events after acute coronary syndrome.', 'ezetimibe'],
    ['Do statins play any role in ovarian cancer?', 'statins'],
    ['Vitamin D3 supplementation and fractures in older adults: a trial.', 'Vitamin D3 supplementation'],
    ['Fracture prevention with vitamin D: a meta-analysis.', 'vitamin D'],
    ['A 20-year single-centre experience.', ''],
    ['Global strategy for the diagnosis and prevention of COPD.', ''],
    ['Predicting mortality of patients hospitalized for exacerbations.', ''],
    ['Mortality risk in patients with dementia treated with antipsychotics.', ''],
    ['Dementia incidence and mortality in middle-income countries.', ''],
    ['A Candidate Gene Approach Identifies the TRAF1 Region as a Risk Factor for Arthritis.', ''],
    ['Associations of type and location of mutations with risk of cancer.', ''],
    [
      'Antiretroviral Therapy for Prevention of Tuberculosis in Adults with HIV: A Systematic Review.',
      'Antiretroviral Therapy',
    ],
    ['The common marmoset as a novel animal model system.', ''],
    ['Dosimetry and risk estimates of radioiodine therapy for large goiters.', ''],
    ['Hospital and 1-year survival of patients admitted to intensive care units.', ''],
    ['Effects of Abciximab on clots in patients with infarction.', 'Abciximab'],
    ['Cost effectiveness of using prognostic biomarkers in surgery.', 'prognostic biomarkers'],
    [
      'Are even impaired fasting glucose levels preoperatively associated with mortality?',
      'impaired fasting glucose levels',
    ],
  ] as const)
    it(`returns ${expected || 'nothing'} for ${title}`, () => assert.equal(interventionOf(title), expected));
});
