import { describeTopics } from '../../../../testing/app/describe-topics.ts';

const compared = [
  [
    'Radiotherapy versus chemotherapy for cancer of the larynx.',
    'We aimed to compare radiotherapy with chemotherapy. Adults were assigned to either. Survival was longer with radiotherapy than with chemotherapy.',
  ],
] as const;
const combined = [
  [
    'Chemotherapy added to radiotherapy.',
    'We aimed to determine whether chemotherapy added to radiotherapy is better than radiotherapy alone. Adults were assigned to either. Radiotherapy plus chemotherapy was better than radiotherapy.',
  ],
  [
    'A gene that predicts the response to chemotherapy and radiotherapy.',
    'We aimed to find a predictor. Tumours were stained. The gene predicted the response to chemotherapy.',
  ],
] as const;

describeTopics('a review without a model of a comparison', [
  {
    rule: 'includes what compares both of its sides',
    questions: ['Radiotherapy versus chemotherapy', '放疗与化疗比较'],
    on: compared,
    off: combined,
    decision: 'off_topic',
  },
  {
    rule: 'includes what compares both of its sides',
    questions: ['Laparoscopic versus open surgery', '腹腔镜与开腹手术比较'],
    on: [
      [
        'Laparoscopic versus open surgery of the colon.',
        'We aimed to compare laparoscopic with open surgery. Adults had either. Pain was less after laparoscopic than after open surgery.',
      ],
    ],
    off: [
      [
        'Oral intake after laparoscopic surgery.',
        'We aimed to determine when patients may eat after laparoscopic surgery. Adults ate on the first day. Early intake was safe after laparoscopic surgery and laparotomy.',
      ],
    ],
    decision: 'off_topic',
  },
]);
