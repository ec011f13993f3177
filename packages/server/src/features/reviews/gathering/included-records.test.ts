import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { describeTopics, type TopicRule } from '../../../testing/app/describe-topics.ts';
import { buildReviewApp } from '../../../testing/app/review-app.ts';

/** Topics with a matching record that was once excluded, and an unrelated one that was once included. */
const topics: readonly TopicRule[] = [
  {
    rule: 'preventing attacks concerns people with the disease',
    questions: ['Prevention of migraine', '偏头痛的预防'],
    on: [
      [
        'Tricyclics and headaches.',
        'Adults with migraine took tricyclics for four weeks. Tricyclics reduced the number of attacks of migraine. There were fewer days with migraine than with placebo.',
      ],
    ],
    off: [
      [
        'White matter in migraine.',
        'Brains of adults with migraine were scanned. Lesions were more frequent in migraine with aura. Migraine was of long standing.',
      ],
    ],
  },
  {
    rule: 'a risk is that of the second subject',
    questions: ['Obesity and cancer risk', '肥胖与癌症风险'],
    on: [
      [
        'Obesity and tumours of 22 sites.',
        'We followed five million adults. Obesity was associated with a higher risk of cancer of the uterus. The risk of cancer of the kidney rose with obesity as well.',
      ],
    ],
    off: [
      [
        'Breast density on 900 films.',
        'Risk factors for cancer were taken from questionnaires. Density was lower in obesity. Density is a risk factor for cancer. Women with obesity were older.',
      ],
    ],
  },
  {
    rule: 'an abbreviation means what its record defines',
    questions: ['Parkinson disease treatment', '帕金森病的治疗'],
    on: [
      [
        'Treatment of tremor at night.',
        'Levodopa was given to 90 adults with Parkinson disease (PaD). Treatment of PaD with levodopa lessened the tremor. Adults with PaD slept longer.',
      ],
    ],
    off: [
      [
        "Does Paget's disease exist here?",
        "We looked for Paget's disease (PD). We describe the treatment of 21 patients with PD. Treatment of PD relieved the pain of the patients.",
      ],
    ],
  },
  {
    rule: 'people without the disease are another population',
    questions: ['Tuberculosis in people with HIV', 'HIV感染者的结核病'],
    on: [
      [
        'Tuberculosis in people with HIV.',
        'Tuberculosis was sought in 300 people with HIV. Tuberculosis was found in thirty people with HIV.',
      ],
    ],
    off: [
      [
        'Three doses a week for tuberculosis of the lung.',
        'HIV-negative patients with tuberculosis took tablets. Tuberculosis recurred in few HIV-negative patients. Most HIV-negative patients with tuberculosis were cured.',
      ],
    ],
  },
  {
    rule: 'sexes must be compared, not adjusted for',
    questions: ['Sex differences in stroke', '卒中的性别差异'],
    on: [
      [
        'Thrombolysis of stroke in women and men.',
        'Women with stroke recovered more often than men with stroke. Sex made no difference to bleeding after stroke.',
      ],
    ],
    off: [
      [
        'Homocysteine and stroke.',
        'Homocysteine was higher after stroke. The risk of stroke was adjusted for age and sex. Controls were matched for age and sex.',
      ],
    ],
  },
  {
    rule: 'long-term outcomes need a long follow-up',
    questions: ['Long-term outcomes of preterm infants', '早产儿的远期结局'],
    on: [
      [
        'Preterm infants at school age.',
        'Preterm infants were seen again at school age. Disability was found in one of ten preterm infants at 8 years of age.',
      ],
    ],
    off: [
      [
        'Early surfactant for preterm infants.',
        'Preterm infants were given surfactant within an hour. Mortality of preterm infants at discharge was lower. Outcomes were the same in girls.',
      ],
    ],
  },
  {
    rule: 'young adults are distinguished from other adults',
    questions: ['Stroke in young adults', '青年脑卒中'],
    on: [
      [
        'Causes of stroke in young adults.',
        'We studied 161 young adults with stroke. Dissection was the most frequent cause of stroke in young adults.',
      ],
    ],
    off: [
      [
        'Stockings after stroke.',
        'Stockings were worn by patients with stroke. Their mean age was 74 years. Clots were as frequent after stroke with stockings.',
      ],
    ],
  },
  {
    rule: 'the treated disease is distinguished from the comorbidity',
    questions: ['Treatment of hepatitis C in patients with HIV', 'HIV感染者丙型肝炎的治疗'],
    on: [
      [
        'Treatment of hepatitis C with interferon in patients with HIV.',
        'Interferon was given to 90 patients with HIV and hepatitis C. Treatment of hepatitis C worked as often in patients with HIV.',
      ],
    ],
    off: [
      [
        'Hepatitis C in patients with HIV. Prevalence and survival.',
        'Blood of 232 patients with HIV was tested. Hepatitis C was found in a fifth of those with HIV. Patients with HIV and hepatitis C died earlier.',
      ],
    ],
  },
  {
    rule: 'an outcome among many counts if its ratio is reported',
    questions: ['Antidepressants and falls', '抗抑郁药与跌倒'],
    on: [
      [
        'Antidepressants in 60 746 people with depression.',
        'People took antidepressants for a year. Outcomes were stroke, fracture, falls, bleeding, seizures, and suicide. Antidepressants were associated with the highest hazard ratios for falls (1.66, 95% confidence interval 1.58 to 1.73). Mortality was higher. Sodium was lower with antidepressants. People were 75 years old.',
      ],
    ],
    off: [
      [
        'Antidepressants and sick leave.',
        'People took antidepressants. Sick leave was as long with antidepressants. Two had falls in the year before.',
      ],
    ],
  },
  {
    rule: 'epidemiology must be that of the subject',
    questions: ['Epidemiology of hepatitis C', '丙型肝炎的流行病学'],
    on: [
      [
        'Hepatitis C among men of one town.',
        'We aimed to determine the prevalence of hepatitis C. The prevalence of hepatitis C was 7.6%.',
      ],
    ],
    off: [
      [
        'Tablets for hepatitis C.',
        'Hepatitis C was treated with tablets. The incidence of rash was low. The virus of hepatitis C was gone after a year.',
      ],
    ],
  },
  {
    rule: 'treating carers is not treating patients',
    questions: ['Treatment of dementia', '痴呆的治疗'],
    on: [
      [
        'Antipsychotic treatment of dementia.',
        'Patients with dementia were treated with antipsychotics. Treatment of dementia with antipsychotics raised mortality.',
      ],
    ],
    off: [
      [
        'Meetings for family caregivers of dementia patients.',
        'Caregivers of patients with dementia met six times. The intervention did not prevent low mood of caregivers of patients with dementia. Treatment was as usual.',
      ],
    ],
  },
  {
    rule: 'one kind of dialysis is not the other',
    questions: ['Mortality of hemodialysis patients', '血液透析患者的死亡率'],
    on: [
      [
        'Stiff arteries and mortality.',
        'A cohort of 241 patients undergoing hemodialysis was studied. Mortality was higher where arteries were stiff. Mortality on hemodialysis rose with age.',
      ],
    ],
    off: [
      [
        'Body size on peritoneal dialysis.',
        'Mortality of heavy patients on dialysis was lower. A switch to hemodialysis was frequent. Mortality after the switch to hemodialysis was not studied.',
      ],
    ],
  },
  {
    rule: 'a consequence of a disease is not a risk factor',
    questions: ['Preeclampsia risk factors', '子痫前期的危险因素'],
    on: [
      [
        'Folate and the risk of preeclampsia.',
        'Women reported their diet. Little folate was a risk factor for preeclampsia. The risk of preeclampsia fell with supplements.',
      ],
    ],
    off: [
      [
        'Cancer after preeclampsia.',
        'Women with a history of preeclampsia were followed. Preeclampsia was associated with a higher risk of cancer. Risk factors for preeclampsia were known.',
      ],
    ],
  },
  {
    rule: 'a disease of an age group requires that age',
    questions: ['Neonatal sepsis', '新生儿败血症'],
    on: [
      [
        'Immunoglobulins for septic newborns.',
        'Immunoglobulins were given to newborns with sepsis. Mortality of newborns with sepsis was the same.',
      ],
    ],
    off: [
      [
        'Definitions of sepsis.',
        'Adults with sepsis were counted by two definitions. Sepsis was as deadly in adults by either.',
      ],
    ],
  },
  {
    rule: 'words of a name are not aspects, and outcomes follow the operation',
    questions: ['Bariatric surgery outcomes', '减重手术的结局'],
    on: [
      [
        'A programme for those heavy enough.',
        'We evaluated whether a programme before bariatric surgery predicts outcomes. Weight loss after bariatric surgery was the same.',
      ],
    ],
    off: [
      [
        'Talking therapy among bariatric surgery candidates.',
        'Bariatric surgery candidates met four times. Outcomes were binges. Bariatric surgery candidates binged less.',
      ],
    ],
  },
  {
    rule: 'the record must contain every part of the topic',
    questions: ['COPD exacerbations', '慢性阻塞性肺疾病急性加重'],
    on: [
      [
        'Acute exacerbations of chronic obstructive pulmonary disease and sputum.',
        'Patients with COPD were followed through acute exacerbations. Sputum predicted acute exacerbation of COPD.',
      ],
    ],
    off: [
      [
        'Walking with chronic obstructive pulmonary disease.',
        'Adults with COPD walked along a road. Breathing of adults with COPD was worse beside cars.',
      ],
    ],
  },
  {
    rule: 'knowledge counts if nothing else is asked, and one word of a name does not',
    questions: ['Influenza vaccination in older adults', '老年人流感疫苗接种'],
    on: [
      [
        'Knowledge and attitudes of unvaccinated seniors.',
        'Adults aged over 65 years were asked about influenza vaccination. Many older adults feared that influenza vaccination makes ill.',
      ],
    ],
    off: [
      [
        'Influenza vaccination in an office.',
        'Influenza vaccination was offered to children. More children were given influenza vaccination.',
      ],
    ],
  },
  {
    rule: 'a risk is that of the outcome, not of the disease',
    questions: ['Cardiovascular risk in rheumatoid arthritis', '类风湿关节炎的心血管风险'],
    on: [
      [
        'Infarction in rheumatoid arthritis.',
        'Patients with rheumatoid arthritis were followed. Cardiovascular events were more frequent in rheumatoid arthritis. The risk of cardiovascular events fell with treatment.',
      ],
    ],
    off: [
      [
        'A gene for rheumatoid arthritis.',
        'A gene was a risk factor for rheumatoid arthritis. The risk of rheumatoid arthritis was doubled.',
      ],
    ],
  },
  {
    rule: 'words such as “consumption” are not subjects',
    questions: ['Coffee or tea consumption and mortality', '咖啡摄入与死亡率'],
    on: [
      [
        'Coffee at breakfast.',
        'Consumption of coffee was recorded. Mortality was lower with coffee. Mortality fell with every cup of coffee.',
      ],
    ],
    off: [
      [
        'Fruit at breakfast.',
        'Consumption of fruit was recorded. Higher consumption of fruit went with lower mortality. Intake of sugar did not change mortality.',
      ],
    ],
  },
  {
    rule: 'an experiment on mice is not a treatment of people',
    questions: ['Treatment of acute myeloid leukemia', '急性髓系白血病的治疗'],
    on: [
      [
        'Chemotherapy of acute myeloid leukemia.',
        'Patients with acute myeloid leukemia were given treatment with cytarabine. Treatment of acute myeloid leukemia was followed by remission.',
      ],
    ],
    off: [
      [
        'Acute myeloid leukemia in mice.',
        'Mice with acute myeloid leukemia were given treatment in vivo. Leukemia cells of mice died. Treatment slowed acute myeloid leukemia in mice. Signaling in cells fell.',
      ],
    ],
  },
  {
    rule: 'a class of drugs is represented by its members',
    questions: ['GLP-1 receptor agonists in type 2 diabetes', 'GLP-1受体激动剂治疗2型糖尿病'],
    on: [
      [
        'Oral semaglutide in type 2 diabetes.',
        'Adults with type 2 diabetes took semaglutide or placebo for a year. Treatment of type 2 diabetes with semaglutide lowered HbA1c.',
      ],
    ],
    off: [
      [
        'Glimepiride in type 2 diabetes.',
        'Adults with type 2 diabetes took glimepiride or placebo for a year. Treatment of type 2 diabetes with glimepiride lowered HbA1c. Agonists act on a receptor.',
      ],
    ],
  },
  {
    rule: 'a mammogram by which density is measured is no screening',
    questions: ['Breast cancer screening', '乳腺癌筛查'],
    on: [
      [
        'Screening for breast cancer by mammography.',
        'Women were invited to mammography. Screening for breast cancer lowered mortality.',
      ],
    ],
    off: [
      [
        'Menarche and mammographic density.',
        'Mammographic density was read from baseline mammograms. Mammographic density is a risk factor for breast cancer. Mammography of dense breasts was repeated.',
      ],
    ],
  },
  {
    rule: 'a group of diseases holds each of them, but no malformation',
    questions: ['Homocysteine and cardiovascular disease', '同型半胱氨酸与心血管疾病'],
    on: [
      [
        'Homocysteine and stroke.',
        'Homocysteine was measured in 900 adults. Stroke was associated with homocysteine. Less homocysteine went with less stroke.',
      ],
    ],
    off: [
      [
        'Homocysteine and patent ductus arteriosus.',
        'Homocysteine was measured in 900 infants. Patent ductus arteriosus was associated with homocysteine. Less homocysteine went with less patent ductus arteriosus.',
      ],
    ],
  },
  {
    rule: 'a disease holds its kinds, however they are written',
    questions: ['Folic acid and hypertensive disorders of pregnancy', '叶酸与妊娠期高血压疾病'],
    on: [
      [
        'Folic acid and preeclampsia.',
        'Folic acid was recorded in 900 pregnant women. Preeclampsia was rarer with folic acid. More folic acid went with less preeclampsia.',
      ],
    ],
    off: [
      [
        'Folic acid and anaemia.',
        'Folic acid was recorded in 900 pregnant women. Anaemia was rarer with folic acid. More folic acid went with less anaemia.',
      ],
    ],
  },
  {
    rule: 'birth weight is not the weight of adults',
    questions: ['Birth weight and breast cancer', '出生体重与乳腺癌'],
    on: [
      [
        'Birthweight and breast cancer of the daughters.',
        'Birthweight was taken from registers. High birthweight was associated with breast cancer.',
      ],
    ],
    off: [
      [
        'Body weight and breast cancer.',
        'Body weight was measured at 50 years. High body weight was associated with breast cancer. A low weight was not associated with breast cancer.',
      ],
    ],
  },
  {
    rule: 'an ordinary noun after the subject is part of the topic',
    questions: ['Is malaria elimination feasible?', '疟疾消除的可行性'],
    on: [
      [
        'The feasibility of malaria elimination on an island.',
        'We asked whether malaria elimination is feasible, and what makes its feasibility. Malaria elimination was feasible where few travelled.',
      ],
    ],
    off: [
      [
        'Malaria of travellers.',
        'We asked whether prophylaxis of malaria is feasible, and what makes its feasibility. Tablets against malaria were feasible for travellers with malaria.',
      ],
    ],
  },
  {
    rule: 'resistance to a drug matches the drug by name',
    questions: ['Antimalarial drug resistance', '抗疟药耐药'],
    on: [
      [
        'Spread of chloroquine resistance in malaria.',
        'Chloroquine resistance of malaria parasites was sought in 90 patients. Chloroquine resistance in malaria had spread.',
      ],
    ],
    off: [
      [
        'Drug resistance in Shigella.',
        'Drug resistance of Shigella was sought in 90 patients. Drug resistance had spread.',
      ],
      [
        'Insecticide resistance and malaria.',
        'Insecticide resistance was sought where malaria is common. Insecticide resistance made malaria worse, with chloroquine or without.',
      ],
    ],
  },
  {
    rule: 'the title asks for predictors of a disease',
    questions: ['Risk factors for hypoglycemia', '低血糖的危险因素'],
    on: [
      [
        'Hypoglycemia: incidence and clinical predictors in a register.',
        'We studied 600 adults. Hypoglycemia was most frequent in the young and in the evening.',
      ],
    ],
    off: [
      [
        'Hypoglycemia: symptoms in a register.',
        'We studied 600 adults. Hypoglycemia was felt as hunger. Age was a risk factor for hunger in hypoglycemia.',
      ],
    ],
  },
];

describeTopics('the records included in a review without a model', topics);

describe('the records of a review whose subject no list has', () => {
  it('are off topic', {
    tags: ['expert.request.question'],
  }, async (t) => {
    const articles = [
      anArticle('7190', {
        title: 'Drug resistance in Shigella.',
        abstract: [{ text: 'Drug resistance of Shigella was sought. Drug resistance had spread.' }],
        mesh: [],
      }),
    ];
    const { post } = await buildReviewApp(t, { articles });
    for (const question of ['泽尔帕林药耐药', 'Zelparin drug resistance']) {
      const { screening = [] } = (
        await post('expert', { question, include: ['screening'] })
      ).json() as ReviewResponse;
      assert.deepEqual(
        screening.map(({ decision }) => decision),
        ['off_topic'],
        question,
      );
    }
  });
});
