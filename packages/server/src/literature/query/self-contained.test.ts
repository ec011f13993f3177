import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { selfContained } from './self-contained.ts';

const metformin = 'Does metformin lower HbA1c in adults with type 2 diabetes?';
const statins = '他汀能降低全因死亡率吗';
const cases: [string[], string, string][] = [
  [[metformin], 'How large was that trial?', metformin],
  [[metformin], 'And in children?', 'Does metformin lower HbA1c with type 2 diabetes? in children'],
  [[metformin], 'What about the cost?', 'Does metformin in adults with type 2 diabetes? cost'],
  [
    [metformin, 'And in children?'],
    'Is it safe?',
    'Does metformin with type 2 diabetes? side effects in children',
  ],
  [
    [metformin, 'And in children?'],
    'in the elderly?',
    'Does metformin lower HbA1c with type 2 diabetes? in elderly',
  ],
  [['Is metformin safe?'], 'What about ibuprofen?', 'Is metformin safe? What about ibuprofen?'],
  [['Which drugs reduce blood pressure?'], 'and the cost?', 'Which drugs reduce blood pressure? cost'],
  [[statins], '那儿童呢', `${statins} 儿童`],
  [[statins], '副作用呢', '他汀 副作用'],
  [[statins, '样本量多大'], '费用如何', '他汀 费用'],
  [[statins], '继续', statins],
  // Pregnancy is the subject here, not another population.
  [
    [metformin],
    'What are the risks of pregnancy in older women?',
    'What are the risks of pregnancy in older women?',
  ],
  [[statins], '高龄孕妇有哪些风险？', '高龄孕妇有哪些风险？'],
  [['孕妇可以接种流感疫苗吗？'], '那儿童呢', '可以接种流感疫苗吗？ 儿童'],
  [['二甲双胍能降低成人2型糖尿病患者的糖化血红蛋白吗？'], '副作用呢', '二甲双胍 成人2型糖尿病患者 ？ 副作用'],
];

describe('selfContained', () => {
  for (const [earlier, question, expected] of cases)
    it(`resolves: ${[...earlier, question].join(' → ')}`, () => {
      const history = earlier.map((q) => ({ q, a: '' }));
      const { text } = selfContained(question, history, detectLanguage(question));
      assert.equal(text.replace(/\s+/g, ' ').trim(), expected);
    });
});
