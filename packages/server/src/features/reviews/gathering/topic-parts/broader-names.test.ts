import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics for whose subject lists give names with another meaning, with a record on the subject and on another one. */
const topics: readonly TopicRule[] = [
  {
    rule: 'eclampsia is no preeclampsia, in any spelling',
    questions: ['Pre-eclampsia', '子痫前期'],
    on: [
      [
        'Folic acid and preeclampsia.',
        'We aimed to determine whether folic acid prevents preeclampsia. Women took folic acid. Preeclampsia was as frequent with folic acid.',
      ],
      [
        'Hearing after pre-eclampsia.',
        'We aimed to test the hearing of women after pre-eclampsia. Hearing was tested. Pre-eclampsia impaired it.',
      ],
    ],
    off: [
      [
        'Caesarean delivery in eclampsia.',
        'We aimed to compare deliveries in eclampsia. Women with eclampsia were assigned to one of two. Eclampsia ended sooner after a caesarean.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'bacteria in the blood are no sepsis',
    questions: ['Sepsis', '脓毒症'],
    on: [
      [
        'Fluids in septic shock.',
        'We aimed to compare fluids in septic shock. Adults with septic shock were assigned to one of two. Septic shock was as often fatal.',
      ],
    ],
    off: [
      [
        'Skin infections and bacteremia.',
        'We aimed to count bacteremia in skin infections. Blood was cultured. Bacteremia was rare.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'dementia of any kind is no Alzheimer’s disease',
    questions: ['Alzheimer’s disease', '阿尔茨海默病'],
    on: [
      [
        'Sleep in Alzheimer’s disease.',
        'We aimed to record sleep in Alzheimer’s disease. Sleep was recorded. It was short in Alzheimer’s disease.',
      ],
    ],
    off: [
      [
        'Falls in dementia.',
        'We aimed to count falls in dementia. Adults with dementia were seen. Falls were frequent in dementia.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'dementia is no cognitive decline',
    questions: ['Exercise and cognitive decline', '运动与认知下降'],
    on: [
      [
        'Exercise and cognitive decline in one town.',
        'We aimed to determine whether exercise slows cognitive decline. Adults walked daily. Cognitive decline was slower with exercise.',
      ],
    ],
    off: [
      [
        'Exercise in dementia.',
        'We aimed to determine whether exercise lessens falls in dementia. Adults with dementia walked daily. Exercise did not lessen falls in dementia.',
      ],
    ],
  },
  {
    rule: 'cognitive decline is no dementia',
    questions: ['Exercise and dementia', '运动与痴呆'],
    on: [
      [
        'Exercise and dementia in one town.',
        'We aimed to determine whether exercise prevents dementia. Adults walked daily. Dementia was rarer with exercise.',
      ],
    ],
    off: [
      [
        'Exercise and cognitive decline.',
        'We aimed to determine whether exercise slows cognitive decline. Adults walked daily. Cognitive decline was slower with exercise.',
      ],
    ],
  },
  {
    rule: 'diabetes of no stated type is not type 2 diabetes',
    questions: ['Coffee and type 2 diabetes', '咖啡与2型糖尿病'],
    on: [
      [
        'Coffee and type 2 diabetes in one town.',
        'We aimed to determine whether coffee prevents type 2 diabetes. Adults drank coffee daily. Type 2 diabetes was rarer with coffee.',
      ],
    ],
    off: [
      [
        'Coffee and sleep in diabetes.',
        'Diabetes may be type 1 or type 2 diabetes. We aimed to determine whether coffee harms sleep in diabetes. Adults with type 2 diabetes or another one drank coffee. Coffee did not harm sleep in diabetes.',
      ],
    ],
  },
  {
    rule: 'an abbreviation of two letters needs its name',
    questions: ['Treatment of inflammatory bowel disease', '炎症性肠病的治疗'],
    on: [
      [
        'Mesalazine for ulcerative colitis.',
        'We aimed to compare treatment with mesalazine and placebo in ulcerative colitis (UC). Adults with UC took tablets. Treatment with mesalazine brought remission of UC.',
      ],
    ],
    off: [
      [
        'Text messages to families about tests.',
        'Tests for an infectious disease were offered. We aimed to compare treatment by text messages with usual care [UC]. Families got treatment by messages or UC. Treatment cost more than UC. Treatment by messages was better than UC.',
      ],
    ],
  },
];

describeTopics('a review without a model takes a subject by its own names', topics);
