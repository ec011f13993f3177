import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that list what they ask about, with records on one item and records on none. */
const topics: readonly TopicRule[] = [
  {
    rule: 'a record is on one of two kinds of one thing that a topic asks the same about',
    questions: ['Epidemiology of suicide and self-harm', '自杀和自伤的流行病学'],
    on: [
      [
        'Incidence of suicide in farmers.',
        'We aimed to determine the incidence of suicide. Suicide was counted in farmers. The incidence of suicide was higher in farmers.',
      ],
      [
        'Prevalence of self-harm in prisoners.',
        'We aimed to determine the prevalence of self-harm. Prisoners were asked about self-harm. The prevalence of self-harm was higher in prisoners.',
      ],
    ],
    off: [
      [
        'Prevalence of insomnia in prisoners.',
        'We aimed to determine the prevalence of insomnia. Prisoners were asked about insomnia. The prevalence of insomnia was higher in prisoners.',
      ],
    ],
  },
  {
    rule: 'a record is on one of two things that are said to do the same',
    questions: ['aspirin and NSAIDs to prevent colorectal cancer', '阿司匹林和NSAIDs预防结直肠癌'],
    on: [
      [
        'Aspirin to prevent colorectal cancer.',
        'We aimed to determine whether aspirin prevents colorectal cancer. Adults took aspirin. Aspirin prevented colorectal cancer.',
      ],
    ],
    off: [
      [
        'Folate to prevent colorectal cancer.',
        'We aimed to determine whether folate prevents colorectal cancer. Adults took folate. Folate prevented colorectal cancer.',
      ],
    ],
  },
  {
    rule: 'a name that two members of a list share is written once',
    questions: ['Hepatitis C or hepatitis B in people with HIV', '艾滋病合并丙型或乙型肝炎感染'],
    on: [
      [
        'Hepatitis C and the human immunodeficiency virus.',
        'We aimed to describe hepatitis C infection in people with HIV infection. Adults with HIV and hepatitis C were followed. Hepatitis C infection was common in people with HIV infection.',
      ],
    ],
    off: [
      [
        'Hepatitis C in blood donors.',
        'We aimed to describe hepatitis C in donors. Donors with hepatitis C were followed. Hepatitis C was rare in donors.',
      ],
    ],
  },
  {
    rule: 'a record is on one of the aspects that a topic lists with other words',
    questions: [
      'cancer survivors: screening behaviours, needs and follow-up management',
      '癌症幸存者的筛查行为、需求与随访管理',
    ],
    on: [
      [
        'Mammography screening in cancer survivors.',
        'We aimed to compare screening in cancer survivors and others. Cancer survivors were asked about screening. Cancer survivors had more screening.',
      ],
    ],
    off: [
      [
        'Telomeres of cancer survivors.',
        'We aimed to measure telomeres in cancer survivors. Cancer survivors gave blood. Telomeres were shorter in cancer survivors.',
      ],
    ],
  },
  {
    rule: 'a record on a tumor is on cancer',
    questions: ['MicroRNA as a biomarker for the diagnosis of cancer', '微小RNA作为癌症诊断标志物'],
    on: [
      [
        'Serum microRNA in the diagnosis of glioma.',
        'We aimed to evaluate serum microRNA in the diagnosis of glioma. Serum microRNA was measured in patients with glioma. Serum microRNA was a sensitive biomarker for the diagnosis of glioma.',
      ],
    ],
    off: [
      [
        'Serum microRNA in the diagnosis of malaria.',
        'We aimed to evaluate serum microRNA in the diagnosis of malaria. Serum microRNA was measured in patients with malaria. Serum microRNA was a sensitive biomarker for the diagnosis of malaria.',
      ],
    ],
  },
];

describeTopics('a review without a model reads the lists in its topic', topics);
