import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSection, type Goal, isMet, repeated } from './report.ts';

const row = (value: number, goal?: Goal) => ({
  figure: 'f',
  value,
  unit: 'x',
  ...(goal && { goal }),
});

test('a bound includes its value, a count must be exact, and a missing figure meets no goal', () => {
  assert.equal(isMet(row(1.8, { atMost: 1.8 })), true);
  assert.equal(isMet(row(1.81, { atMost: 1.8 })), false);
  assert.equal(isMet(row(2_500, { atLeast: 2_500 })), true);
  assert.equal(isMet(row(2_499, { atLeast: 2_500 })), false);
  assert.equal(isMet(row(Number.NaN, { atLeast: 1 })), false);
  assert.equal(isMet(row(2, { exactly: 3 })), false);
  assert.equal(isMet(row(3, { exactly: 3 })), true);
  assert.equal(isMet(row(Number.NaN, { atMost: 5 })), false);
  assert.equal(isMet(row(1)), undefined);
});

test('a line shows the figure, the goal and the verdict; a figure without a goal has no verdict', () => {
  const text = formatSection({
    title: 'T',
    rows: [row(2.345, { atMost: 2 }), row(1, { exactly: 1 }), row(Number.NaN)],
  });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '));
  assert.deepEqual(lines, ['T', 'f 2.35 x <= 2 NOT MET', 'f 1 x = 1 met', 'f - x']);
});

test('repetitions are shown as a median and a range', () => {
  const repetitions = repeated('f', [30, 10, 20, 40], '/s', { atLeast: 20 });
  assert.deepEqual([repetitions.value, repetitions.range, isMet(repetitions)], [25, [10, 40], true]);
  const lines = formatSection({ title: 'T', rows: [repetitions, row(1)] })
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '));
  assert.deepEqual(lines, ['T', 'f 25 /s (10 to 40) >= 20 met', 'f 1 x']);
});
