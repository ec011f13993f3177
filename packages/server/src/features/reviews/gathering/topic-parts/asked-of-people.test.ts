import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics on what is done for people and on what becomes of them, with records on that and on something else. */
const topics: readonly TopicRule[] = [
  {
    rule: 'antiviral treatment of HIV is antiretroviral',
    questions: ['Costs of antiviral therapy in HIV infection', 'HIV抗病毒治疗的成本'],
    on: [
      [
        'Antiretroviral therapy and its costs in HIV infection.',
        'We aimed to determine the costs of antiretroviral therapy. Clinics for HIV infection opened their books. Antiretroviral therapy for HIV infection had costs of 700 dollars.',
      ],
    ],
    off: [
      [
        'Antiretroviral therapy of economically vulnerable people with HIV infection.',
        'We aimed to determine who takes antiretroviral therapy. Economically vulnerable people with HIV infection took it. Antiretroviral therapy was taken by all.',
      ],
    ],
  },
  {
    rule: 'the risks of a treatment are its harms',
    questions: ['Risks of antidepressant drugs', '抗抑郁药物的风险'],
    on: [
      [
        'Antidepressants and the bones.',
        'We aimed to follow adults on antidepressants. Registers were read. Fractures were counted. Antidepressants were associated with an increased risk of fractures. Bones deserve attention.',
      ],
    ],
    off: [
      [
        'Antidepressants and sick leave.',
        'We aimed to determine whether antidepressants shorten sick leave. Adults took antidepressants. Sick leave was counted. Sick leave was shorter. Antidepressants shorten sick leave.',
      ],
    ],
  },
  {
    rule: 'a disorder next to what was given is a harm of it',
    questions: ['Safety of metformin', '二甲双胍的安全性'],
    on: [
      [
        'Lactic acidosis in patients treated with metformin.',
        'We read 47 letters on metformin. Patients on metformin were old. Most had diseased kidneys.',
      ],
    ],
    off: [
      [
        'Metformin in patients with a lean body.',
        'We aimed to determine whether metformin lowers sugar. Patients took metformin. Metformin lowered sugar.',
      ],
    ],
  },
  {
    rule: 'training and recovery are rehabilitation',
    questions: ['Rehabilitation after stroke', '脑卒中患者的康复'],
    on: [
      [
        'Treadmill training after stroke.',
        'We aimed to see what treadmill training adds after stroke. Patients with stroke walked. Treadmill training after stroke made patients walk further.',
      ],
    ],
    off: [
      [
        'Bilirubin after stroke.',
        'We aimed to determine bilirubin after stroke. Patients with stroke gave blood. Bilirubin was high after stroke.',
      ],
    ],
  },
  {
    rule: 'later life follows a birth',
    questions: ['Preterm birth and health in later life', '早产与成年后健康'],
    on: [
      [
        'Preterm birth and the vessels of young adults.',
        'We aimed to determine whether preterm birth narrows vessels in adulthood. Young adults after preterm birth were measured. Vessels of adults were narrow after preterm birth.',
      ],
    ],
    off: [
      [
        'Preterm birth and a cerclage.',
        'We aimed to determine whether a cerclage delays preterm birth. Women had a cerclage. Preterm birth was delayed by a cerclage.',
      ],
    ],
  },
  {
    rule: 'patients without a word for their age are adults',
    questions: ['Chronic kidney disease in adults', '成人慢性肾脏病'],
    on: [
      [
        'Sleep in chronic kidney disease.',
        'We aimed to determine how people with chronic kidney disease sleep. We asked 412 patients. Patients with chronic kidney disease slept badly.',
      ],
    ],
    off: [
      [
        'Sleep in childhood chronic kidney disease.',
        'We aimed to determine how children with chronic kidney disease sleep. We asked 412 patients. Children with chronic kidney disease slept badly.',
      ],
      [
        'Chronic kidney disease: an essay.',
        'Chronic kidney disease is old. We think about chronic kidney disease. Chronic kidney disease is sad.',
      ],
    ],
  },
  {
    rule: 'what has a poor prognosis is no treatment',
    questions: ['Treatment of rectal cancer', '直肠癌的治疗'],
    on: [
      [
        'Chemoradiation of rectal cancer.',
        'We aimed to determine whether chemoradiation cures rectal cancer. Patients had chemoradiation. Chemoradiation cured rectal cancer.',
      ],
    ],
    off: [
      [
        'Wide red cells contribute to poor prognosis in patients undergoing resection for rectal cancer.',
        'We aimed to follow patients after resection of rectal cancer. Blood was drawn. Wide red cells were a sign of early death in rectal cancer.',
      ],
    ],
  },
  {
    rule: 'patients who have the disease of a title were treated in its trial',
    questions: ['Treatment of Parkinson disease', '帕金森病的治疗'],
    on: [
      [
        'Green tea and movement in Parkinson disease.',
        'Green tea is old. We asked how tea changes movement. Patients with Parkinson disease were randomly assigned to green tea or placebo for treatment of stiffness. Green tea did not change movement in Parkinson disease.',
      ],
    ],
    off: [
      [
        'Green tea and movement in people with Parkinson disease.',
        'Green tea is old. We asked how tea changes movement. People told what they drank. Green tea did not change movement in Parkinson disease.',
      ],
    ],
  },
  {
    rule: 'those who had the disease died, and not others who have another one',
    questions: ['Mortality in patients with AIDS', '艾滋病患者的死亡率'],
    on: [
      [
        'Mortality of patients with AIDS in one town.',
        'We aimed to determine the mortality of patients with AIDS. Patients with AIDS were followed. Mortality of patients with AIDS was 9%.',
      ],
    ],
    off: [
      [
        'Mortality of tuberculosis: its association with poverty, crowding and AIDS.',
        'We aimed to determine the mortality of tuberculosis. Districts were compared. Mortality was high where people were crowded.',
      ],
    ],
  },
  {
    rule: 'those who care for relatives are caregivers',
    questions: ['Burden of family caregivers', '家庭照顾者的负担'],
    on: [
      [
        'Caregiver burden in partners of old men.',
        'We aimed to measure caregiver burden. Caregivers answered. The burden of caregivers was heavy.',
      ],
    ],
    off: [
      [
        'The burden of a family name.',
        'We aimed to see how names are carried. People answered. The burden of a name was light.',
      ],
    ],
  },
  {
    rule: 'a hospital’s experience with a drug is nobody’s own',
    questions: ['Experiences of patients with osteoporosis', '骨质疏松患者的体验'],
    on: [
      [
        'Patients’ experiences of osteoporosis.',
        'We aimed to learn the experiences of patients with osteoporosis. Patients with osteoporosis were interviewed. The experiences of patients with osteoporosis were lonely.',
      ],
    ],
    off: [
      [
        'Ten years’ experience with alendronate for osteoporosis.',
        'We aimed to describe ten years of alendronate for osteoporosis. Patients with osteoporosis took alendronate. Ten years’ experience with alendronate showed no harm in patients with osteoporosis.',
      ],
    ],
  },
  {
    rule: 'differences are between groups of people',
    questions: ['Disparities in colorectal cancer survival', '结直肠癌患者的生存差异'],
    on: [
      [
        'Colorectal cancer survival in socioeconomic groups.',
        'We aimed to compare the survival of colorectal cancer between socioeconomic groups. Registers were read. Survival of colorectal cancer was shorter in deprived patients.',
      ],
    ],
    off: [
      [
        'Expression of a micro-RNA and colorectal cancer survival.',
        'We aimed to determine whether a micro-RNA predicts survival of colorectal cancer. Tumours were stained. Survival of patients with colorectal cancer was shorter with it.',
      ],
    ],
  },
  {
    rule: 'a list’s other name for one part is none where the topic names both',
    questions: ['Bed sharing and sudden infant death', '同床睡眠与婴儿猝死'],
    on: [
      [
        'Bed sharing and sudden infant death.',
        'We aimed to determine whether bed sharing causes sudden infant death. Parents of infants answered. Sudden infant death was more frequent with bed sharing.',
      ],
    ],
    off: [
      [
        'Sudden infant death: a definition.',
        'We aimed to define sudden infant death. Experts met. Sudden infant death is sudden and not explained in an infant.',
      ],
    ],
  },
  {
    rule: 'an everyday Chinese name after another is a part',
    questions: ['饮酒和性行为', '饮酒与性行为'],
    on: [
      [
        'Alcohol drinking and sexual behavior of students.',
        'We aimed to determine whether alcohol drinking changes sexual behavior. Students answered. Alcohol drinking was associated with risky sexual behavior.',
      ],
    ],
    off: [
      [
        'Alcohol drinking of parents.',
        'We aimed to determine whether the alcohol drinking of parents is learnt. Families answered. Alcohol drinking was learnt from parents.',
      ],
    ],
  },
  {
    rule: 'a habit is a subject beside the other one',
    questions: ['Physical activity and cognitive decline', '体力活动与认知功能下降'],
    on: [
      [
        'Physical activity in men who forget: a trial.',
        'Many forget. We aimed to determine whether physical activity delays cognitive decline. Men walked. Some swam. Others slept. Physical activity delayed cognitive decline.',
      ],
    ],
    off: [
      [
        'Physical activity and the heart of men: a trial.',
        'We aimed to determine whether physical activity strengthens the heart. Men walked. Physical activity strengthened the heart.',
      ],
    ],
  },
  {
    rule: 'those who care have several names in Chinese',
    questions: ['Depression in caregivers of people with dementia', '痴呆照料者的抑郁'],
    on: [
      [
        'Depression in caregivers of patients with dementia.',
        'We aimed to determine depression in caregivers. Caregivers of people with dementia answered. Depression was frequent in caregivers of people with dementia.',
      ],
    ],
    off: [
      [
        'Depression in dementia.',
        'We aimed to determine depression in dementia. People with dementia answered. Depression was frequent in dementia.',
      ],
    ],
  },
];

describeTopics('a review without a model of what is done for people includes records on that:', topics);
