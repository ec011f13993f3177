const digits = '零一二三四五六七八九';
const small: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 };
const large: Record<string, number> = { 万: 1e4, 亿: 1e8 };

/**
 * Source of a regular expression for numbers in Chinese characters: at least two characters including a power of ten,
 * or one before a measure word. 一 alone is an article, and 第一 an ordinal.
 */
export const hanNumeral =
  '(?<![第万千百十一二三四五六七八九两])(?:[一二两三四五六七八九](?:[十百千万亿零一二三四五六七八九]{0,14}[十百千万亿][一二三四五六七八九]?)|十[一二三四五六七八九]?(?=[例名个岁年月周天日倍项人位次种成组万])|[二两三四五六七八九](?=[例名个岁年月周天日倍项人位次种成组])|一(?=[倍成](?!人|年|功|熟)))';

/** Parses a number in Chinese characters: 一百二十三, 三千万, 两, 三点五. NaN if the text is not a number. */
export function chineseNumeral(text: string): number {
  const [whole = '', part] = text.split('点');
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const character of whole.replaceAll('〇', '零').replaceAll('两', '二')) {
    const value = digits.indexOf(character);
    const place = small[character];
    const unit = large[character];
    if (value >= 0) digit = value;
    else if (place !== undefined) {
      section += (digit ?? 1) * place;
      digit = undefined;
    } else if (unit !== undefined) {
      total = (total + section + (digit ?? 0)) * unit;
      section = 0;
      digit = undefined;
    } else return Number.NaN;
  }
  const fraction = part ? Number(`0.${[...part].map((character) => digits.indexOf(character)).join('')}`) : 0;
  return total + section + (digit ?? 0) + fraction;
}
