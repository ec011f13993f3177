import { describeTopics, type TopicRule } from '../../../../testing/app/describe-topics.ts';

/** Topics that name people, with records on them and on others. */
const topics: readonly TopicRule[] = [
  {
    rule: 'the patients had the disease before they were studied',
    questions: ['Mortality in patients with heart failure', '心力衰竭患者的死亡率'],
    on: [
      [
        'Mortality of heart failure in one town.',
        'We aimed to determine the mortality of patients with heart failure. Patients with heart failure were followed. Mortality was high in patients with heart failure.',
      ],
    ],
    off: [
      [
        'Fish, mortality and the risk of heart failure.',
        'We aimed to determine whether fish lowers mortality and the risk of heart failure. A town told what it ate. Fish lowered mortality and the risk of heart failure.',
      ],
    ],
  },
  {
    rule: 'women of an age after the menopause are postmenopausal',
    questions: ['Vitamin D in postmenopausal women', '绝经后女性的维生素D'],
    on: [
      [
        'Vitamin D of women in one town.',
        'We aimed to determine whether vitamin D strengthens bones. Of 900 women aged 65 years half took vitamin D. Vitamin D strengthened bones.',
      ],
    ],
    off: [
      [
        'Vitamin D of women in another town.',
        'We aimed to determine whether vitamin D strengthens bones of the wrist. Of 300 women aged 25 years some took vitamin D. Vitamin D strengthened the wrist.',
      ],
    ],
  },
  {
    rule: 'adults are no children',
    questions: ['Asthma in adults', '成人哮喘'],
    on: [
      [
        'Asthma of adults in one town.',
        'We aimed to determine how frequent asthma is in adults. Adults answered letters. Asthma was frequent in adults.',
      ],
    ],
    off: [
      [
        'Asthma of children in one town.',
        'We aimed to determine how frequent asthma is in children. Parents answered letters. Asthma was frequent in children.',
      ],
      [
        'Maternal smoking and asthma of children.',
        'We aimed to determine whether maternal smoking causes asthma. Mothers answered letters. Asthma was more frequent with maternal smoking.',
      ],
    ],
    decision: 'other_people',
  },
  {
    rule: 'the childhood of adults makes them no children',
    questions: ['Obesity in children', '儿童肥胖'],
    on: [
      [
        'Obesity of children in one town.',
        'We aimed to determine how frequent obesity is in children. Children were weighed. Obesity was frequent in children.',
      ],
    ],
    off: [
      [
        'Obesity of twins reared apart.',
        'We aimed to determine whether obesity is inherited. Twins were weighed at 9 sites. Obesity of twins was alike. A shared childhood environment (9 years) did not change obesity.',
      ],
    ],
    decision: 'people_not_stated',
  },
  {
    rule: 'those on dialysis are studied apart',
    questions: ['Iron in chronic kidney disease', '慢性肾脏病与铁剂'],
    on: [
      [
        'Iron in chronic kidney disease.',
        'We aimed to determine whether iron helps in chronic kidney disease. Adults with chronic kidney disease took iron. Iron helped in chronic kidney disease.',
      ],
    ],
    off: [
      [
        'Iron on dialysis.',
        'We aimed to determine whether iron helps on dialysis for chronic kidney disease. Adults took iron. Iron helped on dialysis in chronic kidney disease.',
      ],
    ],
  },
  {
    rule: 'a harm of the child is one of the pregnancy, which its name says',
    questions: ['Pregnancy complications in women with diabetes', '糖尿病患者的妊娠并发症'],
    on: [
      [
        'Birth defects in the offspring of women with diabetes.',
        'We aimed to count birth defects in the offspring of women with diabetes. Registers were read. Birth defects were frequent in the offspring of women with diabetes.',
      ],
    ],
    off: [
      [
        'Vitamin D in pregnancy.',
        'We aimed to pool studies of vitamin D and outcomes (pre-eclampsia, gestational diabetes, caesarean section). Vitamin D was low in pregnancy. Low vitamin D was associated with gestational diabetes and pre-eclampsia.',
      ],
    ],
  },
  {
    rule: 'people at risk of an outcome were chosen for it, and it was not studied in them',
    questions: ['Hypertension and cardiovascular events', '高血压与心血管事件'],
    on: [
      [
        'Hypertension and cardiovascular events in one town.',
        'We aimed to count cardiovascular events in hypertension. Adults with hypertension were followed. Cardiovascular events were frequent in hypertension.',
      ],
    ],
    off: [
      [
        'Kidneys in hypertension at high risk for cardiovascular events.',
        'We aimed to determine whether benazepril protects kidneys. Adults with hypertension at high risk for cardiovascular events took benazepril. Benazepril protected kidneys in hypertension.',
      ],
    ],
    decision: 'other_outcome',
  },
  {
    rule: 'people of a stated age below that of adults are none',
    questions: ['Attention deficit hyperactivity disorder in adults', '成人注意缺陷多动障碍'],
    on: [
      [
        'Attention deficit hyperactivity disorder in adults.',
        'We aimed to describe attention deficit hyperactivity disorder. Adults with attention deficit hyperactivity disorder were seen. Attention deficit hyperactivity disorder persisted.',
      ],
    ],
    off: [
      [
        'Twins with attention deficit hyperactivity disorder.',
        'We aimed to describe attention deficit hyperactivity disorder in twins and siblings aged 4 to 12 years. They were rated. Attention deficit hyperactivity disorder was inherited.',
      ],
      [
        'A gene of attention deficit hyperactivity disorder.',
        'We aimed to find a gene of attention deficit hyperactivity disorder in families. Genes were read. A gene of attention deficit hyperactivity disorder was found.',
      ],
    ],
  },
  {
    rule: 'registers of deaths are sources of any diagnosis',
    questions: ['Hypoglycaemia and mortality', '低血糖与死亡率'],
    on: [
      [
        'Hypoglycaemia and mortality in one town.',
        'We aimed to count mortality after hypoglycaemia. Adults with hypoglycaemia were followed. Mortality was frequent after hypoglycaemia.',
      ],
    ],
    off: [
      [
        'Gliptins and hypoglycaemia.',
        'We aimed to count hypoglycaemia recorded in mortality or hospital records. Adults took gliptins. Hypoglycaemia was rare in mortality or hospital records with gliptins.',
      ],
    ],
    decision: 'other_outcome',
  },
];

