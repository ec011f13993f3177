import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctChineseNames } from './chinese-spelling.ts';
import { planQuery } from './plan-query.ts';

describe('a Chinese name of a drug with one wrong character', () => {
  for (const [question, typed, meant] of [
    ['二甲双呱副作用', '二甲双呱', '二甲双胍'],
    ['布络芬伤胃吗', '布络芬', '布洛芬'],
    ['布络芬可以退烧吗', '布络芬', '布洛芬'],
    ['他莫西芬吃几年', '他莫西芬', '他莫昔芬'],
    ['阿莫西令过敏怎么办', '阿莫西令', '阿莫西林'],
    ['血管瘤吃普奈洛尔前要不要做心电图', '普奈洛尔', '普萘洛尔'],
    ['对乙酰胺基酚能和布洛芬一起吃吗', '对乙酰胺基酚', '对乙酰氨基酚'],
  ] as const)
    it(`is read as it is meant: ${question}`, () => {
      assert.deepEqual(correctChineseNames(question), [{ typed, meant }]);
    });

  it('is corrected in the text, the facets and the subjects of a query, which keeps what was typed', () => {
    const { text, facets, subjects, corrected } = planQuery({
      ...{ question: '二甲双呱副作用', history: [], years: {}, category: undefined, thisYear: 2026 },
    });
    assert.equal(text, '二甲双胍副作用');
    assert.ok(facets.some((wordings) => wordings.includes('metformin')));
    assert.ok(subjects?.some(({ name, kind }) => name === '二甲双胍' && kind === 'known'));
    assert.deepEqual(corrected, [{ typed: '二甲双呱', meant: '二甲双胍' }]);
  });

  it('is left if it is listed, may be that of a new drug, or is another word', () => {
    for (const question of [
      '利福布汀和利福平哪个好',
      '利福昔明治疗肝性脑病',
      '尼伐地平能降压吗',
      '泽兰替尼对银屑病有效吗？',
      '青霉烯类抗生素有哪些',
      '囊性纤维化病人更容易得痛风吗？',
      '羟乙基淀粉和白蛋白哪个伤肾',
      '胰岛细胞移植后要吃药吗',
      'Does metformin help?',
    ])
      assert.deepEqual(correctChineseNames(question), [], question);
  });
});
