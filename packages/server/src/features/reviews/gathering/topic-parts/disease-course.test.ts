import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that say how a disease runs, with a record that does not, and one on another course or another disease. */
const topics: readonly TopicRule[] = [
  {
    rule: 'a poisoning is acute, unless a record says that it is chronic',
    questions: ['Treatment of acute paraquat poisoning', '急性百草枯中毒的治疗'],
    on: [
      [
        'Hemoperfusion in the treatment of paraquat poisoning.',
        'We aimed to determine whether hemoperfusion is effective in the treatment of paraquat poisoning. Adults with paraquat poisoning had hemoperfusion. Hemoperfusion was effective in the treatment of paraquat poisoning.',
      ],
    ],
    off: [
      [
        'Vitamins in the treatment of chronic paraquat poisoning.',
        'We aimed to determine whether vitamins are effective in the treatment of chronic paraquat poisoning. Farmers took vitamins. Vitamins were effective in the treatment of chronic paraquat poisoning.',
      ],
    ],
  },
  {
    rule: 'a headache may be chronic without the word, but not if it is episodic',
    questions: ['Amitriptyline for chronic tension-type headache', '阿米替林治疗慢性紧张性头痛'],
    on: [
      [
        'Amitriptyline in tension-type headache.',
        'We aimed to test amitriptyline in the treatment of tension-type headache. Adults with tension-type headache took amitriptyline nightly. Amitriptyline lessened tension-type headache.',
      ],
      [
        'Amitriptyline in chronic and episodic tension-type headache.',
        'We aimed to test amitriptyline in the treatment of chronic tension-type headache. Adults took pills at noon for a season. Amitriptyline was effective in chronic tension-type headache.',
      ],
    ],
    off: [
      [
        'Amitriptyline in episodic tension-type headache.',
        'We aimed to test amitriptyline in the treatment of episodic tension-type headache. Students took amitriptyline weekly. Amitriptyline did nothing for episodic tension-type headache.',
      ],
    ],
  },
  {
    rule: 'an acute disease with a name of its own is another one',
    questions: ['Treatment of acute kidney injury', '急性肾损伤的治疗'],
    on: [
      [
        'Furosemide in the treatment of acute kidney injury.',
        'We aimed to test furosemide in the treatment of acute kidney injury. Adults with acute kidney injury had furosemide. Furosemide was no effective treatment of acute kidney injury.',
      ],
    ],
    off: [
      [
        'Diets in the treatment of chronic kidney disease.',
        'We aimed to test diets in the treatment of chronic kidney disease. Adults with chronic kidney disease ate less salt. Diets were an effective treatment of chronic kidney disease.',
      ],
    ],
  },
];

describeTopics('a review without a model reads how the disease of its topic runs', topics);
