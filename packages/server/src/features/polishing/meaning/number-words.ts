import { chineseNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { englishNumeral, tenWords, unitWords } from '@citewell/core/text/english-numerals.ts';

const ones = unitWords.slice(1);
const belowHundred = `(?:(?:${tenWords.join('|')})(?:[- ](?:${ones.slice(0, 9).join('|')}))?|${ones.join('|')})`;
const hundreds = new RegExp(
  `\\b(?<count>an?|${ones.slice(0, 9).join('|')})[- ]hundred(?:(?: and)?[- ](?<rest>${belowHundred}))?(?![- ](?:thousand|million))\\b`,
  'gi',
);

/** Converts "One hundred and twenty" to 120: sentences that begin with a number are often rephrased. */
export function hundredsAsFigures(text: string): string {
  return text.replace(hundreds, (_, count: string, rest: string | undefined) =>
    String(100 * (englishNumeral(count) ?? 1) + (englishNumeral(rest ?? '') ?? 0)),
  );
}

/**
 * Converts "two", "twenty-five", 两, 十二 to figures; returns undefined for anything but a plain number: "half", "second",
 * 三分之一, 第二.
 */
export function numeralOf(word: string): string | undefined {
  if (/hundred|thousand/i.test(word)) return undefined;
  const value = /^[一二两三四五六七八九十百千万亿零]+$/.test(word)
    ? chineseNumeral(word)
    : englishNumeral(word);
  return value ? String(value) : undefined;
}
