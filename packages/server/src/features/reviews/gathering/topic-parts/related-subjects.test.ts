import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics on what is related to, given for or causes a disease, with records by other words and records on another question. */
const topics: readonly TopicRule[] = [
  {
    rule: 'a drug by its name is pharmacotherapy',
    questions: ['Pharmacotherapy for smoking cessation', '戒烟的药物治疗'],
    on: [
      [
        'Nortriptyline for smoking cessation.',
        'We aimed to determine whether nortriptyline helps smoking cessation. Adults took nortriptyline. Smoking cessation was more frequent with nortriptyline.',
      ],
      [
        'Nicotine replacement for smoking cessation.',
        'We aimed to determine whether nicotine replacement helps smoking cessation. Adults had nicotine patches. Smoking cessation was more frequent with nicotine replacement.',
      ],
    ],
    off: [
      [
        'Counselling for smoking cessation.',
        'We aimed to determine whether counselling helps smoking cessation. Adults were called weekly. Smoking cessation was as frequent with counselling.',
      ],
    ],
  },
  {
    rule: 'a therapy for the prevention of a disease treats another one',
    questions: ['Treatment of tuberculosis', '结核病的治疗'],
    on: [
      [
        'Rifampicin in the treatment of tuberculosis.',
        'We aimed to determine whether rifampicin is an effective treatment of tuberculosis. Adults took rifampicin. Treatment of tuberculosis with rifampicin succeeded in most.',
      ],
    ],
    off: [
      [
        'Antiretroviral therapy for the prevention of tuberculosis.',
        'We aimed to determine whether antiretroviral therapy prevents tuberculosis. Adults had antiretroviral therapy. Tuberculosis was rarer with antiretroviral therapy.',
      ],
    ],
  },
  {
    rule: 'what a tumour expresses is no risk factor for it',
    questions: ['Risk factors for endometrial cancer', '子宫内膜癌的危险因素'],
    on: [
      [
        'Obesity and the risk of endometrial cancer.',
        'We aimed to determine whether obesity raises the risk of endometrial cancer. Women were weighed. The risk of endometrial cancer was higher with obesity.',
      ],
    ],
    off: [
      [
        'Survivin is overexpressed and correlated with others in endometrial cancer.',
        'We aimed to determine survivin in the development of endometrial cancer. Slides were read. Survivin is overexpressed in the occurrence of endometrial cancer.',
      ],
    ],
  },
  {
    rule: 'things to which one is related are alternatives, an outcome among them',
    questions: [
      'Relationship between sugar-sweetened beverages and weight gain and diabetes',
      '含糖饮料与体重增加和糖尿病的关系',
    ],
    on: [
      [
        'Sugar-sweetened beverages and weight gain.',
        'We aimed to determine whether sugar-sweetened beverages cause weight gain. Adults were weighed. Weight gain was more frequent with sugar-sweetened beverages.',
      ],
      [
        'Sugar-sweetened beverages and diabetes.',
        'We aimed to determine whether sugar-sweetened beverages cause diabetes. Students were followed. Diabetes was more frequent with sugar-sweetened beverages.',
      ],
    ],
    off: [
      [
        'Prices of sugar-sweetened beverages.',
        'We aimed to determine the prices of sugar-sweetened beverages. Shops were visited. Prices of sugar-sweetened beverages rose.',
      ],
    ],
  },
];

describeTopics('a review without a model reads what is related to the subject of its topic', topics);