/** Topics that name people by their sex, with records on others of whom it also speaks. */
const ofOneSex: readonly TopicRule[] = [
  {
    rule: 'women are the population wherever they are named',
    questions: ['Women with heart failure', '女性心力衰竭患者'],
    on: [
      [
        'Heart failure of women in one town.',
        'We aimed to count heart failure in women. Women answered letters. Heart failure was frequent in women.',
      ],
    ],
    off: [
      [
        'Carvedilol for children with heart failure.',
        'We aimed to determine whether carvedilol helps in heart failure. Of 161 children half took carvedilol. Carvedilol did not help in heart failure.',
      ],
      [
        'Heart failure of men in another town.',
        'We aimed to count heart failure in men. Men answered letters. Heart failure was frequent in men.',
      ],
    ],
  },
  {
    rule: 'men are the population wherever they are named',
    questions: ['Men with osteoporosis', '男性骨质疏松患者'],
    on: [
      [
        'Osteoporosis of men in one town.',
        'We aimed to count osteoporosis in men. Men answered letters. Osteoporosis was rare in men.',
      ],
    ],
    off: [
      [
        'Risedronate for postmenopausal women with osteoporosis.',
        'We aimed to determine whether risedronate helps in osteoporosis. Postmenopausal women took risedronate. Risedronate helped women with osteoporosis.',
      ],
      [
        'Osteoporosis of a growing boy.',
        'We aimed to report osteoporosis in a child. A child with osteoporosis, a male, was treated. Osteoporosis of the child, a male, was healed.',
      ],
    ],
  },
  {
    rule: 'boys are children',
    questions: ['Obesity in boys', '男孩肥胖'],
    on: [
      [
        'Obesity of boys in one town.',
        'We aimed to count obesity in boys. Boys were weighed. Obesity was frequent in boys.',
      ],
    ],
    off: [
      [
        'Obesity of men in one town.',
        'We aimed to count obesity in men. Men were weighed. Obesity was frequent in men.',
      ],
      [
        'Obesity of girls in one town.',
        'We aimed to count obesity in girls. Girls were weighed. Obesity was frequent in girls.',
      ],
    ],
  },
  {
    rule: 'a past pregnancy is none, and diabetic women have diabetes',
    questions: ['Pregnancy in diabetic women', '糖尿病女性的妊娠'],
    on: [
      [
        'Sensors in pregnant women with type 1 diabetes.',
        'We aimed to determine whether sensors help in pregnancy with diabetes. Of 325 pregnant women with diabetes half wore sensors. Newborns were healthier. Sensors help pregnant women with diabetes.',
      ],
    ],
    off: [
      [
        'Handgrip of women with diabetes.',
        'We aimed to measure handgrip after diabetes. Of 21 women with diabetes and a history of healthy pregnancy all pressed. Pressure rose. Handgrip raises pressure in diabetes.',
      ],
    ],
  },
  {
    rule: 'girls have several names, and males are none',
    questions: ['Obesity in girls', '女童肥胖'],
    on: [
      [
        'Obesity of girls in one town.',
        'We aimed to count obesity in girls. Girls were weighed. Obesity was frequent in girls.',
      ],
    ],
    off: [
      [
        'Obesity and birth.',
        'We aimed to count obesity by birth weight. Of 357 adolescent males all were weighed. Mothers told about birth. Obesity was frequent, adjusted for maternal obesity. Obesity follows from birth.',
      ],
      [
        'Obesity of children in one town.',
        'We aimed to count obesity in children. Of 90 children (44 girls and 46 boys) all were weighed. Obesity was frequent in children.',
      ],
    ],
  },
  {
    rule: 'a share of women among the patients is no study of women',
    questions: ['Depression in women', '女性抑郁'],
    on: [
      [
        'Depression at midlife.',
        'We aimed to count depression. Of 90 women all answered letters. Depression was frequent. Few were treated. Depression is frequent at midlife.',
      ],
      [
        'Sex differences in depression.',
        'We aimed to compare depression of men and women. Adults answered letters. Depression was more frequent in women. Women were treated more often. Depression is frequent in women.',
      ],
    ],
    off: [
      [
        'Depression at a headache clinic.',
        'We aimed to count depression. Of 261 patients 80% were women. Depression was frequent. It was more frequent in women. Depression is frequent in men and women with headaches.',
      ],
    ],
  },
  {
    rule: 'adults are no children, whatever their childhood',
    questions: ['Physical activity in children and adolescents', '儿童和青少年的体力活动'],
    on: [
      [
        'Physical activity of children and adolescents in one town.',
        'We aimed to measure physical activity in children and adolescents. Children and adolescents wore sensors. Physical activity was rare in children and adolescents.',
      ],
    ],
    off: [
      [
        'Physical activity at 36 years: childhood predictors.',
        'We aimed to find what in childhood and adolescence predicts physical activity. Men and women aged 36 years answered letters. Physical activity followed from childhood and adolescence.',
      ],
    ],
    decision: 'other_people',
  },
];

describeTopics('a review without a model includes records on people of one sex and age:', ofOneSex);

describeTopics('a review without a model includes records on the people of its topic:', topics);
