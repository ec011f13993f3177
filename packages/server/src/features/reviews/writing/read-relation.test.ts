import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRelation } from './read-relation.ts';

describe('readRelation', () => {
  for (const [sentence, without] of [
    ['In contrast, nausea was more common.', 'Nausea was more common.'],
    ['Contrary to the other study, HbA1c fell [E2].', 'HbA1c fell [E2].'],
    ['However, mRNA levels rose.', 'mRNA levels rose.'],
    ['相反，恶心更常见。', '恶心更常见。'],
    ['与前一研究结果不同，死亡率下降[E1]。', '死亡率下降[E1]。'],
    ['但恶心更常见。', '恶心更常见。'],
    ['Consistent with this, nausea was more common.', 'Nausea was more common.'],
    ['Similarly, HbA1c fell [E2].', 'HbA1c fell [E2].'],
    ['In line with our findings, mortality fell.', 'Mortality fell.'],
    ['Mortality fell, which is consistent with our findings [E2].', 'Mortality fell [E2].'],
    ['与本研究结果一致，死亡率下降[E1]。', '死亡率下降[E1]。'],
  ] as const)
    it(`removes relating words: ${sentence}`, () => assert.equal(readRelation(sentence).rest, without));

  for (const sentence of [
    'In contrast to placebo, metformin reduced mortality.',
    'Unlike insulin, metformin does not cause weight gain.',
    '与安慰剂相比，二甲双胍降低了死亡率。',
    'However',
    'Metformin was similar to placebo.',
    'Similar to insulin, metformin lowered HbA1c.',
  ])
    it(`keeps words that belong to the finding: ${sentence}`, () =>
      assert.equal(readRelation(sentence).rest, sentence));

  for (const [sentence, relation] of [
    ['In agreement with our findings, mortality fell.', 'agreeing'],
    ['Unlike our study, mortality fell.', 'disagreeing'],
    ['与我们的结果不同，死亡率下降。', 'disagreeing'],
    ['支持本研究的结果，死亡率下降。', 'agreeing'],
    ['In contrast, mortality fell.', undefined],
  ] as const)
    it(`returns ${relation ?? 'nothing'} about the caller’s findings: ${sentence}`, () =>
      assert.equal(readRelation(sentence).relation, relation));
});
