import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from '../plan-query.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
const namesOf = (subjects: readonly { name: string }[] = []) => subjects.map(({ name }) => name);

describe('the subjects of a note', () => {
  for (const [kind, question, expected, mentioned] of [
    [
      'a drug that is taken',
      'IgA nephropathy, on ramipril. Do steroids help?',
      ['IgA nephropathy'],
      ['ramipril'],
    ],
    [
      'a drug that is refused',
      "45F insomnia, doesn't want zopiclone. is CBT as good?",
      ['insomnia', 'CBT'],
      ['zopiclone'],
    ],
    [
      'a drug that failed',
      '荨麻疹半年，开瑞坦加量也没用，奥马珠单抗行不行',
      ['荨麻疹', '奥马珠单抗'],
      ['开瑞坦'],
    ],
    [
      'the value of a test',
      "Mum is 72, TSH of 7, always tired. Her doctor won't give thyroxine, is he right?",
      ['thyroxine'],
      [],
    ],
    ['a raised value', '妊娠期糖尿病，血糖还是高，吃二甲双胍行不行', ['妊娠期糖尿病', '二甲双胍'], []],
    ['what people do not have', '没有冠心病，现在开始吃他汀有意义吗', ['他汀'], []],
    [
      'what people never had',
      "I'm 77, never had a heart attack or stroke. Should I take a statin?",
      ['statin'],
      [],
    ],
    ['the form of a device', 'Will my CPAP mask cut my chance of a stroke?', ['CPAP', 'stroke'], []],
    [
      'an event',
      'pt with AF, falls, on warfarin. would apixaban bleed less',
      ['AF', 'apixaban'],
      ['falls', 'warfarin'],
    ],
    ['a body mass index', 'OA, BMI 33. does exercise help', ['OA', 'exercise'], []],
    ['how often something was', 'C diff x3. poo transplant?', ['C diff', 'poo transplant'], []],
    ['a complaint of a treatment', '补铁胃难受，隔一天吃一次行不行', ['补铁'], ['胃难受']],
  ] as const)
    it(`do not include ${kind}: ${question}`, () => {
      const { subjects, circumstances } = plan(question);
      assert.deepEqual(namesOf(subjects), expected);
      assert.deepEqual(namesOf(circumstances), mentioned);
    });

  for (const [kind, question, expected] of [
    [
      'a drug to which the question refers',
      'On febuxostat for gout. Should I stop it?',
      ['febuxostat', 'gout'],
    ],
    [
      'a drug that is all there is',
      "I've been on omeprazole for years. Does it lower B12?",
      ['omeprazole', 'B12'],
    ],
    ['a drug in the question', 'Can I drink on methotrexate?', ['methotrexate']],
    ['both drugs of a comparison', '糖化7.8，达格列净还是西格列汀？', ['达格列净', '西格列汀']],
    [
      'a value of which the question asks',
      'Is a TSH of 7 a risk for heart failure?',
      ['TSH', 'heart failure'],
    ],
    [
      'a disease before the question',
      'C diff back after vancomycin. What about fidaxomicin?',
      ['C diff', 'fidaxomicin'],
    ],
  ] as const)
    it(`include ${kind}: ${question}`, () => {
      const names = namesOf(plan(question).subjects);
      for (const name of expected) assert.ok(names.includes(name), names.join());
    });
});

describe('the asides of a note', () => {
  it('are its words before the question that name no subject', () => {
    const { asides = [] } = plan('STEMI stented last week, echo EF 58%, does he need bisoprolol for life');
    for (const word of ['last', 'week', '58']) assert.ok(asides.includes(word), word);
    for (const word of ['stemi', 'stented', 'bisoprolol', 'life']) assert.ok(!asides.includes(word), word);
  });

  for (const question of [
    'Does acupuncture help low back pain?',
    '45M gout, on febuxostat, ALT up. carry on?',
    'T2DM, BMI 36. shakes diet, can it make the diabetes go away?',
    'ICU改成封闭式管理、由专职医生负责以后，病人死亡率会下降吗？',
  ])
    it(`do not exist where the question is about what it refers to, or there is no note: ${question}`, () => {
      assert.deepEqual(
        (plan(question).asides ?? []).filter((word) => !/^(?:bmi|alt)$/i.test(word)),
        [],
      );
    });
});

describe('a choice at the end of a note', () => {
  it('asks for a record on both', () => {
    assert.deepEqual(namesOf(plan('C diff, first episode, vancomycin or fidaxomicin?').subjects), [
      'C diff',
      'vancomycin',
      'fidaxomicin',
    ]);
  });
});
