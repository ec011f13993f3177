import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choiceFigures, rankingFigures, rounded } from './measures.ts';

describe('measures', () => {
  it('follow the textbook definitions: linear gain, recall, reciprocal rank', () => {
    const judged = [
      { ranking: ['a', 'c', 'b'], relevant: new Set(['b', 'x']) },
      { ranking: ['a'], relevant: new Set(['a']) },
    ];
    // (1 / log2 4) / (1 + 1 / log2 3) and 1; 1 of 2 and 1 of 1; 1/3 and 1.
    assert.deepEqual(rounded(rankingFigures(judged)), {
      ndcg_at_10: 0.653,
      recall_at_10: 0.75,
      recall_at_100: 0.75,
      mrr: 0.667,
    });
  });

  it('ignore ranks after the tenth, except recall, and relevant records that were not found', () => {
    const late = [...Array.from({ length: 10 }, (_, at) => `no${at}`), 'yes'];
    const figures = rankingFigures([{ ranking: late, relevant: new Set(['yes']) }]);
    assert.deepEqual(rounded(figures), { ndcg_at_10: 0, recall_at_10: 0, recall_at_100: 1, mrr: 0.091 });
    assert.equal(rankingFigures([{ ranking: [], relevant: new Set(['yes']) }]).mrr, 0);
  });

  it('pool choices over all items', () => {
    const choices = [
      { chosen: 2, right: 1, wanted: 1 },
      { chosen: 0, right: 0, wanted: 1 },
    ];
    assert.deepEqual(choiceFigures(choices), { precision: 0.5, recall: 0.5, f1: 0.5 });
    assert.deepEqual(choiceFigures([]), { precision: 0, recall: 0, f1: 0 });
  });
});
