import assert from 'node:assert/strict';
import { test } from 'node:test';
import { englishNumeral } from './english-numerals.ts';

test('englishNumeral reads number words and rejects words that form no number', () => {
  for (const [words, value] of [
    ['seven', 7],
    ['Twenty-five', 25],
    ['two hundred and fifty', 250],
    ['one thousand and ninety-nine', 1_099],
    ['hundred', 100],
    ['three million two hundred thousand', 3_200_000],
    ['two three', undefined],
    ['twenty eleven', undefined],
    ['second', undefined],
    ['', undefined],
  ] as const)
    assert.equal(englishNumeral(words), value, words);
});
