import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lossesOf } from './losses.ts';
import { polishByRules } from './rules.ts';

const chinese: [was: string, is: string][] = [
  [
    '二甲双胍可降低2型糖尿病患者的的风险,剂量为500mg/d .结果显示HbA1c下降。',
    '二甲双胍可降低 2 型糖尿病患者的风险，剂量为 500 mg/d。结果显示 HbA1c 下降。',
  ],
  ['差异有统计学意义[3].', '差异有统计学意义[3]。'],
  ['共纳入１２０例患者,其中男性６５例（５４．２％）;', '共纳入 120 例患者，其中男性 65 例（54.2%）；'],
  ['结果表明(见表2)有效。。', '结果表明（见表 2）有效。'],
  ['血压 为 140/90mmhg ，心率 80 次。', '血压为 140/90 mmHg，心率 80 次。'],
  ['真的有效吗?有效!', '真的有效吗？有效！'],
  ['2.结果', '2.结果'],
  ['差异为5 +/- 2,在在治疗后', '差异为 5 ± 2，在治疗后'],
];
const english: [was: string, is: string][] = [
  ['The patients was treated with the the drug.', 'The patients were treated with the drug.'],
  ['One of the patients was ill.', 'One of the patients was ill.'],
  ['The results of the study of patients was clear.', 'The results of the study of patients was clear.'],
  ['This results suggests a increase.', 'These results suggest an increase.'],
  ['An patient waited a hour at an university.', 'A patient waited an hour at a university.'],
  [
    'a one-year follow-up, a European trial, an 8-week course',
    'a one-year follow-up, a European trial, an 8-week course',
  ],
  [
    'Experiments in in vitro models had had effects that that explain it.',
    'Experiments in in vitro models had had effects that that explain it.',
  ],
  ['It fell by 5mg ,and rose by 10Kg  later .', 'It fell by 5 mg, and rose by 10 kg later.'],
  [
    'Aged 18-65 years (p<=0.05), 5 +/- 2 pg/mL on 2020-01-05.',
    'Aged 18–65 years (p≤0.05), 5 ± 2 pg/mL on 2020-01-05.',
  ],
  ['The drug -- a biguanide -- works.', 'The drug – a biguanide – works.'],
  ['IL-6 and COVID-19 and 10-5', 'IL-6 and COVID-19 and 10-5'],
  [
    'less patients, despite of it, associated to death, many evidence',
    'fewer patients, despite it, associated with death, much evidence',
  ],
  [
    'There is several reasons; each patients gave datas.',
    'There are several reasons; each patient gave data.',
  ],
  [
    'According with it, in the other hand, in compare with placebo',
    'According to it, on the other hand, in comparison with placebo',
  ],
];

describe('a text polished by rules', () => {
  for (const [was, is] of [...chinese, ...english])
    it(was === is ? `stays: ${was}` : `${was} → ${is}`, () => assert.equal(polishByRules(was), is));

  it('keeps code, equations, commands, links, tags, marks and indents, whatever stands in them', () => {
    for (const kept of [
      '`the the  code ,x` and $a  b ,c$ in',
      '\\cite{the,the} \\(x  <= 1\\) <b>a</b> https://example.org/the,the',
      '[the the](https://example.org/a_b) ![a  b](c.png) [1, 2] [3-5] 【6】',
      '    indented\n- item\n\n> quote\n\n1. one',
      '用 $x<=1$ 和 `a,b` 以及 [1,2]',
    ])
      assert.equal(polishByRules(kept), kept);
  });

  it('polishes what is polished already into the same', () => {
    for (const [was] of [...chinese, ...english])
      assert.equal(polishByRules(polishByRules(was)), polishByRules(was));
  });

  it('loses and adds no number, mark, formula or abbreviation, whatever the text', () => {
    const piece = fc.constantFrom(
      ...[...chinese, ...english].flatMap(([was]) => was.split(/(?<=[\s,.，。])/)),
      ...[
        '-5',
        '−0.3',
        '1,200',
        '.5',
        '±3',
        '[12]',
        '[1–3]',
        'HbA1c',
        'eGFR',
        'IL-6',
        '$x^2$',
        '95%CI',
        '3×10^9',
        '\n',
        '  ',
        '(',
        ')',
        '的',
        'a ',
        'mg',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        const losses = lossesOf(text, polishByRules(text), { length: true, words: true });
        assert.deepEqual(
          losses.filter(({ kind }) => kind !== 'shape' && kind !== 'length'),
          [],
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
