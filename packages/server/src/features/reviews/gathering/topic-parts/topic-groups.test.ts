import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that name a group, or a subject by the name of another, with records on a member and on none. */
const topics: readonly TopicRule[] = [
  {
    rule: 'a risk factor meets a topic on risk factors, but not the subject itself',
    questions: ['Obesity and cardiovascular risk factors', '肥胖与心血管危险因素'],
    on: [
      [
        'Obesity and blood pressure in one town.',
        'We aimed to determine whether obesity raises blood pressure. Adults were weighed. Blood pressure was higher with obesity.',
      ],
    ],
    off: [
      [
        'Obesity and meals at school.',
        'We aimed to determine whether meals at school prevent obesity. Pupils were weighed. Obesity was as frequent with meals at school.',
      ],
    ],
  },
  {
    rule: 'kidney failure meets a topic on renal outcomes',
    questions: ['Metformin and renal outcomes', '二甲双胍与肾脏结局'],
    on: [
      [
        'Metformin and the rate of dialysis.',
        'We aimed to determine whether metformin delays dialysis. Adults took metformin for years. Dialysis was needed as often with metformin.',
      ],
    ],
    off: [
      [
        'Metformin and hunger.',
        'We aimed to determine whether metformin lessens hunger. Adults took metformin for weeks. Hunger was less with metformin.',
      ],
    ],
  },
  {
    rule: 'an infarction, also a consequence of others, is a cardiovascular disease',
    questions: ['Coffee and cardiovascular disease', '咖啡与心血管疾病'],
    on: [
      [
        'Coffee and myocardial infarction.',
        'We aimed to determine whether coffee causes myocardial infarction. Adults told how much coffee they drink. Coffee did not cause myocardial infarction.',
      ],
    ],
    off: [
      [
        'Coffee and hearing.',
        'We aimed to determine whether coffee harms hearing. Adults told how much coffee they drink. Coffee did not harm hearing.',
      ],
    ],
  },
  {
    rule: 'a route tells how a drug is given',
    questions: ['Inhaled corticosteroids and pneumonia', '吸入性糖皮质激素与肺炎'],
    on: [
      [
        'Corticosteroids and pneumonia in COPD.',
        'We aimed to determine whether corticosteroids cause pneumonia. Adults used corticosteroids by inhaler. Pneumonia was more frequent with corticosteroids.',
      ],
    ],
    off: [
      [
        'Salbutamol and pneumonia in COPD.',
        'We aimed to determine whether salbutamol causes pneumonia. Adults used salbutamol by inhaler. Pneumonia was as frequent with salbutamol.',
      ],
    ],
  },
  {
    rule: 'records need not say that a disease is chronic',
    questions: ['Exercise in chronic heart failure', '慢性心力衰竭的运动训练'],
    on: [
      [
        'Exercise training in heart failure.',
        'We aimed to determine whether exercise training helps adults with heart failure. Adults with heart failure trained at home. Exercise training lowered admissions in heart failure.',
      ],
    ],
    off: [
      [
        'Exercise training in gout.',
        'We aimed to determine whether exercise training helps adults with gout. Adults with gout trained at home. Exercise training did not help in gout.',
      ],
    ],
  },
  {
    rule: 'a class of drugs is a treatment',
    questions: ['Bisphosphonate treatment', '双膦酸盐治疗'],
    on: [
      [
        'Alendronate and fractures.',
        'We aimed to determine whether alendronate prevents fractures. Women took alendronate for years. Fractures were rarer with alendronate.',
      ],
    ],
    off: [
      [
        'Calcium and fractures.',
        'We aimed to determine whether calcium prevents fractures. Women took calcium for years. Fractures were as frequent with calcium.',
      ],
    ],
  },
  {
    rule: 'a drug named after the disease is a treatment of it',
    questions: ['Drug treatment of hypertension', '高血压的药物治疗'],
    on: [
      [
        'Antihypertensive drugs in 900 adults.',
        'We aimed to compare three antihypertensive drugs. Adults took antihypertensive drugs or placebo. Antihypertensive drugs prevented strokes.',
      ],
    ],
    off: [
      [
        'Antihistamines in 900 adults.',
        'We aimed to compare three antihistamines. Adults took antihistamine drugs or placebo. Antihistamines lessened itching.',
      ],
    ],
  },
  {
    rule: 'what comes after an operation is its outcome',
    questions: ['Outcomes of coronary artery bypass grafting', '冠状动脉旁路移植术的结局'],
    on: [
      [
        'Statins and fibrillation after coronary artery bypass grafting.',
        'We aimed to prevent fibrillation after coronary artery bypass grafting. Adults took statins or nothing. Fibrillation after coronary artery bypass grafting was rarer with statins.',
      ],
    ],
    off: [
      [
        'Scans before coronary artery bypass grafting.',
        'We aimed to describe scans before coronary artery bypass grafting. Arteries were narrow in scans. Scans before coronary artery bypass grafting are quick.',
      ],
    ],
  },
  {
    rule: 'those with a disease had it before they were studied',
    questions: ['Depression in women with breast cancer', '乳腺癌患者的抑郁症'],
    on: [
      [
        'Depression in women with breast cancer.',
        'We aimed to determine how frequent depression is in women with breast cancer. Women with breast cancer were asked at four clinics. Depression was frequent in women with breast cancer.',
      ],
    ],
    off: [
      [
        'Depression and the risk of breast cancer.',
        'We aimed to determine whether depression raises the risk of breast cancer. Women with depression were followed. Depression did not raise the risk of breast cancer.',
      ],
    ],
  },
  {
    rule: 'those around the patients are other people',
    questions: ['Depression and dementia', '抑郁症与痴呆'],
    on: [
      [
        'Depression and dementia in one town.',
        'We aimed to determine whether depression precedes dementia. Adults were followed. Depression preceded dementia.',
      ],
    ],
    off: [
      [
        'Depression in caregivers of people with dementia.',
        'We aimed to prevent depression in caregivers of people with dementia. Caregivers met weekly. Depression was as frequent in caregivers of people with dementia.',
      ],
    ],
  },
  {
    rule: 'studies of animals are left out of a topic on which most records are on people',
    questions: ['Metformin and obesity', '二甲双胍与肥胖'],
    on: ['north', 'south', 'west'].map((town) => [
      `Metformin and obesity in the ${town}.`,
      `We aimed to determine whether metformin lessens obesity in the ${town}. Patients of the ${town} took metformin. Obesity was less frequent with metformin.`,
    ]),
    off: [
      [
        'Metformin and obesity in mice.',
        'We aimed to determine whether metformin lessens obesity in mice. Mice were fed metformin. Obesity of mice was less with metformin.',
      ],
    ],
  },
  {
    rule: 'a record is on one of the alternatives that a topic names',
    questions: ['Clomiphene or letrozole for ovulation induction', '克罗米芬或来曲唑促排卵'],
    on: [
      [
        'Letrozole for ovulation induction.',
        'We aimed to determine whether letrozole induces ovulation. Women took letrozole for ovulation induction. Ovulation induction with letrozole succeeded in most.',
      ],
      [
        'Clomiphene for ovulation induction.',
        'We aimed to determine whether clomiphene induces ovulation. Women took clomiphene for ovulation induction. Ovulation induction with clomiphene succeeded in half.',
      ],
    ],
    off: [
      [
        'Metformin for ovulation induction.',
        'We aimed to determine whether metformin induces ovulation. Women took metformin for ovulation induction. Ovulation induction with metformin seldom succeeded.',
      ],
    ],
  },
  {
    rule: 'a record is on one of the aspects that a topic lists',
    questions: ['Diagnosis and treatment of acute appendicitis', '急性阑尾炎的诊断与治疗'],
    on: [
      [
        'Imaging in the diagnosis of acute appendicitis.',
        'We aimed to determine whether imaging is needed for the diagnosis of acute appendicitis. Adults with pain had a scan. Imaging made the diagnosis of acute appendicitis more accurate.',
      ],
      [
        'Antibiotics for the treatment of acute appendicitis.',
        'We aimed to determine whether antibiotics suffice for the treatment of acute appendicitis. Adults took antibiotics. Treatment of acute appendicitis with antibiotics succeeded in most.',
      ],
    ],
    off: [
      [
        'Seasons of acute appendicitis.',
        'We aimed to determine in which season acute appendicitis is most frequent. Admissions were counted by month. Acute appendicitis was most frequent in summer.',
      ],
    ],
  },
  {
    rule: 'the application of a thing and the time of an operation ask for nothing else',
    questions: [
      'Perioperative application of statins in cardiac surgery',
      '他汀类药物在心脏手术围手术期的应用',
    ],
    on: [
      [
        'Statins before cardiac surgery.',
        'We aimed to determine whether statins before cardiac surgery reduce atrial fibrillation. Adults took statins before cardiac surgery. Atrial fibrillation was less frequent after cardiac surgery with statins.',
      ],
    ],
    off: [
      [
        'Statins for high cholesterol.',
        'We aimed to determine whether statins lower cholesterol. Adults took statins for years. Statins lowered cholesterol.',
      ],
    ],
  },
  {
    rule: 'a substance in the blood is the substance',
    questions: ['Folic acid and plasma homocysteine', '叶酸与血浆同型半胱氨酸'],
    on: [
      [
        'Folic acid and serum homocysteine.',
        'We aimed to determine whether folic acid lowers homocysteine in serum. Adults took folic acid. Serum homocysteine was lower with folic acid.',
      ],
    ],
    off: [
      [
        'Folic acid and sleep.',
        'We aimed to determine whether folic acid helps sleep. Adults took folic acid. Sleep was as long with folic acid.',
      ],
    ],
  },
];

describeTopics('a review without a model reads groups and the names of one thing by another', topics);
