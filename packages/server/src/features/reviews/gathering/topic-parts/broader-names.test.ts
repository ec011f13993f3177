import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics for whose subject lists give names with another meaning, with a record on the subject and on another one. */
const topics: readonly TopicRule[] = [
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
