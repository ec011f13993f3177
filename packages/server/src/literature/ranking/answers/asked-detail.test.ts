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
    ['尿道下裂手术大概要多少钱?', '平均住院费用为8000元。', '并发症少。'],
    [
      'What foods should a person with gout stay away from?',
      'Meat and beer raised the risk.',
      'Few knew their goal.',
    ],
    ['痛风病人不能吃哪些东西?', '饮食中的肉类增加风险。', '痛风常见。'],
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
  ])
    it(`are none if it can be answered without: ${question}`, () =>
      assert.deepEqual(askedDetails(question), []));

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
});
