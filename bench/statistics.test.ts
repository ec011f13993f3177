import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Interval, median, percentile, sequentialDepth, spread } from './statistics.ts';

test('the median is the middle value, or halfway between the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
  assert.ok(Number.isNaN(median([])));
});

test('percentiles run from the smallest to the largest value in numeric order', () => {
  const values = [100, 9, 10, 1];
  assert.equal(percentile(values, 0), 1);
  assert.equal(percentile(values, 100), 100);
  assert.equal(
    percentile(
      Array.from({ length: 101 }, (_, index) => index),
      99,
    ),
    99,
  );
  assert.deepEqual(values, [100, 9, 10, 1]);
});

test('the spread is the range divided by the median', () => {
  assert.equal(spread([90, 100, 120]), 0.3);
  assert.equal(spread([5, 5]), 0);
});

test('overlapping intervals count once, and separate ones add up', () => {
  const esearch = { start: 0, end: 10 };
  const planner = { start: 1, end: 12 };
  const efetch = { start: 10, end: 20 };
  const model = { start: 21, end: 40 };
  assert.equal(sequentialDepth([]), 0);
  assert.equal(sequentialDepth([esearch, planner]), 1);
  assert.equal(sequentialDepth([model, planner, efetch, esearch]), 3);
});

test('the depth is the longest chain, as an exhaustive search finds it', () => {
  const interval = fc
    .tuple(fc.nat(20), fc.integer({ min: 1, max: 10 }))
    .map(([start, length]) => ({ start, end: start + length }));
  const longestChain = (intervals: Interval[]): number =>
    Math.max(
      0,
      ...intervals.map((first) => 1 + longestChain(intervals.filter(({ start }) => start >= first.end))),
    );
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 7 }), (intervals) => {
      assert.equal(sequentialDepth(intervals), longestChain(intervals));
    }),
  );
});
