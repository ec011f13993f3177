import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeRepeatedSentences } from './remove-repeated-sentences.ts';

describe('a sentence that an earlier section has', () => {
  for (const [first, second] of [
    ['Starch did not reduce mortality.', 'Conclusions and Relevance: Starch did not reduce mortality.'],
    ['CONCLUSIONS: Starch did not reduce mortality.', 'Starch did not reduce mortality [2].'],
    ['Starch did not reduce mortality.', '“Starch did not reduce mortality.”'],
    ['淀粉未降低死亡率。', 'Conclusions: 淀粉未降低死亡率。'],
  ] as const)
    it(`is not repeated with or without its label: ${second}`, () => {
      const said = new Set<string>();
      assert.equal(removeRepeatedSentences(first, said), first);
      assert.equal(removeRepeatedSentences(second, said), '');
    });
});
