import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import { toCitable } from '../literature/ranking/passage.ts';
import { fitHistory, fitWriteInput } from './fit-evidence.ts';

describe('fitting material to the prompt', () => {
  it('changes nothing that fits', () => {
    const text = 'HbA1c fell by 1.1 %.';
    const input = {
      question: 'q',
      history: [{ q: 'a', a: 'b' }],
      language: 'en' as const,
      passages: [
        { id: 'E1', article: toCitable(anArticle('1')), text, start: 0, end: text.length, score: 1 },
      ],
      attachment: [{ text, start: 0, end: text.length, score: 1 }],
    };
    assert.deepEqual(fitWriteInput(input), input);
  });

  it('keeps the best passages, as many as the budget holds, in their order', () => {
    for (const word of ['metformin ', '二甲双胍治疗']) {
      const text = word.repeat(50);
      const passages = Array.from({ length: 200 }, (_, index) => ({
        id: `E${index + 1}`,
        article: toCitable(anArticle('1')),
        text,
        start: 0,
        end: text.length,
        score: 200 - index,
      }));
      const kept = fitWriteInput({
        question: 'q',
        history: [],
        language: 'zh',
        passages,
        attachment: [],
      }).passages;
      assert.deepEqual(kept, passages.slice(0, kept.length));
      assert.ok(kept.length >= 10);
      assert.ok(kept.length * estimateTokens(text) <= 6_000);
    }
  });

  it('keeps the last rounds of a dialogue, long answers shortened, and cuts no character in half', () => {
    const rounds = Array.from({ length: 6 }, (_, index) => ({
      q: `${index}`,
      a: `${'x'.repeat(599)}😊😊${'糖'.repeat(500)}`,
    }));
    const kept = fitHistory([...rounds, { q: '7', a: '糖'.repeat(590) }]);
    assert.equal(kept.at(-1)?.q, '7');
    assert.ok(kept.length > 1 && kept.length <= 7);
    for (const { a } of kept) {
      assert.ok(a.length <= 601);
      assert.ok(a.isWellFormed());
    }
  });
});
