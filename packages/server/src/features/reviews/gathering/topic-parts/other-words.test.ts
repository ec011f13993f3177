import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with records that express their parts in other words, and records with another meaning. */
const topics: readonly TopicRule[] = [
  {
    rule: 'one of two outcomes named as alternatives is enough',
    questions: ['Hydroxyethyl starch and kidney injury or bleeding', '羟乙基淀粉与急性肾损伤或出血'],
    on: [
      [
        'Hydroxyethyl starch in joint replacement.',
        'OBJECTIVE To see whether hydroxyethyl starch adds complications. MAIN OUTCOME MEASURES Acute renal failure. RESULTS Some had it. CONCLUSIONS Hydroxyethyl starch was associated with acute renal failure.',
      ],
      [
        'Hydroxyethyl starch and bleeding at the bypass.',
        'We pooled trials of hydroxyethyl starch. Hydroxyethyl starch added to bleeding.',
      ],
    ],
    off: [
      [
        'Hydroxyethyl starch and the price of fluids.',
        'We asked what hydroxyethyl starch costs. Hydroxyethyl starch was dear.',
      ],
    ],
  },
  {
    rule: 'a treatment says by itself who gets it',
    questions: ['Letrozole for ovulation induction in infertile women', '来曲唑用于不孕女性的促排卵治疗'],
    on: [
      [
        'Letrozole or gonadotropins for ovulation induction in women.',
        'We compared letrozole with gonadotropins for ovulation induction in 90 women. Ovulation induction with letrozole was as good.',
      ],
    ],
    off: [
      [
        'Letrozole after breast cancer.',
        'We gave letrozole to 90 women with breast cancer. Letrozole added years to life after breast cancer.',
      ],
    ],
  },
  {
    rule: 'a disease alone is the kind of it that the record names, and no other',
    questions: ['Artemisinin and transmission of Plasmodium falciparum', '青蒿素对恶性疟原虫传播的影响'],
    on: [
      [
        'Artemisinin and the transmission of malaria.',
        'Transmission of P. falciparum was studied in 90 adults on artemisinin. Artemisinin reduced transmission from adults with P. falciparum. Transmission of malaria falls with artemisinin.',
      ],
    ],
    off: [
      [
        'Artemisinin and the transmission of vivax malaria.',
        'Transmission of P. vivax was studied in 90 adults on artemisinin. P. falciparum was rare. Transmission of malaria falls with artemisinin.',
      ],
    ],
  },
  {
    rule: 'the control of a measure is told by the measure and its short form',
    questions: ['Blood pressure control in children with chronic kidney disease', '慢性肾脏病儿童的血压控制'],
    on: [
      [
        'BP and the heart in children with CKD.',
        'We studied BP in 90 children with chronic kidney disease, with hypertension or without. A fall in BP was good for the heart of children with CKD.',
      ],
      [
        'Hypertension in children with chronic kidney disease.',
        'We studied hypertension in 90 children with chronic kidney disease. Hypertension was bad for children with chronic kidney disease.',
      ],
    ],
    off: [
      [
        'Growth in children with chronic kidney disease.',
        'We studied the growth of 90 children with chronic kidney disease. Growth was slow in children with chronic kidney disease.',
      ],
    ],
  },
  {
    rule: 'people in the name of a disease may be told apart from it',
    questions: ['Drug treatment of postmenopausal osteoporosis', '绝经后骨质疏松症的药物治疗'],
    on: [
      [
        'Alendronate once a week for osteoporosis.',
        'We compared alendronate once a week with once a day in 90 postmenopausal women with osteoporosis. Alendronate once a week was as good for osteoporosis.',
      ],
    ],
    off: [
      [
        'Alendronate for osteoporosis in men.',
        'We gave alendronate to 90 men with osteoporosis. Alendronate was good for osteoporosis in men.',
      ],
    ],
  },
  {
    rule: 'a treatment has the names that records give it',
    questions: ['Androgen deprivation therapy in prostate cancer', '前列腺癌患者的雄激素剥夺治疗'],
    on: [
      [
        'Duration of androgen suppression in prostate cancer.',
        'We gave androgen suppression to 90 men with prostate cancer. Three years of androgen suppression were better for men with prostate cancer.',
      ],
    ],
    off: [
      [
        'Diets in prostate cancer.',
        'We gave a diet to 90 men with prostate cancer. The diet was good for men with prostate cancer.',
      ],
    ],
  },
  {
    rule: 'what is given before an operation may be judged after it',
    questions: ['Prognosis after radical prostatectomy', '前列腺癌根治术的预后'],
    on: [
      [
        'Neoadjuvant hormones before radical prostatectomy: 5-year results.',
        'We gave neoadjuvant hormones before radical prostatectomy to 90 men. Recurrence was as frequent with neoadjuvant hormones before radical prostatectomy.',
      ],
      [
        'Is age a predictor of outcome of radical prostatectomy?',
        'We followed 90 men after radical prostatectomy. Age was a predictor of outcome of radical prostatectomy.',
      ],
    ],
    off: [
      [
        'Anxiety before radical prostatectomy.',
        'We asked 90 men before radical prostatectomy. Anxiety was common before radical prostatectomy.',
      ],
    ],
  },
  {
    rule: 'the management of weight is no treatment, and a word without English asks for nothing',
    questions: ['Weight management interventions in pregnancy', '孕期体重管理干预对母婴结局的影响'],
    on: [
      [
        'Effects of interventions in pregnancy on maternal weight and outcomes.',
        'We pooled trials of interventions in pregnancy. Interventions reduced weight gain in pregnancy and improved outcomes.',
      ],
    ],
    off: [
      [
        'Interventions against smoking in pregnancy and outcomes.',
        'We pooled trials of interventions against smoking in pregnancy. Interventions helped to stop smoking in pregnancy and improved outcomes.',
      ],
    ],
  },
  {
    rule: 'a tumour that has spread has the adjective of its name',
    questions: ['Treatment of brain metastases', '脑转移瘤的治疗'],
    on: [
      [
        'Surgery for brain metastases.',
        'We treated 90 patients with surgery for brain metastases. Surgery was good for brain metastases.',
      ],
    ],
    off: [
      [
        'Treatment of metastases to the liver.',
        'We treated 90 patients with surgery for metastases to the liver. Surgery was good for metastases to the liver, whatever the brain did.',
      ],
    ],
  },
  {
    rule: 'those who had no treatment yet are not on it',
    questions: ['Antiretroviral therapy in HIV', 'HIV的抗逆转录病毒治疗'],
    on: [
      [
        'Antiretroviral therapy in adults with HIV.',
        'We gave antiretroviral therapy to 90 adults with HIV. Antiretroviral therapy prolonged life with HIV.',
      ],
    ],
    off: [
      [
        'Six months of tablets for tuberculosis with HIV.',
        'We treated 90 antiretroviral therapy-naive adults with HIV and tuberculosis. Six months were enough for antiretroviral therapy-naive adults with HIV.',
      ],
    ],
  },
  {
    rule: 'what is reduced is prevented',
    questions: ['Prevention of vomiting after tonsillectomy', '扁桃体切除术后呕吐的预防'],
    on: [
      [
        'Dexamethasone decreases vomiting by children after tonsillectomy.',
        'We gave dexamethasone to 90 children before tonsillectomy. Dexamethasone decreased vomiting after tonsillectomy.',
      ],
    ],
    off: [
      [
        'The cost of vomiting after tonsillectomy.',
        'We counted the days in hospital after tonsillectomy. Vomiting after tonsillectomy was dear.',
      ],
    ],
  },
  {
    rule: 'a resection is a treatment',
    questions: ['Treatment of liver metastases', '肝转移瘤的治疗'],
    on: [
      [
        'Liver metastases: outcome following liver resection.',
        'We followed 90 patients with liver metastases. Survival with liver metastases was longer after resection.',
      ],
    ],
    off: [
      [
        'Liver metastases: the language of reports.',
        'We read 90 reports on liver metastases. Reports on liver metastases were long.',
      ],
    ],
  },
  {
    rule: 'the time after an operation is told by its name',
    questions: ['Incidence of skin cancer after kidney transplantation', '肾移植术后皮肤癌的发生率'],
    on: [
      [
        'Incidence of skin cancer after renal transplantation.',
        'We followed 90 adults after renal transplantation. The incidence of skin cancer after renal transplantation was high.',
      ],
    ],
    off: [
      [
        'Letters on skin cancer and renal transplantation.',
        'We read 90 letters on skin cancer and renal transplantation. Letters on skin cancer were short.',
      ],
    ],
  },
  {
    rule: 'attacks of a disease are told by its adjective',
    questions: ['Hypoglycemia and dementia', '低血糖与痴呆'],
    on: [
      [
        'Hypoglycemic episodes and dementia.',
        'We asked whether hypoglycemic episodes add to dementia. Hypoglycemic episodes were associated with dementia.',
      ],
    ],
    off: [
      [
        'Hypoglycemic agents and dementia.',
        'We asked whether hypoglycemic agents add to dementia. Hypoglycemic agents were not associated with dementia.',
      ],
    ],
  },
  {
    rule: 'lowering the blood pressure is by antihypertensive drugs',
    questions: ['Blood pressure lowering in dialysis patients', '透析患者的降压治疗'],
    on: [
      [
        'Antihypertensive drugs in dialysis patients.',
        'We aimed to test antihypertensive treatment in dialysis patients. Dialysis patients took pills daily. Antihypertensive treatment lowered mortality in dialysis patients.',
      ],
    ],
    off: [
      [
        'Vaccines in dialysis patients.',
        'We aimed to test vaccines in dialysis patients. Nurses gave one dose in autumn. Vaccines were well tolerated by dialysis patients.',
      ],
    ],
  },
  {
    rule: 'the time of a drug before an operation only describes it',
    questions: ['Preoperative statins in cardiac surgery', '心脏手术的术前他汀治疗'],
    on: [
      [
        'Statins and kidneys after cardiac surgery.',
        'We aimed to determine whether statin treatment protects kidneys in cardiac surgery. Adults took statins until cardiac surgery. Statin treatment did not protect kidneys in cardiac surgery.',
      ],
    ],
    off: [
      [
        'Anaemia before cardiac surgery.',
        'We aimed to treat preoperative anaemia in cardiac surgery. Adults had iron. Preoperative anaemia was less frequent after treatment before cardiac surgery.',
      ],
    ],
  },
  {
    rule: 'an abbreviation may begin with the word before the name',
    questions: ['Dexamethasone for vomiting after tonsillectomy', '地塞米松预防扁桃体切除术后呕吐'],
    on: [
      [
        'Drugs for postoperative vomiting (POV) in tonsillectomy.',
        'We aimed to find what prevents postoperative vomiting (POV). Trials of dexamethasone were pooled. Dexamethasone prevented POV after tonsillectomy.',
      ],
    ],
    off: [
      [
        'Dexamethasone and bleeding in tonsillectomy.',
        'We aimed to determine whether dexamethasone adds to bleeding. Children had dexamethasone. Bleeding was rare with dexamethasone after tonsillectomy.',
      ],
    ],
  },
];

describeTopics('the parts of a topic in other words', topics);
