import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with records that name their subject in other words alone. */
const topics: readonly TopicRule[] = [
  {
    rule: 'an abbreviation of a list stands for its name',
    questions: ['Type 1 diabetes in children', '儿童1型糖尿病'],
    on: [
      [
        'Low sugar in a large sample of children with IDDM.',
        'We aimed to count low sugar in children with IDDM. Of 657 children all were asked. Low sugar was rare at first. Sugar fell at night. Low sugar is frequent in younger children.',
      ],
    ],
    off: [
      [
        'Low sugar of newborns.',
        'We aimed to count low sugar in newborns. Of 657 newborns all were tested. Low sugar was rare at first. Sugar fell at night. Low sugar is frequent in smaller newborns.',
      ],
    ],
  },
  {
    rule: 'operations on lymph nodes are surgery',
    questions: ['Breast cancer surgery', '乳腺癌手术'],
    on: [
      [
        'Sentinel lymph node biopsy in breast cancer.',
        'We aimed to determine whether sentinel lymph node biopsy suffices in breast cancer. Of 90 women with breast cancer all had one. Sentinel lymph node biopsy suffices in breast cancer.',
      ],
    ],
    off: [
      [
        'Lipids in breast cancer.',
        'We aimed to measure lipids in breast cancer. Of 90 women with breast cancer all gave blood. Lipids were raised in breast cancer.',
      ],
    ],
  },
];

describeTopics('a review without a model includes records that tell its subject in other words:', topics);
