import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that ask for an aspect which records tell in other words, or for what something does. */
const topics: readonly TopicRule[] = [
  {
    rule: 'what is done before an operation, or despite a drug, is no effect of it',
    questions: ['Effects of bariatric surgery', '减重手术的效果'],
    on: [
      [
        'Weight four years after bariatric surgery.',
        'We aimed to determine weight after bariatric surgery. Adults had bariatric surgery. Bariatric surgery reduced weight.',
      ],
    ],
    off: [
      [
        'Group therapy for bariatric surgery candidates.',
        'We aimed to evaluate group therapy before bariatric surgery. Bariatric surgery candidates had group therapy. Group therapy reduced binges among bariatric surgery candidates.',
      ],
      [
        'Recommendations for the presurgical evaluation of bariatric surgery patients.',
        'We aimed to give recommendations for the evaluation of bariatric surgery patients. Bariatric surgery patients were considered. Bariatric surgery patients should be evaluated.',
      ],
    ],
  },
  {
    rule: 'clinical effects are not seen in tissue outside the body',
    questions: ['Clinical effects of statins', '他汀类药物的临床效果'],
    on: [
      [
        'Statins and strokes in adults.',
        'We aimed to determine the effect of statins on strokes. Adults took statins. Statins reduced strokes.',
      ],
    ],
    off: [
      [
        'Statins and platelets of atria.',
        'We aimed to determine the effect of statins on platelets in vitro. Atria of patients were kept with statins. Statins reduced platelets.',
      ],
    ],
  },
  {
    rule: 'nor is the efficacy of a drug, where there are studies of people',
    questions: ['Efficacy of statins', '他汀类药物的疗效'],
    on: ['strokes', 'gallstones', 'fractures'].map((events) => [
      `Statins and ${events} in adults.`,
      `We aimed to determine the effect of statins on ${events}. Adults took statins. Statins reduced ${events}.`,
    ]),
    off: [
      [
        'Statins and vein grafts.',
        'Because grafts fail, we investigate the response of veins in vitro to statins. Veins of patients were kept with statins. Statins reduced their proteins.',
      ],
    ],
  },
  {
    rule: 'the chances of an undertaking are told by what stands against it',
    questions: ['Feasibility of malaria elimination', '消除疟疾的可行性'],
    on: [
      [
        'Challenges for malaria elimination in Zanzibar.',
        'We aimed to describe challenges for malaria elimination. Malaria elimination was planned. Resistance is a challenge for malaria elimination.',
      ],
    ],
    off: [
      [
        'Teaching of malaria elimination in schools.',
        'We aimed to describe teaching on malaria elimination. Malaria elimination was taught. Teaching on malaria elimination was liked.',
      ],
    ],
  },
  {
    rule: 'drugs for something are tested as a treatment with drugs',
    questions: ['Drugs for smoking cessation', '戒烟的药物治疗'],
    on: [
      [
        'Bupropion for smoking cessation.',
        'We aimed to compare bupropion with placebo for smoking cessation. Smokers had bupropion or placebo. Bupropion increased smoking cessation.',
      ],
      [
        'Almotriptan for smoking cessation.',
        'We aimed to evaluate almotriptan for smoking cessation. Smokers had almotriptan. Almotriptan increased smoking cessation.',
      ],
    ],
    off: [
      [
        'Financial incentives for smoking cessation.',
        'We aimed to evaluate money for smoking cessation. Smokers were given money. Money increased smoking cessation.',
      ],
    ],
  },
  {
    rule: 'the exercise of a Chinese topic is no movement',
    questions: ['Effects of exercise in older adults', '老年人运动锻炼的效果'],
    on: [
      [
        'Exercise and balance in older adults.',
        'We aimed to determine the effect of an exercise program on balance in older adults. Older adults had exercise classes. The exercise program improved balance in older adults.',
      ],
    ],
    off: [
      [
        'Movement of the eyes in older adults.',
        'We aimed to determine movement of the eyes in older adults. Older adults read texts. Movement of the eyes was slower in older adults.',
      ],
    ],
  },
  {
    rule: 'asthma after an effort is no effect of training',
    questions: ['Effects of exercise training', '运动训练的效果'],
    on: [
      [
        'Exercise training and balance.',
        'We aimed to determine the effect of exercise training on balance. Adults had exercise training. Exercise training improved balance.',
      ],
    ],
    off: [
      [
        'Exercise-induced asthma.',
        'We aimed to determine the effect of exercise on breathing. Adults had exercise. Exercise induced asthma.',
      ],
    ],
  },
  {
    rule: 'costs alone are no cost-effectiveness, whatever the intervention is',
    questions: ['Cost-effectiveness of health interventions', '卫生干预措施的成本效果分析'],
    on: [
      [
        'Cost-effectiveness of vaccination against papillomavirus.',
        'We aimed to determine the cost-effectiveness of vaccination. A model compared costs. Vaccination was cost-effective.',
      ],
    ],
    off: [
      [
        'Costs of care for children with asthma.',
        'We aimed to determine the costs of care. Parents were asked about costs. Costs were high.',
      ],
    ],
  },
  {
    rule: 'the situation of an epidemic is its epidemiology',
    questions: ['Epidemiology of dengue', '登革热的流行情况'],
    on: [
      [
        'Population density and the risk of dengue.',
        'We aimed to determine the risk of dengue by population density. Households were followed. The risk of dengue was higher in dense areas.',
      ],
    ],
    off: [
      [
        'A monoclonal antibody against dengue.',
        'We aimed to develop an antibody against dengue. Dengue was neutralized. The antibody neutralized dengue.',
      ],
    ],
  },
  {
    rule: 'the arms of a comparison are named without words for their age',
    questions: ['Silver sulfadiazine versus modern dressings for burns', '磺胺嘧啶银与新型敷料的比较'],
    on: [
      [
        'Silver sulfadiazine versus an enclosed silver dressing for burns.',
        'We aimed to compare silver sulfadiazine with a silver dressing for burns. Patients with burns had silver sulfadiazine or a dressing. The dressing was better than silver sulfadiazine for burns.',
      ],
    ],
    off: [
      [
        'Silver sulfadiazine versus honey for burns.',
        'We aimed to compare silver sulfadiazine with honey for burns. Patients with burns had silver sulfadiazine or honey. Honey was better than silver sulfadiazine for burns.',
      ],
    ],
  },
  {
    rule: 'what patients would prefer is no outcome of what they had',
    questions: ['Survival after treatment of prostate cancer', '前列腺癌治疗后的生存'],
    on: [
      [
        'Survival after radiotherapy of prostate cancer.',
        'We aimed to determine survival after treatment of prostate cancer. Men with prostate cancer had radiotherapy. Survival after treatment of prostate cancer was 90%.',
      ],
    ],
    off: [
      [
        'Do patients with prostate cancer want more aggressive treatment?',
        'We aimed to determine which treatment of prostate cancer patients choose for survival. Men with prostate cancer were asked. Most men with prostate cancer put other things above survival after treatment.',
      ],
    ],
  },
  {
    rule: 'a name that records write as two words is one',
    questions: ['mechanisms by which calorie restriction extends lifespan', '热量限制延长寿命的机制'],
    on: [
      [
        'Requirement of a deacetylase for extended life-span by calorie restriction.',
        'We aimed to find what calorie restriction requires for an extended life-span. Yeast had calorie restriction. The extended life-span by calorie restriction requires a deacetylase.',
      ],
    ],
    off: [
      [
        'Taste of calorie restriction in an extended life-span.',
        'We aimed to describe the taste of calorie restriction. Monks had calorie restriction. The taste of calorie restriction was liked.',
      ],
    ],
  },
];

describeTopics('a review without a model reads what its topic asks for', topics);
