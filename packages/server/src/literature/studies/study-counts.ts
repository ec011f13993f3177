import { englishNumeral, tenWords, unitWords } from '@citewell/core/text/english-numerals.ts';

const word = [...unitWords.slice(1), ...tenWords, 'hundred', 'thousand']
  .sort((one, other) => other.length - one.length)
  .join('|');

/** Pattern source for a count: "2,512", "2 512", "4120", "Ninety-four", "one thousand and ninety-nine". */
export const countPattern = String.raw`(?<![\d.,/\p{L}-])(?:\d{1,3}(?:[, ]\d{3}){1,3}(?!\d)|\d{1,7})(?![\d%–-]|[.,]\d)|\b(?:${word})(?:(?:[ -]| and )(?:${word})){0,7}\b`;

/** Converts a count to a number; undefined for words that are none ("two three"). */
export function readCount(text: string): number | undefined {
  return /^\d/.test(text) ? Number(text.replace(/[, ]/g, '')) : englishNumeral(text);
}
