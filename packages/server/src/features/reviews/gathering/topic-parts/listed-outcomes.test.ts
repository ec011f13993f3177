import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that list several questions about a disease, with a record on each, and one on something else. */
const topics: readonly TopicRule[] = [
  {
    rule: 'an outcome listed with the treatment is a question of its own',
    questions: ['Treatment and survival in leptospirosis', '钩端螺旋体病的治疗与生存'],
    on: [
      [
        'Survival in leptospirosis.',
        'We aimed to determine survival in leptospirosis. Adults with leptospirosis were followed for a month. Survival was better in young adults with leptospirosis.',
      ],
      [
        'Penicillin in the treatment of leptospirosis.',
        'We aimed to determine whether penicillin is effective in the treatment of leptospirosis. Farmers with leptospirosis took penicillin. Penicillin shortened the fever and was an effective treatment of leptospirosis.',
      ],
    ],
    off: [
      [
        'Rats with leptospirosis in ports.',
        'We aimed to count rats with leptospirosis in ports. Traps were set at night for weeks. Leptospirosis was found in most ports.',
      ],
    ],
  },
  {
    rule: 'a therapy with a name is what survival depends on',
    questions: ['Penicillin therapy and survival in leptospirosis', '青霉素治疗与钩端螺旋体病的生存'],
    on: [
      [
        'Penicillin and survival in leptospirosis.',
        'We aimed to determine whether penicillin therapy improves survival in leptospirosis. Adults with leptospirosis took penicillin. Penicillin therapy improved survival in leptospirosis.',
      ],
    ],
    off: [
      [
        'Penicillin and fever in leptospirosis.',
        'We aimed to determine whether penicillin therapy lowers the fever of leptospirosis. Adults with leptospirosis took pills at noon. Penicillin therapy lowered the fever of leptospirosis.',
      ],
    ],
  },
  {
    rule: 'listed kinds of outcomes are alternatives',
    questions: [
      'Neuropsychological and brain imaging outcomes after concussion',
      '脑震荡后的神经心理和影像学结局',
    ],
    on: [
      [
        'Memory outcomes after concussion.',
        'We aimed to determine memory outcomes after concussion. Players with concussion took tests of memory. Memory was worse after concussion for a week.',
      ],
      [
        'White matter after concussion.',
        'We aimed to determine white matter outcomes after concussion by magnetic resonance. Boxers with concussion were scanned at noon. White matter recovered after concussion.',
      ],
    ],
    off: [
      [
        'Days off work after concussion.',
        'We aimed to count days off work after concussion. Nurses with concussion kept diaries in spring. Days off work were few after concussion.',
      ],
    ],
  },
];

describeTopics('a review without a model reads what its topic lists as alternatives', topics);
