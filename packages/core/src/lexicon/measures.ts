/**
 * Units of counts in a sentence; counts reveal nothing about its topic. Longer words precede their own prefixes.
 */
const units =
  '个百分点|个小时|个疗程|个月|个|名|例|位|人次|人份|人|种|项|次|天|日|周岁|周|年龄段|年间|年|岁|片|粒|支|瓶|盒|碗|杯|小时|分钟|秒|毫克|微克|千克|公斤|克|毫升|升|厘米|毫米|米|公里|倍|成|届|篇|条|家|所|点|度|斤|万|亿|mg|ml|kg|cm|mm|%|％';

// Bounded, because matching at every position of a very long run of numerals would be quadratic.
const digits = '\\d[\\d.,]{0,30}';
const han = '第?[一二两三四五六七八九十百千万几数多半]{1,12}';

const counted = new RegExp(
  `(?:${digits}|${han})\\s{0,9}(?:余|多)?\\s{0,9}(?:${units})(?:以上|以下|左右|内|后|前)?`,
  'iy',
);
const bare = new RegExp(digits, 'y');
const latinOrDigit = /[A-Za-z0-9]/;
const letter = /[A-Za-z]/;

/**
 * Returns the number of characters of a counted measure ("2000人", "三种", "5 mg") or number at this position; 0 if
 * there is none.
 */
export function measureAt(text: string, at: number): number {
  if (latinOrDigit.test(text[at - 1] ?? '')) return 0;
  for (const pattern of [counted, bare]) {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    // "5mL" is a measure, the 5 of "5HT" is part of a name.
    if (length > 0 && !letter.test(text[at + length] ?? '')) return length;
  }
  return 0;
}
