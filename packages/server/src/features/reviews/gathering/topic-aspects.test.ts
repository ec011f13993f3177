import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { onAspects } from './topic-aspects.ts';
import { topicOutcomes } from './topic-outcomes.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });

const rows: [topic: string, title: string, abstract: string, isOn: boolean][] = [
  ['Lung cancer prognosis', 'Nanog in the prognosis of lung cancer.', 'Nanog was measured.', true],
  ['肺癌的预后', 'Retinoblastoma regulatory pathway in lung cancer.', 'RB is lost in lung cancer.', false],
  [
    '肺癌的预后',
    'EML4-ALK in lung adenocarcinoma.',
    'ALK was found. Patients with it lived longer: survival was 30 months.',
    true,
  ],
  [
    'Colorectal cancer surgery',
    'Plasma microRNAs to screen for colorectal adenomas.',
    'Plasma was taken. It was tested.',
    false,
  ],
  [
    'Colorectal cancer surgery',
    'Laparoscopic colectomy for colorectal cancer.',
    'We compared two ways.',
    true,
  ],
  [
    '肺癌的预后',
    'SLC1A5 mediates glutamine transport required for lung cancer cell growth and survival.',
    'Cells were grown. They shrank.',
    false,
  ],
  ['胃癌的危险因素', 'Gene methylation in gastric cancer.', 'Genes were read. Some were methylated.', false],
  [
    '胃癌的危险因素',
    'Infection with Helicobacter pylori and risk of gastric cancer.',
    'We followed men.',
    true,
  ],
  [
    '慢性阻塞性肺疾病的治疗',
    'Neutrophils in chronic obstructive pulmonary disease.',
    'Cells were counted. They may be a target of therapy.',
    false,
  ],
  // Insulin as a treatment is given; an expected treatment, or a definition by one, treats nothing.
  ...['Insulin treatment of type 2 diabetes', '胰岛素治疗2型糖尿病'].flatMap((topic): typeof rows => [
    [
      topic,
      'Diet and insulin resistance in type 2 diabetes.',
      'A diet was eaten. Insulin sensitivity improved.',
      false,
    ],
    [topic, 'Starting insulin in type 2 diabetes.', 'Bedtime NPH insulin was added. Glucose fell.', true],
  ]),
  [
    'COPD treatment',
    'Inflammatory biomarkers and exacerbations in COPD.',
    'Exacerbations of COPD were defined as treatment with corticosteroids. Drugs against COPD may follow.',
    false,
  ],
  ['Sepsis in intensive care', 'TLR signalling in sepsis.', 'Mice were studied. Genes were read.', false],
  // The outcome that the topic names.
  [
    'Acute coronary syndromes and mortality',
    'Pharmacodynamics of eptifibatide in acute coronary syndromes.',
    'Blood was drawn. Levels rose.',
    false,
  ],
  [
    'Acute coronary syndromes and mortality',
    'Sex and survival after acute coronary syndromes.',
    'We followed women.',
    true,
  ],
  // An incidental word in the middle of an abstract is not an aspect of the record.
  [
    'Colorectal cancer surgery',
    'Genes in colorectal cancer.',
    'Tissue was taken at surgery. Genes were read. Two were found.',
    false,
  ],
  ['二甲双胍治疗2型糖尿病', 'Metformin in type 2 diabetes.', 'HbA1c fell. It fell by 1%.', true],
  [
    'Malaria prevention',
    'Chloroquine resistance genes in malaria.',
    'Parasites were sequenced. Genes differed.',
    false,
  ],
  // The risk of the subject only; people at risk are participants.
  [
    'Risk factors for preterm birth',
    'Magnesium sulphate for women at risk of preterm birth.',
    'We gave magnesium. It reduced the risk of cerebral palsy. The risk of death was the same.',
    false,
  ],
  [
    'Risk factors for preterm birth',
    'Growth and the retina.',
    'Is low weight a risk factor for retinopathy of prematurity (ROP)? ROP was graded. It is no risk factor for ROP.',
    false,
  ],
  [
    'Risk factors for preterm birth',
    'Depression in pregnancy.',
    'We searched for preterm birth (PTB). Births were counted. Women with depression are at increased risk for PTB.',
    true,
  ],
  [
    '急性心肌梗死的危险因素',
    'Onsite revascularization.',
    'The odds ratio of death was 0.9. The risk of death from acute myocardial infarction was the same.',
    false,
  ],
  ['急性心肌梗死的危险因素', 'Homocysteine and risk of myocardial infarction.', 'We followed men.', true],
  [
    '急性心肌梗死的危险因素',
    'How much alcohol?',
    'To quantify the effects of alcohol on risk of acute myocardial infarction. We asked men. Few died.',
    true,
  ],
  // A diagnosis that participants have, or detection by a blot, is not a study of diagnosis.
  [
    '胃癌的诊断',
    'Helicobacter and gastric cancer.',
    'Blood was taken before diagnosis of gastric cancer. Antibodies were detected. Men with a subsequent diagnosis of gastric cancer had more.',
    false,
  ],
  [
    '胃癌的诊断',
    'Piezo1 in gastric cancer.',
    'Proteins were detected by Western blot. Integrins were detected. Cells moved.',
    false,
  ],
  [
    '胃癌的诊断',
    'Gastric juice.',
    'Juice was taken. The area under the curve was 0.65. It is of use for the diagnosis of gastric cancer.',
    true,
  ],
  // People who already have a disease cannot be protected from it.
  [
    '老年痴呆的预防',
    'Immunization in patients with Alzheimer disease.',
    'Doses were given. Antibodies rose. It slowed decline.',
    false,
  ],
  [
    '老年痴呆的预防',
    'Dependence in old age.',
    'Dementia was common. Dementia made most of it. The prevention of chronic diseases is urgent.',
    false,
  ],
  [
    'Statins for the prevention of stroke',
    'Statins and outcome after stroke.',
    'BACKGROUND AND PURPOSE: In trials, statins reduced the risk of stroke. We asked whether patients go home early. They did.',
    false,
  ],
  [
    '儿童肥胖的治疗',
    'Trauma in obese children.',
    'Obesity is common. Injured children were treated. Surgery was as frequent.',
    false,
  ],
  // The course of a disease, not the comorbidities of those who have it.
  ...['Progression of chronic kidney disease', '慢性肾脏病的进展'].flatMap((topic): typeof rows => [
    [
      topic,
      'Halitosis in patients with chronic kidney disease.',
      'Breath was measured. It was worse in chronic kidney disease.',
      false,
    ],
    [
      topic,
      'Blood pressure and progression of chronic kidney disease in children.',
      'We followed children.',
      true,
    ],
  ]),
  ...['Chemotherapy for colorectal cancer', '结直肠癌患者的化疗'].flatMap((topic): typeof rows => [
    [
      topic,
      'Loss of AIM2 in colorectal cancer.',
      'Tumours were stained. After adjustment for chemotherapy, mortality was higher. AIM2 tells survival.',
      false,
    ],
    [topic, 'FOLFOX4 or TOMOX for advanced colorectal cancer.', 'Patients took either.', true],
  ]),
  // A disease that harms people is not treated for that reason.
  ...['Treatment of sleep apnea', '睡眠呼吸暂停的治疗'].flatMap((topic): typeof rows => [
    [
      topic,
      'Impact of sleep apnea on restenosis after coronary intervention.',
      'Patients with sleep apnea were treated with stents. Treatment was the same. Restenosis was more frequent with sleep apnea.',
      false,
    ],
    [topic, 'Effect of treatment of sleep apnea on sleepiness.', 'Patients had treatment.', true],
  ]),
  // Another disease of those who have it is what is treated.
  ...['Treatment of inflammatory bowel disease', '炎症性肠病的治疗'].flatMap((topic): typeof rows => [
    [
      topic,
      'Hormones prevent bone loss in patients with inflammatory bowel disease.',
      'Patients took hormones. Treatment slowed bone loss in inflammatory bowel disease.',
      false,
    ],
    [
      topic,
      'Interferon-gamma-secreting cells in inflammatory bowel disease.',
      'Cells were counted. They were many.',
      false,
    ],
    [
      topic,
      'Mesalazine prevents relapse in patients with inflammatory bowel disease.',
      'Patients took mesalazine. Treatment prevented relapse of inflammatory bowel disease.',
      true,
    ],
  ]),
  ...['Breast cancer treatment', '乳腺癌的治疗'].flatMap((topic): typeof rows => [
    [
      topic,
      'Macrophages predict the outcome of breast cancer.',
      'Patients had treatment. Macrophages told survival after treatment of breast cancer.',
      false,
    ],
  ]),
  // What is treated or given to those who do not have the disease is no treatment of it.
  ...['Treatment of malaria', '疟疾的治疗'].flatMap((topic): typeof rows => [
    [topic, 'Insecticide-treated nets against malaria.', 'Nets were hung. They were effective.', false],
    [topic, 'Tafenoquine prophylaxis of malaria.', 'Soldiers took tablets. They were effective.', false],
    [topic, 'Artemisinin for malaria.', 'Children took tablets. They were effective.', true],
  ]),
  // What is treated in a title without the disease may be something else; the time before a treatment is none.
  ...['Treatment of depression', '抑郁症的治疗'].flatMap((topic): typeof rows => [
    [
      topic,
      'Outcome after restrictive surgery for weight.',
      'We aimed to follow 90 adults after surgery. They were weighed. They were asked about depression. Weight fell after surgery.',
      false,
    ],
    [
      topic,
      'Integrated care of old adults: a randomized controlled trial.',
      'We aimed to determine whether treatment at home lessens depression. Nurses called. Letters were sent. Depression was less frequent after treatment.',
      true,
    ],
    [
      topic,
      'Cytokines in depression before treatment.',
      'Blood was taken before treatment. Cytokines were high.',
      false,
    ],
    [
      topic,
      'Treatment of depression-associated headache.',
      'Adults took tablets. Headache was less frequent.',
      false,
    ],
  ]),
  // Care is more than the disease.
  ...['Care of people with dementia', '痴呆患者的照护'].flatMap((topic): typeof rows => [
    [topic, 'Nursing of people with dementia.', 'Nurses were asked.', true],
    [topic, 'Atrophy in dementia.', 'Brains were scanned in primary care.', false],
  ]),
  // What causes a disease is asked of those who do not have it yet.
  ...['Risk factors for coronary heart disease', '冠心病的危险因素'].flatMap((topic): typeof rows => [
    [
      topic,
      'Alcohol and the risk of coronary heart disease.',
      'Men told what they drink. They were followed.',
      true,
    ],
    [
      topic,
      'Blood pressure under ticagrelor in coronary heart disease.',
      'Patients took ticagrelor. Cholesterol was the same.',
      false,
    ],
    [topic, 'Screening for coronary heart disease.', 'Tests were compared. The risk was known.', false],
    [
      topic,
      'Iron and the heart in patients with previous coronary heart disease.',
      'Patients took iron. The risk of falls was the same.',
      false,
    ],
    [
      topic,
      'Association between coronary heart disease and bone density.',
      'Bones were scanned. They were thin.',
      false,
    ],
  ]),
  ['Malaria', 'Chloroquine resistance genes in malaria.', 'Parasites were sequenced. Genes differed.', true],
];

describe('the aspects of a topic', () => {
  for (const [topic, title, text, isOn] of rows)
    it(`${isOn ? 'match' : 'do not match'} “${title}” for “${topic}”`, () =>
      assert.equal(
        [onAspects(plan(topic)), ...topicOutcomes(plan(topic)).map((outcome) => outcome.isOn)].every((test) =>
          test(anArticle('1', { title, abstract: [{ text }], mesh: [] })),
        ),
        isOn,
      ));
});
