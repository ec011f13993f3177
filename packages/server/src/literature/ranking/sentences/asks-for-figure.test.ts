import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksForFigure } from './asks-for-figure.ts';

describe('a question', () => {
  for (const [question, expected] of [
    ['How often does nausea occur with zelparin?', true],
    ['What proportion of adults had nausea?', true],
    ['What is the incidence of bleeding with apixaban?', true],
    ['阿哌沙班引起大出血的发生率是多少？', true],
    ['有多少患者出现恶心？', true],
    ['What share of women with PCOS are overweight?', true],
    ['Starting insulin: weight gain in kg with and without tablets?', true],
    ['吸烟者的风险是不吸烟者的几倍？', true],
    ['Does metformin lower cardiovascular risk?', false],
    ['二甲双胍能降低心血管风险吗？', false],
    ['Is apixaban better than warfarin?', false],
  ] as const)
    it(`${expected ? 'asks' : 'does not ask'} for a figure: ${question}`, () => {
      assert.equal(asksForFigure(question), expected);
    });
});
