import { chineseNumeral } from '@citewell/citation-checker/reading/chinese-numerals.ts';

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const belowHundred = `(?:(?:${tens.join('|')})(?:[- ](?:${ones.slice(0, 9).join('|')}))?|${ones.join('|')})`;
const hundreds = new RegExp(
  `\\b(?<count>an?|${ones.slice(0, 9).join('|')})[- ]hundred(?:(?: and)?[- ](?<rest>${belowHundred}))?(?![- ](?:thousand|million))\\b`,
  'gi',
);

/** "One hundred and twenty" as 120: a sentence that begins with a number is often put otherwise. */
export function hundredsAsFigures(text: string): string {
  return text.replace(hundreds, (_, count: string, rest: string | undefined) =>
    String(100 * (wordsValue(count) || 1) + (rest ? wordsValue(rest) : 0)),
  );
}

/** "two", "twenty-five", 两, 十二 as figures; undefined for what is no plain number: "half", "second", 三分之一, 第二. */
export function numeralOf(word: string): string | undefined {
  const value = /^[一二两三四五六七八九十百千万亿零]+$/.test(word) ? chineseNumeral(word) : wordsValue(word);
  return value > 0 ? String(value) : undefined;
}

function wordsValue(words: string): number {
  const parts = words.toLowerCase().split(/[- ]/);
  if (!parts.every((part) => ones.includes(part) || tens.includes(part))) return 0;
  return parts.reduce((sum, part) => sum + (ones.indexOf(part) + 1 || (tens.indexOf(part) + 2) * 10), 0);
}
