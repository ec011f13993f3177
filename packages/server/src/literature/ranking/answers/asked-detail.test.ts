import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { askedDetails, statesAskedDetail } from './asked-detail.ts';

const isGiven = (question: string, sentence: string) =>
  askedDetails(question).some(({ isGivenIn }) => isGivenIn(sentence));

describe('details that a question asks for', () => {
  for (const [question, giving, other] of [
    [
      'How many mg of melatonin can a child take at night?',
      'Children took 3 mg at bedtime.',
      'Serum levels rose to 3 mg/L.',
    ],
    ['五岁孩子睡不着,褪黑素一晚能吃几毫克?', '睡前口服3毫克。', '褪黑素未获批准。'],
    [
      'Levetiracetam for a seizure in a toddler: how much in mg/kg?',
      'A dose of 40 mg/kg stopped seizures.',
      'The mean dose was 633 mg.',
    ],
    ['幼儿惊厥持续状态,左乙拉西坦每公斤体重用多少毫克?', '剂量为40毫克/公斤。', '平均剂量为633毫克。'],
    ['肝素每公斤体重用多少单位?', '首剂80单位/公斤。', '首剂5000单位。'],
    ['How much acetylcysteine in mg per kg?', 'Rats got 150 mg kg(-1).', 'Patients got 600 mg twice daily.'],
    ['What dose of radiotherapy relieves pain?', 'They received 3,000 cGy.', 'Pain fell by 30 points.'],
    [
      'What dose of vitamin D in CKD?',
      'They took 50,000 IU weekly.',
      'The mean GFR was 28.3 +/- 16.6 ml/min.',
    ],
    ['慢性肾病维生素D剂量多大?', '每周口服5万IU，即50000 IU。', 'The mean GFR was 28.3 ml/min per 1.73 m2.'],
    ['放疗一共照多少剂量？', '总剂量为30戈瑞。', '疼痛减轻。'],
    ['What dose of folic acid is needed?', 'Only 400 microg lowered homocysteine.', 'Folic acid is cheap.'],
    [
      'How soon after a hernia repair can I lift heavy things?',
      'Patients lifted weights after two weeks.',
      'The mean age was 45 years, and median follow-up 24 months.',
    ],
    [
      '腹股沟疝修补做完多久可以回工地搬重物?',
      'Workers returned to work within 14 days.',
      'The 5-year survival was 90%.',
    ],
    [
      'How many hours a day does a brace have to be worn?',
      'Braces were worn for 18 hours.',
      'Curves progressed within two years.',
    ],
    [
      'At what age is cleft palate best repaired?',
      'Speech was best if repair was done before 12 months.',
      'The mean age was 12 months.',
    ],
    ['腭裂患儿几个月大时做修补手术语音效果最好?', '1岁前修补者语音较好。', '腭裂与遗传有关。'],
    ['Is robotic surgery more expensive?', 'The cost was $1,200 higher.', 'Blood loss was lower.'],
    [
      'What is the list price of one infusion?',
      'One infusion is priced at $400,000.',
      'Survival was 12.9 months.',
    ],
    [
      'How many cups of green tea a day are needed?',
      'Women drank three cups of tea a day.',
      'Green tea enhanced the effect 2.5-fold.',
    ],
    ['每天要喝几杯绿茶才有用?', '每日饮用3杯绿茶者风险较低。', '绿茶使疗效提高2.5倍。'],
    [
      'How many physiotherapy sessions does he need?',
      'Patients had a median of six outpatient sessions.',
      'Of 259 fractures, 109 were treated surgically.',
    ],
    [
      'For how many days should she stay away from the children?',
      'Contact was restricted for 7 days.',
      'In people of 65 years and older the risk is 0.5%.',
    ],
    ['尿道下裂手术大概要多少钱?', '平均住院费用为8000元。', '并发症少。'],
    [
      '孩子打生长激素几岁停?',
      'Treatment was stopped at 16 years.',
      'All were on treatment for at least 1 year.',
    ],
    [
      'From what age should siblings have their eye pressure measured?',
      'Measuring it from the age of 40 years found most cases.',
      'In 2013, 64.3 million people (aged 40-80 years) had glaucoma.',
    ],
    [
      'At what age should eyes be examined?',
      'Examinations before the age of 40 years found few cases.',
      'The survey found that 7.9% of Canadians aged 45 to 64 years and 5.5% aged ≥65 years were poor.',
    ],
    [
      'Up to what age should growth hormone be given?',
      'It was given until the age of 16 years.',
      'All patients were treated with daily injections from 12 to 66 months.',
    ],
  ] as const)
    it(`are given by sentences with its form: ${question}`, () => {
      assert.ok(isGiven(question, giving), giving);
      assert.ok(!isGiven(question, other), other);
    });

  for (const question of [
    'Does high-dose vitamin C prevent flares of gout?',
    '肚子疼了好几年,腹腔镜松解有用吗?',
    'Do mutations predict how fast the aorta dilates?',
    'How much calcium do teenagers need to take? Is it good for their bones later?',
    '孩子青春期要补多少钙?钙吃够了对骨量有好处吗?',
    '晚期肺癌能活多久?',
    'How common is delirium?',
    '痛风急性期吃什么止痛药好',
    '什么东西会诱发哮喘发作',
    '我妈七十几岁,骨质疏松用什么药好',
    '宝宝才几个月大,发烧怎么处理',
    '头疼几天,该怎么治',
    '反复咳嗽几个月,最常见的原因是什么',
    '痔疮手术后几天发热是什么原因',
    '喝酒没多久就脸红是什么原因',
    'No matter how long I sleep I am tired, what causes this?',
    'How long a needle is needed to decompress a tension pneumothorax?',
    'How quickly do abdominal aortic aneurysms grow?',
    'How much benefit do patients get from statins?',
    'How much sleep do teenagers need?',
    'How much weight do people need to lose to reverse diabetes?',
    'What are the costs of smoking to the lungs?',
    'Dexmedetomidine 0.5 µg/kg for emergence delirium',
    'Aspirin at 5-mg/kg in Kawasaki disease',
    '右美托咪定0.5μg/kg预防苏醒期躁动',
  ])
    it(`are none if it can be answered without: ${question}`, () =>
      assert.deepEqual(askedDetails(question), []));

  for (const [question, sentence] of [
    ['How long does a hip replacement last?', 'Implant survivorship at 25 years was 58%.'],
    ['How soon does ketamine relieve depression?', 'Response at 24 hours was 70%.'],
    ['How quickly does ketamine act?', 'Ketamine acts within hours.'],
    ['How long do antibodies to measles persist?', 'Antibodies persisted for decades.'],
    ['At what age does menopause usually start?', 'The median age at natural menopause was 51 years.'],
    ['几岁来月经算正常?', '初潮平均年龄为12.5岁。'],
    ['How much water should I take against kidney stones?', 'A urine volume of 2.5 L per day halved stones.'],
    ['一天吃多少热量能减肥', '每日1200千卡组体重下降。'],
  ] as const)
    it(`are stated in any usual form: ${question}`, () => {
      const details = askedDetails(question);
      assert.ok(details.every(({ isStatedIn }) => isStatedIn(sentence)));
    });

  it('are stated by a record in its title or findings, and doses also in its methods', () => {
    const melatonin = anArticle('1', {
      title: 'Melatonin for sleep.',
      abstract: [
        { label: 'METHODS', text: 'Children took 3 mg of melatonin for two weeks.' },
        { label: 'RESULTS', text: 'Sleep improved.' },
      ],
    });
    const states = (question: string) => statesAskedDetail(melatonin, askedDetails(question));
    assert.ok(states('How many mg of melatonin can a child take?'));
    assert.ok(!states('How long does melatonin take to work?'));
    assert.ok(states('Does melatonin help children sleep?'));
  });

  it('is that of the act asked about', () => {
    const on = (result: string) =>
      anArticle('9102', { title: 'Aortic surgery', abstract: [{ label: 'RESULTS', text: result }] });
    for (const question of [
      'How soon may I drive after having my aorta repaired?',
      '主动脉手术后多久可以开车?',
    ]) {
      const details = askedDetails(question);
      assert.ok(statesAskedDetail(on('Patients resumed driving after six weeks.'), details), question);
      assert.ok(!statesAskedDetail(on('Patients left hospital after 10 days.'), details), question);
    }
  });
});
