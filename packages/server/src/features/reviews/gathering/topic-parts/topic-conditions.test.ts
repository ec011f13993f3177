import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with a record that meets their conditions in other words, and one that lacks a condition. */
const topics: readonly TopicRule[] = [
  {
    rule: 'screening for a disease finds its earlier stages',
    questions: ['HPV testing compared with cytology for cervical cancer screening', 'HPV检测用于宫颈癌筛查'],
    on: [
      [
        'HPV tests for the detection of cervical intraepithelial neoplasia.',
        'We aimed to compare HPV tests with smears. Women were screened twice. HPV tests detected more cervical intraepithelial neoplasia at the first screening.',
      ],
    ],
    off: [
      [
        'HPV and warts of the hand.',
        'We aimed to determine how long warts last. Children with warts were seen monthly. HPV was found in warts of the hand.',
      ],
    ],
  },
  {
    rule: 'the risk is that of the outcome, and any drug is a drug treatment',
    questions: ['Drug treatment of osteoporosis and fracture risk', '骨质疏松的药物治疗与骨折风险'],
    on: [
      [
        'Effects of risedronate on fractures in osteoporosis.',
        'We aimed to test the efficacy of risedronate in osteoporosis. Adults with osteoporosis took risedronate or nothing. Fractures were less frequent with risedronate in osteoporosis.',
      ],
    ],
    off: [
      [
        'Radiographs of the femoral neck.',
        'We aimed to describe the femoral neck of adults with osteoporosis. Radiographs were read twice. Fractures of the femoral neck were seen in osteoporosis.',
      ],
    ],
  },
  {
    rule: 'a time after an operation may be told by any name of it',
    questions: ['Predictors of weight loss after bariatric surgery', '减重手术后体重下降的预测因素'],
    on: [
      [
        'Predictors of weight loss following bariatric surgery.',
        'We aimed to find predictors of weight loss following bariatric surgery. Adults were weighed yearly. Age predicted weight loss following bariatric surgery.',
      ],
    ],
    off: [
      [
        'Vitamins before bariatric surgery.',
        'We aimed to measure vitamins in candidates for bariatric surgery. Blood was taken once. Vitamins were low before bariatric surgery.',
      ],
    ],
  },
  {
    rule: 'several groups of people are alternatives',
    questions: ['Prevention of malaria in travellers and soldiers', '旅行者和军人的疟疾预防'],
    on: [
      [
        'Tafenoquine against malaria in troops.',
        'We aimed to determine whether tafenoquine prevents malaria in soldiers. Soldiers took tafenoquine weekly. Tafenoquine prevented malaria in soldiers.',
      ],
    ],
    off: [
      [
        'Quality of tablets against malaria.',
        'We aimed to test the quality of tablets against malaria in shops. Tablets were bought in forty shops. A third of the tablets against malaria were false.',
      ],
    ],
  },
  {
    rule: 'the people are those counted in the methods',
    questions: ['Depression in older adults', '老年人抑郁症'],
    on: [
      [
        'White matter in depression.',
        'We aimed to determine whether white matter differs in depression. Seventeen elderly subjects with depression were scanned. White matter differed in depression.',
      ],
    ],
    off: [
      [
        'Grey matter in depression.',
        'We aimed to determine whether grey matter differs in depression. Seventeen students with depression were scanned. Grey matter differed in depression.',
      ],
    ],
  },
  {
    rule: 'a drug may be written as one word',
    questions: ['Hydroxyethyl starch', '羟乙基淀粉'],
    on: [
      [
        'Safety of 6% hydroxyethylstarch.',
        'We aimed to determine the safety of hydroxyethylstarch. Adults with low pressure were given hydroxyethylstarch or saline. Kidneys failed as often with hydroxyethylstarch.',
      ],
    ],
    off: [
      [
        'Starch in bread.',
        'We aimed to determine how starch in bread changes sugar. Adults ate bread with starch. Sugar rose with the starch in bread.',
      ],
    ],
  },
  {
    rule: 'a phrase for a disease in some people is the disease and the people',
    questions: ['Malaria in pregnancy', '妊娠期疟疾'],
    on: [
      [
        'Tablets against malaria for pregnant women.',
        'We aimed to determine whether tablets prevent malaria in pregnant women. Pregnant women took tablets monthly. Malaria was rarer with tablets in pregnant women.',
      ],
    ],
    off: [
      [
        'Tablets against malaria for schools.',
        'We aimed to determine whether tablets prevent malaria in schools. Pupils took tablets monthly. Malaria was rarer with tablets.',
      ],
    ],
  },
  {
    rule: 'a phrase for the risk of a thing is the thing and its risk',
    questions: ['Suicide risk factors', '自杀的危险因素'],
    on: [
      [
        'Does exclusion influence suicide?',
        'We aimed to determine whether exclusion influences the risk of suicide. Registers were linked. Exclusion raised the risk of suicide.',
      ],
    ],
    off: [
      [
        'Lessons on suicide at school.',
        'We aimed to describe lessons on suicide at school. Teachers gave lessons. Lessons on suicide were liked.',
      ],
    ],
  },
  {
    rule: 'the route by which a drug is given is no subject of its own',
    questions: ['Inhaled corticosteroids in asthma', '吸入性糖皮质激素与哮喘'],
    on: [
      [
        'Fluticasone in asthma.',
        'We aimed to determine whether fluticasone lessens attacks of asthma. Adults with asthma inhaled fluticasone. Fluticasone lessened attacks of asthma.',
      ],
    ],
    off: [
      [
        'Prednisone in asthma.',
        'We aimed to determine whether prednisone shortens attacks of asthma. Adults with asthma swallowed prednisone. Prednisone shortened attacks of asthma.',
      ],
    ],
  },
  {
    rule: 'those with both diseases need not be called coinfected',
    questions: ['HIV and tuberculosis coinfection', 'HIV与结核病合并感染'],
    on: [
      [
        'Rifampicin for tuberculosis in patients with HIV.',
        'We aimed to determine how long tuberculosis is treated in patients with HIV. Patients with HIV and tuberculosis took rifampicin. Tuberculosis returned less often in patients with HIV after nine months.',
      ],
    ],
    off: [
      [
        'Rifampicin for tuberculosis.',
        'We aimed to determine how long tuberculosis is treated. Adults took rifampicin. Tuberculosis returned less often after nine months.',
      ],
    ],
  },
  {
    rule: 'an aspect has its own test, whatever its other names',
    questions: ['Chemotherapy for non-small cell lung cancer', '非小细胞肺癌的化疗'],
    on: [
      [
        'Docetaxel in non-small cell lung cancer.',
        'We aimed to compare docetaxel with vinorelbine in non-small cell lung cancer. Adults took cisplatin and docetaxel. Survival in non-small cell lung cancer was longer with docetaxel.',
      ],
    ],
    off: [
      [
        'Genes of non-small cell lung cancer.',
        'We aimed to find genes of non-small cell lung cancer. Tumours were frozen. Two genes were frequent in non-small cell lung cancer.',
      ],
    ],
  },
  {
    rule: 'a disease that is metastatic has metastases',
    questions: ['Bisphosphonates for bone metastases', '双膦酸盐治疗骨转移'],
    on: [
      [
        'Zoledronate in metastatic bone disease.',
        'We aimed to determine whether zoledronate prevents fractures in metastatic bone disease. Films of bone metastases were read twice, and painted where bone metastases were seen. Visits were monthly. Zoledronate prevented fractures in metastatic bone disease.',
      ],
    ],
    off: [
      [
        'Zoledronate in Paget disease of bone.',
        'We aimed to determine whether zoledronate lessens pain in Paget disease of bone. Adults had one infusion. Zoledronate lessened pain in Paget disease of bone.',
      ],
    ],
  },
  {
    rule: 'a record with words of the aspect alone covers too little of the topic',
    questions: ['Biomarkers of Parkinson disease', '帕金森病的生物标志物'],
    on: [
      [
        'Synuclein as a biomarker of Parkinson disease.',
        'We aimed to test synuclein as a biomarker of Parkinson disease. Adults gave blood. Synuclein was a biomarker of Parkinson disease.',
      ],
    ],
    off: [
      [
        'Serum calcium in Parkinson disease.',
        'We aimed to measure serum calcium in Parkinson disease. Adults ate cheese. Serum calcium was low in Parkinson disease.',
      ],
    ],
    decision: 'off_topic',
  },
];

describeTopics('a review without a model holds records to the conditions of its topic', topics);
