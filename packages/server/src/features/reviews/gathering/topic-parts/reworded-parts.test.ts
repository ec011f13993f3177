import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with a record that expresses their parts in other words or as a null result, and one that has only the words. */
const topics: readonly TopicRule[] = [
  {
    rule: 'the replacement of a valve is surgery, and that of nicotine is none',
    questions: ['Outcomes of surgery in elderly patients', '老年患者手术的结局'],
    on: [
      [
        'Does a small valve affect survival after aortic valve replacement in elderly patients?',
        'We aimed to determine survival after aortic valve replacement in elderly patients. Elderly patients with stenosis were followed. Further surgery with aortic valve replacement is not needed for survival in elderly patients.',
      ],
    ],
    off: [
      [
        'Does nicotine replacement affect survival in elderly patients?',
        'We aimed to determine survival with nicotine replacement in elderly patients. Elderly patients who smoke were followed. Nicotine replacement did not affect survival in elderly patients.',
      ],
    ],
  },
  {
    rule: 'nails and screws are surgery for a fracture',
    questions: ['Surgical treatment of hip fracture', '髋部骨折的手术治疗'],
    on: [
      [
        'Pertrochanteric fractures: is there an advantage to an intramedullary nail?',
        'We aimed to compare a screw and an intramedullary nail in the treatment of pertrochanteric fractures. Adults were randomised. An intramedullary nail had no advantage in pertrochanteric fractures.',
      ],
    ],
    off: [
      [
        'Hip fractures: is there an advantage to calcium?',
        'We aimed to compare calcium and placebo in the treatment of hip fractures. Adults were randomised. Calcium had no advantage in hip fractures.',
      ],
    ],
  },
  {
    rule: 'a frequency of zero is a prevalence',
    questions: [
      'Prevalence of intracranial aneurysms in coarctation of the aorta',
      '主动脉缩窄中颅内动脉瘤的患病率',
    ],
    on: [
      [
        'Frequency of intracranial aneurysms in coarctation of the aorta.',
        'We aimed to determine the frequency of intracranial aneurysms in coarctation of the aorta. Youths had angiography. No intracranial aneurysm was found in coarctation of the aorta.',
      ],
    ],
    off: [
      [
        'Walls of intracranial aneurysms in coarctation of the aorta.',
        'We aimed to describe the walls of intracranial aneurysms in coarctation of the aorta. Youths had angiography. Walls of intracranial aneurysms were thin in coarctation of the aorta.',
      ],
    ],
  },
  {
    rule: 'what is reduced in number was prevented',
    questions: ['Do bisphosphonates prevent fractures?', '双膦酸盐能否预防骨折？'],
    on: [
      [
        'Effects of risedronate on vertebral fractures.',
        'To test the efficacy of risedronate to reduce the risk of vertebral and other fractures. Women took risedronate or placebo. Vertebral fractures were reduced by a third. Wrist fractures were also reduced with risedronate. Risedronate reduced the incidence of fractures.',
      ],
    ],
    off: [
      [
        'Effects of risedronate on the healing of fractures.',
        'To test the efficacy of risedronate to speed the healing of fractures. Women took risedronate or placebo. Vertebral fractures healed in a month. Wrist fractures healed as well. Risedronate sped the healing of fractures.',
      ],
    ],
  },
  {
    rule: 'mental health and depression are psychological outcomes',
    questions: ['Psychological outcomes of bariatric surgery', '减重手术的心理结局'],
    on: [
      [
        'Mental health after bariatric surgery.',
        'We aimed to determine outcomes after bariatric surgery. Adults were asked for years. Depression was less frequent after bariatric surgery.',
      ],
    ],
    off: [
      [
        'Leaks after bariatric surgery.',
        'We aimed to determine outcomes after bariatric surgery. Adults were scanned for years. Leaks were less frequent after bariatric surgery.',
      ],
    ],
  },
  {
    rule: 'a score is its name, and its predictive value how well it predicts',
    questions: ['Predictive value of the qSOFA score in sepsis', 'qSOFA评分在脓毒症中的预测价值'],
    on: [
      [
        'Quick Sequential Organ Failure Assessment in sepsis.',
        'We aimed to determine how well the quick Sequential Organ Failure Assessment predicts death in sepsis. Adults were followed. Quick Sequential Organ Failure Assessment predicted death in sepsis poorly.',
      ],
    ],
    off: [
      [
        'Staff and the quick Sequential Organ Failure Assessment in sepsis.',
        'We aimed to determine how fast staff write down the quick Sequential Organ Failure Assessment in sepsis. Nurses were timed. Quick Sequential Organ Failure Assessment was written down in a minute in sepsis.',
      ],
    ],
  },
  {
    rule: 'a resistant kind of a disease is none of the others',
    questions: ['Treatment of multidrug-resistant tuberculosis', '耐多药肺结核的治疗'],
    on: [
      [
        'A short regimen for multidrug-resistant tuberculosis.',
        'We aimed to determine whether a short regimen is an effective treatment of multidrug-resistant tuberculosis. Adults took nine drugs. Treatment of multidrug-resistant tuberculosis succeeded in most.',
      ],
    ],
    off: [
      [
        'A short regimen for tuberculosis.',
        'We aimed to determine whether a short regimen is an effective treatment of tuberculosis. Farmers took four drugs. Treatment of tuberculosis succeeded in all.',
      ],
    ],
  },
  {
    rule: 'breast density is that of the breast, by whatever name',
    questions: ['Determinants of breast density', '乳腺密度的影响因素'],
    on: [
      [
        'Birth weight and mammographic density.',
        'We aimed to determine whether birth weight is associated with mammographic density. Women told their birth weight. Mammographic density rose with birth weight.',
      ],
    ],
    off: [
      [
        'Microvessel density in cancer of the breast.',
        'We aimed to determine whether microvessel density is associated with death from cancer of the breast. Slides were read. Microvessel density predicted death from cancer of the breast.',
      ],
    ],
  },
  {
    rule: 'a test named by its virus is one for screening',
    questions: ['HPV testing in cervical cancer screening', 'HPV检测在宫颈癌筛查中的作用'],
    on: [
      [
        'Detection of a virus forecasts cervical cancer.',
        'We describe the benefits of human papillomavirus (HPV) DNA testing for the prediction of cervical cancer. Women were followed. HPV testing was better than smears. HPV testing would be efficient in cervical cancer screening.',
      ],
    ],
    off: [
      [
        'Proteins of a virus in cervical cancer.',
        'We describe the proteins of human papillomavirus (HPV) in cervical cancer. Cells were grown. HPV had two proteins. HPV proteins would be targets in cervical cancer.',
      ],
    ],
  },
  {
    rule: 'experience next to an injury is no experience of it',
    questions: ['Cognitive outcomes after concussion', '脑震荡后的认知结局'],
    on: [
      [
        'Football experience and concussion with cognitive outcomes.',
        'We aimed to relate football experience and concussion to cognitive outcomes. Players with a history of concussion were tested. Cognitive outcomes were worse after concussion.',
      ],
    ],
    off: [
      [
        'Cognitive training and the risk of concussion.',
        'We aimed to determine whether cognitive training lowers the risk of concussion. Players were trained. Cognitive training did not lower the risk of concussion.',
      ],
    ],
  },
  {
    rule: 'figures for children are of children, even next to those for adults',
    questions: [
      'Attention deficit hyperactivity disorder and obesity in children',
      '儿童注意缺陷多动障碍与肥胖',
    ],
    on: [
      [
        'Attention deficit hyperactivity disorder and obesity.',
        'We aimed to determine whether attention deficit hyperactivity disorder goes with obesity. Databases were searched in August. It did in children (odds ratio 1.20, 95% CI 1.05-1.37) and adults (odds ratio 1.55, 95% CI 1.32-1.81). Few reports gave weights. Attention deficit hyperactivity disorder goes with obesity.',
      ],
    ],
    off: [
      [
        'Obesity and attention deficit hyperactivity disorder at work.',
        'We aimed to determine whether attention deficit hyperactivity disorder goes with obesity at work. Letters were sent in spring. It did in adults (odds ratio 1.35, 95% CI 1.12-1.61) of one firm. Adults with children had less time. Obesity goes with attention deficit hyperactivity disorder at work.',
      ],
    ],
  },
  {
    rule: 'a drug is taken for long without the word',
    questions: ['Long-term aspirin use and colorectal cancer', '长期服用阿司匹林与结直肠癌'],
    on: [
      [
        'Aspirin and colorectal cancer.',
        'We aimed to determine whether aspirin prevents colorectal cancer. Adults took aspirin for years. Colorectal cancer was less frequent with aspirin.',
      ],
    ],
    off: [
      [
        'Aspirin and gastric bleeding.',
        'We aimed to determine whether aspirin causes gastric bleeding. Adults took aspirin for years. Gastric bleeding was more frequent with long-term aspirin.',
      ],
    ],
  },
  {
    rule: 'an abbreviation that is also a word is a name',
    questions: ['Impact of ACT on malaria transmission', 'ACT对疟疾传播的影响'],
    on: [
      [
        'ACT and malaria transmission.',
        'We aimed to determine whether ACT lowers malaria transmission. Villages had ACT for a year. Malaria transmission was lower with ACT.',
      ],
    ],
    off: [
      [
        'Maps of malaria transmission.',
        'We aimed to draw maps of malaria transmission. Satellites flew over villages. Malaria transmission was high at rivers.',
      ],
    ],
  },
  {
    rule: 'clinical features and the prognosis are two things to know',
    questions: ['Clinical features and prognosis of leptospirosis', '钩端螺旋体病的临床特点与预后'],
    on: [
      [
        'Clinical features of leptospirosis.',
        'We aimed to describe the clinical features of leptospirosis. Farmers were examined. Clinical features of leptospirosis were fever and pain.',
      ],
      [
        'Predictors of survival after leptospirosis.',
        'We aimed to find predictors of survival after leptospirosis. Adults were followed. Age predicted survival after leptospirosis.',
      ],
    ],
    off: [
      [
        'Rats with leptospirosis in ports.',
        'We aimed to count rats with leptospirosis in ports. Traps were set for weeks. Leptospirosis was found in most ports.',
      ],
    ],
  },
  {
    rule: 'what follows an operation is told by its name or its kind',
    questions: [
      'Statins for the prevention of atrial fibrillation after cardiac surgery',
      '他汀类药物预防心脏术后房颤',
    ],
    on: [
      [
        'Do statins prevent atrial fibrillation after coronary artery bypass grafting?',
        'We aimed to determine whether statins prevent atrial fibrillation after coronary artery bypass grafting. Adults took statins. Statins prevented atrial fibrillation after coronary artery bypass grafting.',
      ],
    ],
    off: [
      [
        'Do statins prevent atrial fibrillation in gout?',
        'We aimed to determine whether statins prevent atrial fibrillation in gout. Farmers took statins. Statins prevented no atrial fibrillation in gout.',
      ],
    ],
  },
  {
    rule: 'a disease after another one is written in several ways',
    questions: ['Acupuncture for poststroke depression', '针刺治疗脑卒中后抑郁'],
    on: [
      [
        'Acupuncture in the treatment of post-stroke depression.',
        'We aimed to determine whether acupuncture is an effective treatment of post-stroke depression. Adults had acupuncture. Acupuncture lessened post-stroke depression.',
      ],
    ],
    off: [
      [
        'Acupuncture in the treatment of headache.',
        'We aimed to determine whether acupuncture is an effective treatment of headache. Adults had acupuncture. Acupuncture lessened headache.',
      ],
    ],
  },
  {
    rule: 'a therapy based on a drug is one with it',
    questions: ['Artemisinin-based combination therapy of falciparum malaria', '青蒿素联合疗法治疗恶性疟'],
    on: [
      [
        'Artemisinin combination therapies of falciparum malaria.',
        'We aimed to compare artemisinin combination therapies as treatments of falciparum malaria. Adults took pills. Artemisinin combination therapies cured falciparum malaria.',
      ],
    ],
    off: [
      [
        'Chloroquine for falciparum malaria.',
        'We aimed to compare doses of chloroquine as treatments of falciparum malaria. Adults took pills. Chloroquine cured some falciparum malaria.',
      ],
    ],
  },
  {
    rule: 'a substance is measured in the blood without the word, high or not',
    questions: ['Elevated plasma homocysteine and stroke', '高同型半胱氨酸血症与卒中'],
    on: [
      [
        'Homocysteine and stroke.',
        'We aimed to determine whether homocysteine predicts stroke. Adults were followed for years. Stroke was more frequent with much homocysteine.',
      ],
    ],
    off: [
      [
        'Salt and stroke.',
        'We aimed to determine whether salt predicts stroke. Adults were followed for years. Stroke was more frequent with much salt, whatever the plasma volume.',
      ],
    ],
  },
  {
    rule: 'a change of weight is told as its loss',
    questions: ['Weight changes after bariatric surgery', '减重手术后的体重变化'],
    on: [
      [
        'Weight loss after bariatric surgery.',
        'We aimed to determine weight loss after bariatric surgery. Adults were weighed for years. Weight loss was lasting after bariatric surgery.',
      ],
    ],
    off: [
      [
        'Mood after bariatric surgery.',
        'We aimed to determine mood after bariatric surgery. Adults were asked for years. Mood was better after bariatric surgery.',
      ],
    ],
  },
  {
    rule: 'adverse events are adverse drug reactions',
    questions: ['Adverse drug reactions in the treatment of leprosy', '麻风治疗中的药物不良反应'],
    on: [
      [
        'Adverse events in the treatment of leprosy.',
        'We aimed to count adverse events in the treatment of leprosy. Adults had three drugs. Adverse events were frequent in the treatment of leprosy.',
      ],
    ],
    off: [
      [
        'Relapses after the treatment of leprosy.',
        'We aimed to count relapses after the treatment of leprosy. Adults had three drugs. Relapses were rare after the treatment of leprosy.',
      ],
    ],
  },
  {
    rule: 'names that end with another number are of other things',
    questions: ['Angiopoietin-2 in sepsis', 'angiopoietin-2与脓毒症'],
    on: [
      [
        'Angiopoietin-2 in sepsis.',
        'We aimed to determine whether angiopoietin-2 is raised in sepsis. Adults gave blood. Angiopoietin-2 was raised in sepsis.',
      ],
    ],
    off: [
      [
        'Angiopoietin-1 in sepsis.',
        'We aimed to determine whether angiopoietin-1 is lowered in sepsis. Students gave blood. Angiopoietin-1 was lowered in sepsis.',
      ],
    ],
  },
  {
    rule: 'a disease of children is the disease and the children',
    questions: ['Soft drinks and childhood obesity', '含糖饮料对儿童肥胖的影响'],
    on: [
      [
        'Soft drinks and obesity in children.',
        'We aimed to determine whether soft drinks cause obesity in children. Children told what they drink. Obesity was more frequent in children with soft drinks.',
      ],
    ],
    off: [
      [
        'Soft drinks and obesity in adults.',
        'We aimed to determine whether soft drinks cause obesity in adults. Adults told what they drink. Obesity was as frequent in adults with soft drinks.',
      ],
    ],
  },
  {
    rule: 'people of one kind are none of the others, named in English or not',
    questions: ['Mental health of prisoners', '服刑人员的心理健康'],
    on: [
      [
        'Mental health of prisoners.',
        'We aimed to describe the mental health of prisoners. Prisoners were asked. Mental health of prisoners was poor.',
      ],
    ],
    off: [
      [
        'Mental health of farmers.',
        'We aimed to describe the mental health of farmers. Farmers were visited. Mental health of farmers was good.',
      ],
    ],
  },
];

describeTopics('a review without a model reads parts of its topic that records tell otherwise', topics);
