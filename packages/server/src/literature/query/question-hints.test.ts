import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sexesInWords } from './question-hints.ts';

describe('sexesInWords', () => {
  for (const [topic, sexes] of [
    ['Coronary artery bypass surgery in women', ['Female']],
    ['Statins among older men', ['Male']],
    ['女性冠心病的危险因素', ['Female']],
    ['男性骨质疏松', ['Male']],
    ['Statins in men and in women', []],
    ["Women's health services", []],
    ['Statins for stroke', []],
  ] as const)
    it(`returns ${sexes.join() || 'none'} for “${topic}”`, () =>
      assert.deepEqual(sexesInWords(topic), sexes));
});
