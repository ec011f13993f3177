import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findMeaningChanges } from './find-meaning-changes.ts';
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
  ['It fell,, and 2,,140 stayed.', 'It fell, and 2,,140 stayed.'],
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
    'According with it. In the other hand, in compare with placebo',
    'According to it. On the other hand, in comparison with placebo',
  ],
];

/** Correct, although it looks like a mistake. */
const right = [
  'A urinary tract infection in a urology ward, a uveitis, a unanimous vote, a unified score, an uninjured limb.',
  'Hepatitis A infection, vitamin A intake and group A adults; arms a and b; where a is the slope.',
  'An mRNA vaccine, an siRNA, an miRNA, an eGFR of 45, an HIV test, an historical cohort, an herb.',
  'Dose was 1.5 mg, 2 mm Hg, 5 ml, 10 L/min and 0.5 g/dL.',
  'The mean age of included patients was 54 years, and the survival of elderly patients was poor.',
  'The effect on clinical outcomes was small. The data is public.',
  'This results in an increase. This effects a change. These patient groups and these trial results differ.',
  'Many research groups, many literature reviews, each patients’ record, there is some sepsis.',
  'We discussed about 20 cases. It could of course fail. Monomers associated to form dimers.',
  'He held a swab in the other hand. The adjusted OR or RR, those who came in in the morning.',
  'What the cause is is unclear, and those who had had it said that that was so.',
  'BCR::ABL1 fusion, HLA-DRB1*04:01-15:02, p.Val600Glu, c.76A>T, TP53 and KRAS, Apoe+/- and p53+/- 5 mice.',
  'Poly(ADP-ribose) polymerase, poly(lactic acid), iron(III) oxide, child(ren), cis,cis-muconic acid.',
  'Approval No. 15-18, grant 12-34 and section 3-4 are names; a UV lamp, an X-ray, an SNP array, an e-cigarette, an $80 fee.',
  'Model 1: y = a + bx, where a is a constant and b a slope; a history of an abortion or a hysterectomy.',
  '诊断标准：(1) 空腹血糖 ≥7.0 mmol/L；(2) HbA1c ≥6.5%。',
  'The ratio was 1 : 2, approval no. 15-2034, telephone 555-1234, ICD 9-10, p = 0.03, P < 0.001.',
  'See ../data and sample_5mg.txt, C:\\data\\a,b.csv, /usr/share/the/the, www.example.org/a,b and NCT01234567.',
  'Write to a.b@example.org about 10.1000/abc,def at https://example.org/x,y?a=b;c=d.',
  'Zhang Wei (张伟), Wang Fang (王芳), and others agreed.',
  '\\verb|the the  a,b| and \\usepackage{a,b} and \\ce{2H2,O2} stay.',
  '<span title="the the  a,b > c">x</span> and <!-- the the --> stay.',
  'Smith 等报道，Zhang et al.研究与安慰剂 vs.对照的结果一致。',
  '研究目的的确定、参与与管理、涉及及其影响、存在在此。',
  '关键词：糖尿病 高血压 肥胖',
  '作者：张伟 王芳 李娜',
  '他说：“Statins, which lower LDL, are safe.”',
  '男:女为 3:2，比例为 1:4，时间为 8:30。',
  '参见 https://example.org/a,b 和 data_1,2.csv。',
];

describe('polishByRules', () => {
  for (const text of right) it(`leaves unchanged: ${text}`, () => assert.equal(polishByRules(text), text));

  for (const [was, is] of [...chinese, ...english])
    it(was === is ? `stays: ${was}` : `${was} → ${is}`, () => assert.equal(polishByRules(was), is));

  it('keeps code, equations, commands, links, tags, markers and indents unchanged', () => {
    for (const kept of [
      '`the the  code ,x` and $a  b ,c$ in',
      '\\cite{the,the} \\(x  <= 1\\) <b>a</b> https://example.org/the,the',
      '[the the](https://example.org/a_b) ![a  b](c.png) [1, 2] [3-5] 【6】',
      '    indented\n- item\n\n> quote\n\n1. one',
      '用 $x<=1$ 和 `a,b` 以及 [1,2]',
    ])
      assert.equal(polishByRules(kept), kept);
  });

  it('is idempotent for any text', () => {
    const all = [...chinese, ...english].map(([was]) => was);
    const words = [...all, ...right].flatMap((text) => text.split(/(?<=[\s,.，。:;()（）])/));
    const piece = fc.oneof(
      fc.constantFrom(...all, ...right, ...words),
      fc.constantFrom(
        ...[
          '\n',
          ' ',
          '  ',
          '.',
          ',',
          ' ,',
          '的',
          '和',
          'a ',
          'an ',
          'A ',
          '+/-',
          '--',
          '。',
          '（',
          ')',
          '5',
          '5mg',
          '18-65',
          '<b>',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = polishByRules(pieces.join(''));
        assert.equal(polishByRules(once), once);
      }),
      { numRuns: 3_000 },
    );
  });

  it('makes no meaning change when a full stop after a unit becomes Chinese', () => {
    const text = '5mg .二甲双胍可降低2型糖尿病患者的的风险,';
    assert.deepEqual(findMeaningChanges(text, polishByRules(text), { length: true, language: false }), []);
  });

  it('reads two numbers around a Chinese comma, however spaced', () => {
    for (const text of ['差异为5 ，140/90mmhg', '差异为5， 140/90mmhg', '差异为５，１４０/90mmhg'])
      assert.deepEqual(findMeaningChanges(text, polishByRules(text), { length: true, language: false }), []);
    const joined = findMeaningChanges('差异为5，140例。', '差异为5,140例。', {
      length: true,
      language: false,
    });
    assert.ok(joined.some(({ kind }) => kind === 'number'));
  });

  it('keeps a marker in its sentence when a full stop after a bracket becomes Chinese', () => {
    const text = '[12]).二甲双胍可降低2型糖尿病患者的的风险,';
    assert.deepEqual(findMeaningChanges(text, polishByRules(text), { length: true, language: false }), []);
  });

  it('loses and adds no number, marker, formula or abbreviation in any text', () => {
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
        const changes = findMeaningChanges(text, polishByRules(text), { length: true, language: false });
        assert.deepEqual(
          changes.filter(({ kind }) => kind !== 'shape' && kind !== 'length' && kind !== 'words'),
          [],
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
