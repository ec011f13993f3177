import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ndcg, overlap } from './ndcg.ts';

const gains: Record<string, number> = { a: 3, b: 2, c: 1 };
const gainOf = (item: string) => gains[item] ?? 0;
const near = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-12, `${value}`);

test('NDCG is 1 for the best ranking, falls as gains come later, and is 0 without results', () => {
  assert.equal(ndcg(['a', 'b', 'c'], gainOf, [3, 2, 1], 10), 1);
  const best = 3 + 2 / Math.log2(3) + 1 / 2;
  near(ndcg(['b', 'a', 'c'], gainOf, [3, 2, 1], 10), (2 + 3 / Math.log2(3) + 1 / 2) / best);
  near(ndcg(['x', 'a'], gainOf, [3, 2, 1], 10), 3 / Math.log2(3) / best);
  assert.equal(ndcg([], gainOf, [3, 2, 1], 10), 0);
});

test('only the first places count, and results of equal gain are interchangeable', () => {
  assert.equal(ndcg(['a', 'x'], gainOf, [3, 2], 1), 1);
  assert.equal(ndcg(['x', 'a'], gainOf, [3, 2], 1), 0);
  assert.equal(
    ndcg(['q', 'p'], () => 2, [2, 2], 10),
    1,
  );
});

test('an empty result is perfect if nothing is relevant', () => {
  assert.equal(ndcg([], gainOf, [], 10), 1);
  assert.equal(overlap([], [], 10), 1);
});

test('the overlap of two rankings counts results in the first places of both, in any order', () => {
  assert.equal(overlap(['a', 'b', 'c'], ['c', 'a', 'x'], 2), 0.5);
  assert.equal(overlap(['a', 'b'], ['b', 'a'], 10), 1);
  assert.equal(overlap(['a', 'b'], ['a'], 10), 0.5);
  assert.equal(overlap(['a'], ['x'], 10), 0);
});
