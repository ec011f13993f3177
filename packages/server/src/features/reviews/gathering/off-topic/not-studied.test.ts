import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with records that name a part of them without having studied it. */
const topics: readonly TopicRule[] = [
  {
    rule: 'those excluded were not studied',
    questions: ['Gestational diabetes', '妊娠期糖尿病'],
    on: [
      [
        'Gestational diabetes in one town.',
        'We aimed to count gestational diabetes. Women were tested. Gestational diabetes was frequent.',
      ],
    ],
    off: [
      [
        'Type 1 diabetes and pregnancy.',
        'We aimed to describe births with type 1 diabetes. Births of 107 women were counted. Women with gestational diabetes were excluded. Births were early. Diabetes in pregnancy needs care.',
      ],
      [
        'Births in one town.',
        'We aimed to describe births. Births of 107 women were counted. Women with gestational diabetes were excluded. Births were early. We excluded gestational diabetes, which may be a limit.',
      ],
    ],
  },
  {
    rule: 'a habit that nobody had was not studied',
    questions: ['Alcohol and mortality', '酒精与死亡率'],
    on: [
      [
        'Alcohol and mortality in one town.',
        'We aimed to determine whether alcohol causes deaths. Adults told how much alcohol they drank. Mortality rose with alcohol.',
      ],
    ],
    off: [
      [
        'A healthy life and mortality.',
        'We aimed to determine the mortality of women who never smoked or drank alcohol. Women told what they ate. Mortality was lower with fruit. Deaths were rare with exercise. A healthy life lowers mortality beyond the effects of alcohol.',
      ],
    ],
  },
  {
    rule: 'the dead whose organs were examined are no mortality',
    questions: ['Diabetes and mortality', '糖尿病与死亡率'],
    on: [
      [
        'Diabetes and mortality in one town.',
        'We aimed to determine the mortality of adults with diabetes. Adults were followed. Mortality was high with diabetes.',
      ],
    ],
    off: [
      [
        'A virus in diabetes.',
        'We aimed to find a virus in diabetes. Autopsy pancreases from 88 adults with diabetes who had died were examined. The virus was rare in diabetes.',
      ],
    ],
  },
];

describeTopics('a review without a model includes no records that only name a part of its topic:', topics);
