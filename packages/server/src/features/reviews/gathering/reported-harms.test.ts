import { describeTopics, type TopicRule } from '../../../testing/app/describe-topics.ts';

const on: TopicRule['on'] = [
  [
    'Withdrawal symptoms after stopping antidepressants.',
    'We aimed to review symptoms after antidepressants. Papers were read. Symptoms began within days. They lasted for weeks. Antidepressants should be stopped slowly.',
  ],
  [
    'Antidepressants for headache.',
    'We aimed to determine whether antidepressants help. Adults took antidepressants or placebo. Dry mouth was the most frequent adverse event. Headaches were rarer. Antidepressants help.',
  ],
  [
    'Antidepressants and the bones.',
    'We aimed to follow adults on antidepressants. Registers were read. Fractures were counted. Antidepressants were associated with an increased risk of fractures. Bones deserve attention.',
  ],
];
const off: TopicRule['off'] = [
  [
    'Antidepressants and sick leave.',
    'We aimed to determine whether antidepressants shorten sick leave. Adults took antidepressants. Sick leave was counted. Sick leave was shorter. Antidepressants shorten sick leave.',
  ],
  [
    'Antidepressants after a heart attack.',
    'We aimed to determine whether antidepressants prevent deaths. Adults took antidepressants. Major adverse cardiac events were counted. Antidepressants reduced the increased risk of death. Antidepressants prevent deaths.',
  ],
  [
    'Patterns of prescribing antidepressants.',
    'We aimed to count prescriptions of antidepressants. Registers were read. Most prescriptions were by general practitioners. It is important to raise awareness of the side effects of antidepressants.',
  ],
  [
    'Antidepressants in rats.',
    'We aimed to determine the toxicity of antidepressants in rats. Rats ate antidepressants. Rats lost weight. Livers were normal. Antidepressants are not toxic to rats.',
  ],
];

/** Topics on harms, in any wording. */
const topics: readonly TopicRule[] = (
  [
    ['Safety of antidepressants', '抗抑郁药的安全性'],
    ['Adverse effects of antidepressants', '抗抑郁药的不良反应'],
    ['Side effects of antidepressants', '抗抑郁药的副作用'],
  ] as const
).map((questions) => ({ rule: 'a record reports harms of the topic’s subject', questions, on, off }));

describeTopics('a review without a model of the safety of something includes what reports harms:', [
  ...topics,
  {
    rule: 'complications of an operation are its harms',
    questions: ['Safety of cholecystectomy', '胆囊切除术的安全性'],
    on: [
      [
        'Cholecystectomy at one hospital.',
        'We aimed to describe cholecystectomy. Of 90 adults all had a cholecystectomy. Complications occurred in two. Nobody died. Cholecystectomy was done within an hour.',
      ],
    ],
    off: [
      [
        'Days in hospital after cholecystectomy.',
        'We aimed to count the days after cholecystectomy. Of 90 adults all had a cholecystectomy. Most left on the same day. Meals were eaten. Few days are needed after cholecystectomy.',
      ],
    ],
  },
]);
