import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented for these tests, in which the order of the words shows what predicts, has or lowers what. */
export const sidedAbstracts = {
  universal:
    'RESULTS: All patients with liver metastases had bone metastases. All patients who showed typical signs of gout were included in the study. Ultrasound identified all cases with clinically significant nodal disease.',
  'universal-zh': '结果：所有肝转移患者均有骨转移。',
  predictor:
    'RESULTS: Night work was a strong predictor of back pain. Leucocytosis was associated with fever, anaemia and death.',
  'predictor-zh': '结果：夜班工作是腰痛的独立预测因素。',
  predictors:
    'RESULTS: A greater weight at age 20 (odds ratio 1.34), at age 35 (1.40), and change in weight (1.22) were significant predictors of knee pain at age 40.',
  minerals: 'RESULTS: Treatment was associated with an increase in zinc and a decrease in copper.',
  unlike: 'RESULTS: Zilpol, unlike domaril, lowered blood pressure. Drug A, unlike drug B, lowered zinc.',
  prognosis:
    'RESULTS: Norin was an independent prognostic factor for CSS (HR=3.196) and DFS (HR=3.517). Only two factors, age (OR 2.0) and sex (OR 2.1), were associated with relapse.',
  metals:
    'RESULTS: Blood mercury levels were associated with anaemia in children. Blood lead was measured. Thyroid volume decreased with zilpol.',
  field: 'RESULTS: Lesions were missed in 12% of scans at 3 T. At 1.5 T, lesions were missed in 4% of scans.',
} as const;

const rows: readonly ClaimRow<keyof typeof sidedAbstracts>[] = [
  // "All" over the phrase before the verb.
  ['universal', 'All patients with liver metastases had bone metastases.', 'supported'],
  ['universal', '所有肝转移患者均有骨转移。', 'supported'],
  ['universal', 'All patients with bone metastases had liver metastases.', 'not supported'],
  ['universal', '所有骨转移患者均有肝转移。', 'not supported'],
  ['universal', 'All patients included in the study showed typical signs of gout.', 'not supported'],
  ['universal', 'Ultrasound identified all cases with clinically significant nodal disease.', 'supported'],
  ['universal', 'Ultrasound identified all cases with nodal disease.', 'not supported'],
  ['universal-zh', '所有肝转移患者均有骨转移。', 'supported'],
  ['universal-zh', '所有骨转移患者均有肝转移。', 'not supported'],
  ['universal-zh', 'All patients with bone metastases had liver metastases.', 'not supported'],
  // What predicts, and what is predicted.
  ['predictor', 'Night work was a strong predictor of back pain.', 'supported'],
  ['predictor', 'Night work predicted back pain.', 'supported'],
  ['predictor', 'Back pain was a strong predictor of night work.', 'not supported'],
  ['predictor', 'Back pain predicted night work.', 'not supported'],
  ['predictor', '腰痛是夜班工作的预测因素。', 'not supported'],
  ['predictor-zh', '夜班工作是腰痛的独立预测因素。', 'supported'],
  ['predictor-zh', '腰痛是夜班工作的独立预测因素。', 'not supported'],
  ['predictor-zh', 'Back pain was an independent predictor of night work.', 'not supported'],
  [
    'predictors',
    'Knee pain at age 40 was a significant predictor of a greater weight at age 20.',
    'not supported',
  ],
  // Two items of one list.
  ['predictor', 'Leucocytosis was associated with death.', 'supported'],
  ['predictor', 'Fever was associated with anaemia.', 'not supported'],
  ['predictor', 'Anaemia was associated with death.', 'not supported'],
  ['predictor', '贫血与死亡相关。', 'not supported'],
  // What each direction concerns.
  ['minerals', 'Treatment was associated with a decrease in copper and an increase in zinc.', 'supported'],
  [
    'minerals',
    'Treatment was associated with a decrease in zinc and an increase in copper.',
    'not supported',
  ],
  ['minerals', '治疗与锌增加和铜减少相关。', 'supported'],
  ['minerals', '治疗与锌减少和铜增加相关。', 'not supported'],
  // An exception between commas.
  ['unlike', 'Zilpol lowered blood pressure.', 'supported'],
  ['unlike', 'Zilpol, unlike domaril, lowered blood pressure.', 'supported'],
  ['unlike', 'Domaril lowered blood pressure.', 'not supported'],
  ['unlike', 'domaril降低血压。', 'not supported'],
  ['unlike', 'Domaril, unlike zilpol, lowered blood pressure.', 'not supported'],
  ['unlike', 'Drug B, unlike drug A, lowered zinc.', 'not supported'],
  // A figure in the bracket after its own word.
  ['prognosis', 'Norin was an independent prognostic factor for DFS (HR=3.517).', 'supported'],
  ['prognosis', 'Norin was an independent prognostic factor for CSS (HR=3.517).', 'not supported'],
  ['prognosis', 'Norin是CSS（HR=3.517）的独立预后因素。', 'not supported'],
  // "Only two" is not "the only one".
  ['prognosis', 'Only two factors, age and sex, were associated with relapse.', 'supported'],
  ['prognosis', 'Age was the only factor associated with relapse.', 'not supported'],
  ['prognosis', '年龄是唯一与复发相关的因素。', 'not supported'],
  // Lead is a metal, the thyroid is not a goitre, and a word before a population is not part of it.
  ['metals', 'Blood mercury levels were associated with anaemia in children.', 'supported'],
  ['metals', 'Blood lead levels were associated with anaemia in children.', 'not supported'],
  ['metals', '血铅水平与儿童贫血相关。', 'not supported'],
  ['metals', 'Thyroid volume decreased with zilpol.', 'supported'],
  ['metals', 'Goitre volume decreased with zilpol.', 'not supported'],
  // A sentence that ends in a unit.
  ['field', 'Lesions were missed in 12% of scans at 3 T.', 'supported'],
  ['field', 'Lesions were missed in 12% of scans at 1.5 T.', 'not supported'],
  ['field', '1.5 T扫描中12%漏诊病变。', 'not supported'],
];

export const sidedClaims = toClaims(rows);
