import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics with a record that asks their question, and one that only mentions it between its aim and its conclusion. */
const topics: readonly TopicRule[] = [
  {
    rule: 'both subjects occur in title, aim or conclusion',
    questions: ['Homocysteine and stroke', '同型半胱氨酸与卒中'],
    on: [
      [
        'Plasma of 900 adults.',
        'Blood was taken from 900 adults. We aimed to determine whether homocysteine predicts stroke. Adults were followed for nine years. Stroke was more frequent with high homocysteine. Homocysteine was a predictor of stroke.',
      ],
    ],
    off: [
      [
        'Soy and homocysteine.',
        'Homocysteine goes with stroke. We aimed to determine whether soy lowers homocysteine. Women ate soy for six weeks. None of them had stroke, and homocysteine was as before. Soy did not change homocysteine.',
      ],
    ],
  },
  {
    rule: 'a treatment was studied, not merely suggested by a gene',
    questions: ['Treatment of acute lymphoblastic leukemia', '急性淋巴细胞白血病的治疗'],
    on: [
      [
        'Dexamethasone for acute lymphoblastic leukemia.',
        'Patients with acute lymphoblastic leukemia were randomised. We aimed to compare treatment with dexamethasone and with prednisone. Relapses were counted for years. Fewer patients relapsed on dexamethasone. Treatment with dexamethasone was better in acute lymphoblastic leukemia.',
      ],
    ],
    off: [
      [
        'Mutations in acute lymphoblastic leukemia.',
        'Patients with acute lymphoblastic leukemia had treatment at nine centres. We aimed to determine which genes are mutated in acute lymphoblastic leukemia. Cells were taken before treatment. Two genes were mutated after treatment. Mutations are frequent in acute lymphoblastic leukemia.',
      ],
    ],
  },
  {
    rule: 'anything given for the disease is a treatment, and a marker is not',
    questions: ['Treatment of renal cell carcinoma', '肾细胞癌的治疗'],
    on: [
      [
        'Temsirolimus for advanced renal cell carcinoma.',
        'Adults with renal cell carcinoma took temsirolimus. We aimed to compare survival. Visits were monthly. Blood was taken. Survival was longer with temsirolimus in renal cell carcinoma.',
      ],
    ],
    off: [
      [
        'Markers for renal cell carcinoma.',
        'Adults with renal cell carcinoma had treatment elsewhere. We aimed to compare markers in blood. Visits were monthly. Treatment was not recorded. Two markers were raised in renal cell carcinoma.',
      ],
    ],
  },
  {
    rule: 'an outcome was studied, not only a characteristic of the participants',
    questions: ['Vitamin D and fractures', '维生素D与骨折'],
    on: [
      [
        'Vitamin D in nursing homes.',
        'Residents took vitamin D for a year. We aimed to determine whether vitamin D prevents fractures. Falls were counted as well. Fractures were as frequent with vitamin D. Vitamin D did not prevent fractures.',
      ],
    ],
    off: [
      [
        'Vitamin D and its correlates.',
        'Little vitamin D goes with fractures. We aimed to describe vitamin D after the menopause. Women with fractures had more vitamin D. Hormones rose as vitamin D fell. Women without fractures took tablets less often.',
      ],
    ],
  },
  {
    rule: 'a trial may report the outcome as a secondary one',
    questions: ['Vitamin D and mortality', '维生素D与死亡率'],
    on: [
      [
        'Vitamin D for muscle: a randomised trial.',
        'We aimed to determine whether vitamin D makes muscle stronger. Adults were randomised to vitamin D or placebo. Muscle was as strong with vitamin D. Mortality did not differ (8.0% versus 8.3%; p = 0.76). Vitamin D did not make muscle stronger.',
      ],
    ],
    off: [
      [
        'Vitamin D and muscle.',
        'We aimed to determine whether vitamin D goes with strong muscle. Adults gave blood once. Muscle was stronger with vitamin D. Mortality was not counted (p = 0.76 for age). Vitamin D goes with strong muscle.',
      ],
    ],
  },
  {
    rule: 'the population of the topic is the one studied',
    questions: ['Type 1 diabetes in children', '儿童1型糖尿病'],
    on: [
      [
        'Awareness of low sugar.',
        'We aimed to estimate how many children with type 1 diabetes notice low sugar. Clinics took part. Letters were sent. Sugar was low at night. Few children with type 1 diabetes noticed it.',
      ],
    ],
    off: [
      [
        'Bacteria of the gut in type 1 diabetes.',
        'We aimed to describe a model of type 1 diabetes. Bacteria were counted. Children gave samples in an earlier study. Bacteria differed between countries. Bacteria may lead to type 1 diabetes.',
      ],
    ],
  },
  {
    rule: 'a name of several words occurs with all of them',
    questions: ['Gestational weight gain and birth weight', '妊娠期体重增加与出生体重'],
    on: [
      [
        'Gestational weight gain and birth weight in one town.',
        'We aimed to determine how gestational weight gain affects birth weight. Mothers were weighed. Newborns were weighed. Birth weight rose with gestational weight gain. Gestational weight gain predicts birth weight.',
      ],
    ],
    off: [
      [
        'Weight of twins reared apart.',
        'We aimed to determine how far body weight is inherited. Twins were weighed. Birth weight was not known. Body weight and weight gain were alike in twins. Genes decide on body weight.',
      ],
    ],
  },
];

describeTopics('a review without a model includes records whose own question matches the topic', topics);
