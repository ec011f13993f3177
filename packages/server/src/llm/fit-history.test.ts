import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitHistory } from './fit-history.ts';

describe('fitting a dialogue into a prompt', () => {
  it('keeps the last turns of a conversation with long answers shortened, without splitting a character', () => {
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
