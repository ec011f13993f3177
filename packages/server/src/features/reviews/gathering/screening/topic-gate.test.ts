import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with matching records and with records that only share their words: one kind of false inclusion each. */
const topics: readonly Omit<TopicRule, 'decision'>[] = [
  {
    rule: 'an outcome of the study, not a disease of its participants',
    questions: ['Myocardial infarction prognosis', '心肌梗死的预后'],
    on: [
      [
        'Diabetes and prognosis after myocardial infarction.',
        'We followed 900 patients with myocardial infarction for two years. Mortality was higher in diabetes.',
      ],
      [
        'Weekend admission.',
        'We asked whether the day matters for patients hospitalized with acute myocardial infarction. Mortality after myocardial infarction was the same.',
      ],
      [
        'Cardiogenic shock.',
        'Survival of patients with acute myocardial infarction and shock was poor. Older myocardial infarction patients had a higher mortality.',
      ],
    ],
    off: [
      [
        'Migraine: a meta-analysis.',
        'Mortality was looked up. Studies of the association between migraine and myocardial infarction were pooled. Migraine raised the risk of myocardial infarction.',
      ],
      [
        'Pravastatin in men with high cholesterol.',
        'Men without a history of myocardial infarction took pravastatin. It reduced the risk of nonfatal myocardial infarction and death from coronary disease. Survival was better, and the incidence of myocardial infarction lower.',
      ],
      [
        'Prasugrel in diabetes: Thrombolysis in Myocardial Infarction 38.',
        'Outcomes were cardiovascular death, nonfatal myocardial infarction or stroke. Survival was the same. Mortality was too.',
      ],
      [
        'Cardiogenic shock in the ambulance.',
        'Drivers kept records. Survival of shock was poor. Mortality was higher where shock was due to myocardial infarction.',
      ],
    ],
  },
  {
    rule: 'a class of drugs of which they name no member',
    questions: ['Antiplatelet drugs and bleeding', '抗血小板药与出血'],
    on: [
      [
        'Ticagrelor in acute coronary syndromes.',
        'Ticagrelor was given to 200 patients. Bleeding was more frequent with ticagrelor.',
      ],
      ['Clopidogrel after stenting.', 'Patients took clopidogrel. Major bleeding with clopidogrel was rare.'],
      [
        'Antiplatelet drugs at home.',
        'Antiplatelet drugs were counted. Bleeding with antiplatelet drugs was common.',
      ],
    ],
    off: [['Warfarin at home.', 'Patients took warfarin. Bleeding with warfarin was common.']],
  },
  {
    rule: 'the organ of a group of diseases',
    questions: ['Liver disease', '肝病'],
    on: [
      [
        'Cirrhosis in the countryside.',
        'We followed adults with liver cirrhosis. Liver cirrhosis was common among them.',
      ],
      [
        'Alcohol and chronic liver disease.',
        'We counted adults with chronic liver disease. Chronic liver disease followed alcohol.',
      ],
      ['Fatty liver of adults.', 'We scanned adults for fatty liver. Fatty liver was found in one of four.'],
    ],
    off: [
      [
        'Uptake of rosuvastatin by the liver.',
        'We measured the uptake of rosuvastatin by the liver. The liver took up most of it.',
      ],
      [
        'Glucose output of the liver in runners.',
        'Runners gave blood. The liver released more glucose after a run. The liver did so for hours.',
      ],
    ],
  },
  {
    rule: 'a comorbidity of the treated disease',
    questions: ['Treatment of chronic obstructive pulmonary disease', '慢性阻塞性肺疾病的治疗'],
    on: [
      [
        'Treatment of chronic obstructive pulmonary disease with tiotropium.',
        'Treatment lowered the number of exacerbations of COPD.',
      ],
      [
        'Ventilation in chronic obstructive pulmonary disease.',
        'Patients with COPD were treated with a mask or a helmet.',
      ],
      [
        'Rehabilitation in chronic obstructive pulmonary disease.',
        'Rehabilitation helps patients with COPD to walk.',
      ],
    ],
    off: [
      [
        'Stage-specific treatment of lung cancer with chronic obstructive pulmonary disease.',
        'Many with lung cancer have comorbid COPD. We studied treatment in 900 patients with lung cancer and preexisting COPD. Surgery was rarer.',
      ],
      [
        'Ventilation in severe pneumonia: a randomized trial.',
        'Ventilation is used in failure of the lungs. We studied 56 patients with pneumonia. Each had a mask or none. The groups were alike. Ventilation was safe. Fewer were intubated. Stays were short. Patients with COPD lived longer with ventilation. We conclude that ventilation helps in pneumonia. An advantage was seen in COPD.',
      ],
    ],
  },
  {
    rule: 'measured at a time other than after the operation',
    questions: ['Pain after surgery', '术后疼痛'],
    on: [
      [
        'Postoperative pain after removal of wisdom teeth.',
        'Pain after surgery was less with a gel of platelets.',
      ],
      [
        'Postoperative pain in children.',
        'Postoperative pain was scored for three days after the operation.',
      ],
      [
        'Chronic postoperative pain following mastectomy.',
        'Pain was common for a year after surgery for breast cancer.',
      ],
    ],
    off: [
      [
        'Exercise and the need for surgery.',
        'Exercise reduces shoulder pain. Fewer people chose surgery. Pain fell by half.',
      ],
      [
        'Attacks of pain in gallstone disease.',
        'Pain follows a pattern. Patients were asked about pain before surgery.',
      ],
    ],
  },
  {
    rule: 'something whose name only contains the subject’s',
    questions: ['Hypertension treatment', '高血压的治疗'],
    on: [
      [
        'Treatment of hypertension with amlodipine.',
        'Treatment of hypertension lowered blood pressure by 9 mmHg.',
      ],
      ['Two drugs for hypertension.', 'Drugs for hypertension were given together. Therapy was safe.'],
      ['Salt and the treatment of hypertension.', 'Treatment of hypertension worked better with less salt.'],
    ],
    off: [
      [
        'Devascularization in portal hypertension.',
        'Surgery for portal hypertension was safe. Treatment helped.',
      ],
      [
        'Training in pulmonary hypertension.',
        'Therapy by exercise helps in pulmonary hypertension. Treatment was safe.',
      ],
    ],
  },
  {
    rule: 'a matter of knowledge about it',
    questions: ['Coronary heart disease risk factors', '冠心病的危险因素'],
    on: [
      [
        'Homocysteine and the risk of coronary heart disease.',
        'Homocysteine was associated with coronary heart disease.',
      ],
      ['Lipoprotein(a) and coronary heart disease.', 'The risk of coronary heart disease rose with Lp(a).'],
      [
        'Smoking and coronary heart disease.',
        'Smoking doubled the risk of coronary heart disease in 900 men.',
      ],
    ],
    off: [
      [
        'Knowledge of coronary heart disease among students.',
        'Few named the risk factors for coronary heart disease. Risk of coronary heart disease was unknown to them.',
      ],
      [
        'Resistin and the kidney.',
        'Resistin was measured in adults. The association with filtration was independent of coronary heart disease risk factors. Results were adjusted for coronary heart disease risk factors.',
      ],
    ],
  },
  {
    rule: 'a background treatment of all participants',
    questions: ['Vitamin supplementation and fractures', '维生素补充与骨折'],
    on: [
      [
        'Vitamin D supplementation and fractures.',
        'Vitamin D was given to 200 women. Fractures were as frequent with vitamin D.',
      ],
      [
        'Vitamins and fractures after a stroke.',
        'Supplements of folic acid were given to patients after a stroke. Vitamin supplements did not prevent fractures.',
      ],
      [
        'Tablets after a fall.',
        'We aimed to find whether vitamin supplementation prevents fractures. Fractures fell by a fifth.',
      ],
    ],
    off: [
      [
        'Alendronate and fractures in 400 women.',
        'We compared alendronate with placebo. All women received supplements of vitamin D. Fractures were rarer with alendronate. Both groups were given vitamin D supplements. Fractures of the hip were rarer too.',
      ],
    ],
  },
  {
    rule: 'another course of the disease',
    questions: ['Chronic kidney disease', '慢性肾脏病'],
    on: [
      [
        'Diet in chronic kidney disease.',
        'Adults with CKD ate less protein. Chronic kidney disease went on.',
      ],
      [
        'Sleep in chronic renal failure.',
        'Chronic renal failure disturbs sleep. Patients with chronic renal failure slept badly.',
      ],
      [
        'Itching in end-stage renal disease.',
        'Patients with end-stage renal failure itch. Light helped in end-stage renal disease.',
      ],
    ],
    off: [
      [
        'Drugs for diabetes and severe kidney failure.',
        'Gliptins were compared with metformin. Severe kidney failure was counted. Kidney failure was rarer with metformin.',
      ],
      [
        'Renal failure after an earthquake.',
        'Crush injuries cause renal failure. Renal failure was treated on site.',
      ],
    ],
  },
  {
    rule: 'the object of a literature search',
    questions: ['Gestational diabetes screening', '妊娠期糖尿病筛查'],
    on: [
      [
        'Screening for gestational diabetes.',
        'Pregnant women were screened for gestational diabetes. Few had it.',
      ],
      [
        'Early tests in pregnancy.',
        'We assessed screening for gestational diabetes in 300 pregnant women. Screening found gestational diabetes in ten.',
      ],
      [
        'Two strategies for gestational diabetes in pregnancy.',
        'No screening was compared with screening for gestational diabetes. Screening for gestational diabetes cost less.',
      ],
    ],
    off: [
      [
        'Weight and gestational diabetes in pregnancy: a meta-analysis.',
        'Some 1745 citations were screened. Abstracts were screened by two reviewers. Weight raised the risk of gestational diabetes. Reviewers screened full texts. Pregnant women with gestational diabetes were heavier.',
      ],
    ],
  },
];

/** Topics on one age group, with records on another one. */
const ages: readonly TopicRule[] = [
  {
    rule: 'another age group',
    questions: ['Calcium and bone loss in postmenopausal women', '绝经后女性的钙与骨质流失'],
    on: (
      [
        ['Spine', 'We weighed the diets of a town.'],
        ['Hip', 'Scans were repeated after three winters.'],
        ['Wrist', 'Nurses counted tablets at every visit.'],
      ] as const
    ).map(([bone, method]) => [
      `Calcium and bone loss of the ${bone.toLowerCase()} in postmenopausal women.`,
      `Calcium was given to postmenopausal women. Calcium slowed bone loss of the ${bone.toLowerCase()}. ${method}`,
    ]),
    off: [
      [
        'Calcium and peak mass.',
        'Calcium may prevent bone loss in postmenopausal women. Calcium balances of adolescents were collected. Adolescents absorb more calcium. Calcium in adolescence prevents bone loss.',
      ],
    ],
    decision: 'other_people',
  },
];

describeTopics(
  'a review without a model excludes records in which its subject is',
  topics.map((topic) => ({ ...topic, decision: 'off_topic' })),
);
describeTopics('a review without a model excludes records about', ages);
