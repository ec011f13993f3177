import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeContrast } from './remove-contrast.ts';

describe('words that set a sentence against the one before it', () => {
  for (const [sentence, without] of [
    ['In contrast, nausea was more common.', 'Nausea was more common.'],
    ['Contrary to the other study, HbA1c fell [E2].', 'HbA1c fell [E2].'],
    ['However, mRNA levels rose.', 'mRNA levels rose.'],
    ['相反，恶心更常见。', '恶心更常见。'],
    ['与前一研究结果不同，死亡率下降[E1]。', '死亡率下降[E1]。'],
    ['但恶心更常见。', '恶心更常见。'],
  ] as const)
    it(`are removed: ${sentence}`, () => assert.equal(removeContrast(sentence), without));

  for (const sentence of [
    'In contrast to placebo, metformin reduced mortality.',
    'Unlike insulin, metformin does not cause weight gain.',
    '与安慰剂相比，二甲双胍降低了死亡率。',
    'However',
  ])
    it(`stay where they are part of the finding: ${sentence}`, () =>
      assert.equal(removeContrast(sentence), sentence));
});
