import { describeTopics, type TopicRule } from '../../../testing/app/describe-topics.ts';

/** Topics typed as questions, requests or lists, with records that they ask for and others on their subject. */
const topics: readonly TopicRule[] = [
  {
    rule: 'a kind of a disease is asked for, not the disease',
    questions: ['Transthyretin amyloidosis', '转甲状腺素蛋白淀粉样变'],
    on: [
      [
        'Tafamidis in transthyretin amyloidosis.',
        'We gave 90 patients with transthyretin amyloidosis tafamidis. Transthyretin amyloidosis progressed slowly.',
      ],
    ],
    off: [
      [
        'Stem cells in AL amyloidosis.',
        'We treated 90 patients with AL amyloidosis. Amyloidosis progressed slowly.',
      ],
    ],
  },
  {
    rule: 'whether something is safe asks for its harms',
    questions: ['Is laparoscopic surgery safe?', '腹腔镜手术安全吗？'],
    on: [
      [
        'Laparoscopic surgery for large adrenal masses: is it safe?',
        'We reviewed laparoscopic surgery in 90 patients. Laparoscopic surgery had complications in 4 patients, and none died.',
      ],
    ],
    off: [
      [
        'Laparoscopic surgery and the price of theatres.',
        'We asked what laparoscopic surgery costs in 90 patients. Laparoscopic surgery was dear.',
      ],
    ],
    decision: 'other_outcome',
  },
  {
    rule: 'a child in the name of a procedure is no population',
    questions: ['Which factors affect test-tube baby outcomes?', '哪些因素会影响试管婴儿的成功率'],
    on: [
      [
        'Predictors of pregnancy after in vitro fertilization.',
        'We studied 90 women undergoing in vitro fertilization. Age was associated with outcomes of in vitro fertilization.',
      ],
    ],
    off: [
      [
        'Culture media for in vitro fertilization.',
        'We made media for in vitro fertilization. The media were clear.',
      ],
    ],
  },
  {
    rule: 'prevention by drugs is no other prevention',
    questions: ['Drug prevention of malaria', '疟疾的药物预防'],
    on: [
      [
        'Tafenoquine for prophylaxis of malaria in soldiers.',
        'We gave 90 soldiers tafenoquine. Chemoprophylaxis of malaria was effective.',
      ],
    ],
    off: [
      [
        'A vaccine to prevent malaria.',
        'We vaccinated 90 soldiers against malaria. The vaccine prevented malaria.',
      ],
      [
        'Substandard drugs against malaria.',
        'We bought drugs against malaria in 90 shops. Prevention of malaria by such drugs may fail.',
      ],
    ],
  },
  {
    rule: 'criteria and scores are each on a list of both',
    questions: ['Diagnostic criteria and prognostic scores for sepsis', '脓毒症诊断标准及预后评分'],
    on: [
      [
        'Consensus definitions for sepsis.',
        'We revised the definitions. New criteria for sepsis were agreed. Sepsis is now defined by organ failure.',
      ],
      [
        'The SOFA score and death in sepsis.',
        'We scored 90 patients with sepsis. The SOFA score predicted death in sepsis.',
      ],
    ],
    off: [['Fluids in sepsis.', 'We gave fluids to 90 patients with sepsis. Sepsis was treated sooner.']],
  },
  {
    rule: 'two kinds of one thing are each on a list of both',
    questions: ['Safety of hydroxyethyl starch and albumin solutions', '羟乙基淀粉和白蛋白溶液的安全性'],
    on: [
      [
        'Adverse effects of hydroxyethyl starch.',
        'We pooled trials of hydroxyethyl starch. Adverse effects of hydroxyethyl starch were more frequent in patients.',
      ],
      [
        'Adverse effects of albumin.',
        'We pooled trials of albumin. Adverse effects of albumin were rare in patients.',
      ],
    ],
    off: [['The price of albumin.', 'We asked what albumin costs in 90 hospitals. Albumin was dear.']],
  },
  {
    rule: 'those who look after a relative are caregivers',
    questions: [
      'I need papers on the needs of relatives caring for someone with cancer',
      '照顾癌症患者的家属的需求',
    ],
    on: [
      [
        'Needs of caregivers of patients with cancer.',
        'We asked 90 caregivers of patients with cancer. Caregivers of cancer patients had unmet needs.',
      ],
    ],
    off: [
      [
        'Needs of patients with cancer.',
        'We asked 90 patients with cancer. Cancer patients had unmet needs.',
      ],
    ],
  },
  {
    rule: 'what somebody contributes is what he does',
    questions: ['What do pharmacists contribute to patient care?', '药师对患者照护的作用'],
    on: [
      [
        'Pharmacists on rounds and patient care.',
        'Pharmacists joined rounds in 90 wards. Pharmacists improved patient care.',
      ],
    ],
    off: [['Nurses and patient care.', 'Nurses joined rounds in 90 wards. Nurses improved patient care.']],
  },
  {
    rule: 'what determines a subject is not what it determines',
    questions: ['Mammographic density determinants', '乳腺密度的影响因素'],
    on: [
      [
        'Body weight and mammographic density (breast density).',
        'We studied 90 women. Mammographic density, or breast density, was associated with weight. Weight is a determinant of breast density and of mammographic density.',
      ],
    ],
    off: [
      [
        'Mammographic density (breast density) and the risk of breast cancer.',
        'We studied 90 women. Mammographic density, or breast density, was associated with breast cancer. Breast density and mammographic density predict breast cancer.',
      ],
    ],
  },
  {
    rule: 'what is done for health in general is no part of a topic on its cost-effectiveness',
    questions: [
      'Cost-effectiveness studies of medical treatments and screening',
      '医疗干预和筛查的成本效果分析',
    ],
    on: [
      [
        'Cost-effectiveness of radiosurgery for brain metastases.',
        'We modelled radiosurgery. Radiosurgery was cost-effective at 90 dollars per quality-adjusted life year.',
      ],
    ],
    off: [
      [
        'Economic evaluation of the production of plastics by fermentation.',
        'We modelled the production of plastics. The economic evaluation gave a cost-benefit of 90 dollars.',
      ],
      ['Radiosurgery for brain metastases.', 'We treated 90 patients. Radiosurgery was safe.'],
    ],
  },
  {
    rule: 'a record names its country for developing countries',
    questions: ['Neonatal mortality in developing countries', '发展中国家的新生儿死亡'],
    on: [
      [
        'Determinants of neonatal mortality in Indonesia.',
        'We followed 90 newborns in Indonesia. Neonatal mortality was lower where births were attended.',
      ],
    ],
    off: [
      [
        'Neonatal mortality in Sweden.',
        'We followed 90 newborns in Sweden. Neonatal mortality was low in Sweden.',
      ],
    ],
  },
  {
    rule: 'a want of a vitamin is told by its status',
    questions: ['Causes and consequences of vitamin D deficiency', '维生素D缺乏的原因和影响'],
    on: [
      [
        'Vitamin D status and bone mass.',
        'We measured vitamin D status in 90 adults. Low vitamin D status was associated with low bone mass.',
      ],
    ],
    off: [
      [
        'Treatment of vitamin D deficiency with ergocalciferol.',
        'We treated vitamin D deficiency in 90 adults. Vitamin D deficiency was corrected by ergocalciferol.',
      ],
    ],
  },
  {
    rule: 'a treatment in people with another disease is not its prevention',
    questions: ['Tuberculosis treatment in people living with HIV', 'HIV感染者的结核病治疗'],
    on: [
      [
        'Treatment of tuberculosis in adults with HIV.',
        'We treated tuberculosis in 90 adults with HIV. Treatment of tuberculosis in HIV took six months.',
      ],
    ],
    off: [
      [
        'Notification of tuberculosis and HIV.',
        'We counted tuberculosis in 90 adults with HIV. Tuberculosis was seldom notified in HIV.',
      ],
    ],
  },
  {
    rule: 'drugs against an infection before exposure name it',
    questions: ['HIV pre-exposure prophylaxis', 'HIV暴露前预防'],
    on: [
      [
        'Tenofovir for preexposure prophylaxis in men.',
        'We gave preexposure prophylaxis to 90 men. Preexposure prophylaxis against HIV was effective.',
      ],
    ],
    off: [['Testing for HIV in men.', 'We tested 90 men for HIV. Testing for HIV was wanted.']],
  },
];

describeTopics('a topic typed as a question', topics);
