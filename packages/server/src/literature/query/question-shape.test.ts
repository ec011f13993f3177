import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from './plan-query.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });

describe('a word that only shapes a question', () => {
  for (const [question, words, kept] of [
    ['哪些降压药容易引起糖尿病', ['容易'], ['降压药', '糖尿病']],
    ['低剂量CT肺癌筛查适合什么人', ['适合'], ['肺癌筛查']],
    ['孕妇甲减治疗后还有妊娠并发症风险吗', ['治疗后'], ['甲减', '妊娠并发症']],
    ['卡维地洛治疗儿童心衰首选吗', ['首选'], ['卡维地洛']],
    ['透析开始得早好吗', ['开始'], ['透析']],
    ['What is the first choice for otitis media?', ['first choice', 'choice'], ['otitis media']],
    ['Can surgery be avoided in tennis elbow?', ['avoided'], ['tennis elbow']],
    ['Is NT-proBNP useful in sepsis?', ['useful'], ['sepsis']],
    ['Is warfarin safe in the over 75s?', ['safe', '75s'], ['warfarin']],
    ['85F hip fracture, spinal or general?', ['85F'], ['hip fracture']],
    ['3yo otitis media amoxicillin', ['3yo'], ['otitis media', 'amoxicillin']],
    ['Should we bother treating gout?', ['bother'], ['gout']],
    ['Has sepsis really become commoner?', ['become'], ['sepsis']],
    ['Does the shingles vaccine work?', ['work'], ['shingles vaccine']],
    ['Will a nicotine patch work for heavy smokers?', ['work'], ['nicotine patch']],
    ['Does night work cause breast cancer?', [], ['breast cancer', 'night work']],
  ] as const)
    it(`is none of its facets and subjects: ${question}`, () => {
      const { facets, subjects = [] } = plan(question);
      const names = [...facets.map(([name]) => name), ...subjects.map(({ name }) => name)];
      for (const word of words) assert.ok(!names.includes(word), word);
      for (const name of kept) assert.ok(names.includes(name), name);
    });

  it('is kept if there is no other', () => {
    assert.deepEqual(
      plan('治疗后').facets.map(([name]) => name),
      ['治疗后'],
    );
    assert.ok(plan('useful').facets.length > 0);
  });
});
