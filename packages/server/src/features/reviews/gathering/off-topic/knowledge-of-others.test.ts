import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics on a disease, with records on what those around the patients think. */
const topics: readonly TopicRule[] = [
  {
    rule: 'what physicians know of a disease is not the disease',
    questions: ['Asthma in adults', '成人哮喘'],
    on: [
      [
        'Asthma of adults in one town.',
        'We aimed to count asthma in adults. Of 90 adults all answered letters. Asthma was frequent in adults.',
      ],
      [
        'What adults with asthma know.',
        'We aimed to ask adults what they know of asthma. In a survey 90 adults answered. Adults know little of asthma.',
      ],
    ],
    off: [
      [
        'Knowledge of asthma among physicians.',
        'We aimed to ask what physicians know of asthma in adults. Letters were sent. Few know of asthma in adults.',
      ],
      [
        'Asthma of adults at home.',
        'We aimed to learn how husbands see asthma in adults. We held interviews with 24 husbands. Husbands fear asthma in adults.',
      ],
    ],
    decision: 'off_topic',
  },
  {
    rule: 'a topic may ask for it',
    questions: ["Physicians' knowledge of asthma", '医生对哮喘的知识'],
    on: [
      [
        'Knowledge of asthma among physicians.',
        'We aimed to ask what physicians know of asthma. In a survey 90 physicians answered. Physicians know little of asthma.',
      ],
    ],
    off: [],
  },
];

describeTopics('a review without a model leaves out what others think of a disease:', topics);
