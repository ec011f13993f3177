import type { Random } from './generate-random.ts';

/** Sentence with placeholders for numbers: the text between them, and the form of each number. */
export type SentencePattern = { texts: string[]; numbers: NumberPattern[] };
type NumberPattern = { written: string; whole: number; decimals: number; isZero: boolean };

/** Matches separate numbers: not the 6 of IL-6, the 2 of CO2 or a part of 10.5.3. */
const number = /(?<![\p{L}\d.,/–-])\d+(?:\.\d+)?(?![\p{L}\d]|[.,/–-]\d)/gu;
const isYear = /^(?:19|20)\d\d$/;

export function sentencePattern(sentence: string): SentencePattern {
  const texts: string[] = [];
  const numbers: NumberPattern[] = [];
  let end = 0;
  for (const { 0: written, index } of sentence.matchAll(number)) {
    const [whole = '', decimals = ''] = written.split('.');
    // Short numbers are treated as words: "95%", "type 2". Long ones are results, which differ between papers.
    if (whole.length + decimals.length < 3 || isYear.test(written)) continue;
    texts.push(sentence.slice(end, index));
    numbers.push({ written, whole: whole.length, decimals: decimals.length, isZero: /^0/.test(whole) });
    end = index + written.length;
  }
  texts.push(sentence.slice(end));
  return { texts, numbers };
}

/** Returns the sentence with different numbers of the same form in half of the places. */
export function writeSentence({ texts, numbers }: SentencePattern, random: Random): string {
  let text = texts[0] ?? '';
  for (let at = 0; at < numbers.length; at++) text += writeNumber(numbers[at], random) + texts[at + 1];
  return text;
}

function writeNumber(pattern: NumberPattern | undefined, random: Random): string {
  if (!pattern) return '';
  const { written, whole, decimals, isZero } = pattern;
  if (random() < 0.5) return written;
  const least = 10 ** (whole - 1);
  const front = isZero ? '0' : String(least + Math.floor(random() * 9 * least));
  if (decimals === 0) return front;
  return `${front}.${String(Math.floor(random() * 10 ** decimals)).padStart(decimals, '0')}`;
}
