import { chineseNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { englishNumeral } from '@citewell/core/text/english-numerals.ts';
import { parseBound } from './bounds.ts';

import { memoizeByText } from './memoize-by-text.ts';
import { findNumbers } from './number-pattern.ts';
import { type Unit, unitAfterBracket, unitAt } from './units.ts';

/** Number as a text states it, with its offset; `value` is its amount ("2.5 × 10⁶" is 2500000, 3万 is 30000). */
export type Quantity = {
  text: string;
  start: number;
  end: number;
  value: number;
  /** Digits after the decimal point, as written. */
  decimals: number;
  percent: boolean;
  unit: Unit | undefined;
  /** "<", ">" and their like before it. */
  sign: '<' | '>' | '=' | undefined;
  /** Set with an explicit plus or minus: a change, not a range. */
  signed: '+' | '-' | undefined;
  /** "at least", "up to": it is a bound, from below or from above. */
  bound: 'lower' | 'upper' | undefined;
  /** Kind of the number: a p value, a sample size, a calendar year, a label such as "type 2", or a plain number. */
  kind: 'p' | 'n' | 'year' | 'label' | 'plain';
  /** Marks a small number in words ("two drugs"), which a paraphrase adds and drops. */
  small: boolean;
  /** "about", "nearly", "more than": its precision. */
  about: boolean;
};

/**
 * Normalises characters one by one, so that offsets stay valid: full width, raised dots, unusual minus signs and
 * spaces.
 */
export function plainDigits(text: string): string {
  if (!odd.test(text)) return text;
  return text
    .replace(/[０-９．％＜＞＝－＋（）]/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) - 0xfee0),
    )
    .replace(/(?<=\d)[·‧∙•](?=\d)/g, '.')
    .replace(/(?<=\d)，(?=\d{3}(?!\d))/g, ',')
    .replace(/[−–—‐‑]/g, '-')
    .replace(/～/g, '~')
    .replace(/[\u00a0\u2007\u2008\u2009\u200a\u202f]/g, ' ')
    .replace(/≤|⩽|≦/g, '<')
    .replace(/≥|⩾|≧/g, '>')
    .replace(/﹪/g, '%');
}

/** Characters that `plainDigits` may replace. */
const odd = /[０-９．％＜＞＝－＋（）·‧∙•，～−–—‐‑\u00a0\u2007-\u200a\u202f≤⩽≦≥⩾≧﹪]/;

const fractionWords: Record<string, number> = {
  half: 1 / 2,
  third: 1 / 3,
  thirds: 1 / 3,
  quarter: 1 / 4,
  quarters: 1 / 4,
  fourth: 1 / 4,
  fifth: 1 / 5,
  fifths: 1 / 5,
};
const scales: Record<string, number> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  百: 100,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
};

const countingOne =
  /^ (?:year|month|week|day|hour)\b|^ (?:to|or) (?:\d{1,2}|[a-z]{3,6}) (?:year|month|week|day|hour)s?\b|^ (?:out )?of (?:the |these |our |all )?(?:\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/;

/** Returns the quantities of a text, in order. Linear in the text and without side effects. */
export const readQuantities = memoizeByText((text: string): Quantity[] => {
  const plain = plainDigits(text);
  const found: Quantity[] = [];
  for (const match of findNumbers(plain)) {
    const quantity = toQuantity(text, plain, match);
    // "12成三例": a character that belongs to one number does not begin another.
    if (quantity && quantity.start >= (found.at(-1)?.end ?? 0)) found.push(quantity);
  }
  shareUnits(found, plain);
  return found;
});

function toQuantity(text: string, plain: string, match: RegExpMatchArray): Quantity | undefined {
  const groups = match.groups ?? {};
  let start = match.index ?? 0;
  let end = start + match[0].length;
  let value: number;
  let decimals = 0;
  let small = false;
  let unit: Unit | undefined;
  let percent = false;
  if (groups.digits !== undefined) {
    // "18F", "5-HT", "3D": names that begin with a digit.
    if (
      /^-?[A-Z]{1,4}\b|^[a-z]?[A-Z]|^[A-Za-z]\d|^p\b/.test(plain.slice(end, end + 6)) &&
      !unitAt(plain, end)
    )
      return undefined;
    value = Number(groups.digits.replace(/[, ]/g, ''));
    decimals = /\.(\d+)$/.exec(groups.digits)?.[1]?.length ?? 0;
    if (groups.power) value *= 10 ** exponent(groups.power);
    // MEDLINE writes a raised number in brackets: "per 10(5) woman-years", "10(-8) M".
    const raised =
      groups.digits === '10' ? /^\((-?(?:[2-9]|1[0-2]))\)(?![\d%])/.exec(plain.slice(end, end + 6)) : null;
    if (raised && !groups.power) {
      value = 10 ** Number(raised[1]);
      end += raised[0].length;
    }
    if (groups.scale) {
      const scaled = scales[groups.scale.trim().replace(/^-/, '').toLowerCase()] ?? 1;
      value *= scaled;
      // "5.07 million" is exact to ten thousand.
      if (decimals > 0) decimals -= Math.round(Math.log10(scaled));
    }
  } else if (groups.hanPercent !== undefined) {
    value = /\d/.test(groups.hanPercent)
      ? Number(groups.hanPercent.replace(/,/g, ''))
      : chineseNumeral(groups.hanPercent);
    percent = true;
  } else if (groups.hanPart !== undefined) {
    value = chineseNumeral(groups.hanWhole ?? '') / chineseNumeral(groups.hanPart);
    decimals = 2;
    small = value < 1;
  } else if (groups.han !== undefined) {
    value = chineseNumeral(groups.han);
    small = value <= 10;
  } else if (groups.hanHalf !== undefined) {
    value = 0.5;
    small = true;
  } else if (groups.fraction !== undefined) {
    const count =
      { one: 1, a: 1, two: 2, three: 3, four: 4 }[groups.fractionCount?.toLowerCase() ?? 'one'] ?? 1;
    // "the third visit": an ordinal, not a share.
    if (groups.fractionCount === undefined && groups.fraction.toLowerCase() !== 'half') return undefined;
    value = count * (fractionWords[groups.fraction.toLowerCase()] ?? 1);
    decimals = 2;
    small = true;
  } else if (groups.partWord !== undefined) {
    const part = englishNumeral(groups.partWord);
    const whole = englishNumeral(groups.wholeWord ?? '');
    if (part === undefined || whole === undefined || part >= whole) return undefined;
    value = part / whole;
    decimals = 2;
    small = true;
  } else if (groups.times !== undefined) {
    value = timesValue(groups.times.toLowerCase());
    unit = foldUnit;
    small = true;
  } else if (groups.words !== undefined) {
    const read = englishNumeral(groups.words);
    if (read === undefined || /^(?:hundred|thousand|million)$/i.test(groups.words)) return undefined;
    // "One" is an article unless it counts time, or part of a number.
    if (read === 1 && !countingOne.test(plain.slice(end, end + 24))) return undefined;
    value = read;
    small = value <= 12;
  } else return undefined;
  if (!Number.isFinite(value)) return undefined;

  if (!percent && !unit) {
    const share = /^\s?(?:%|percent\b|per cent\b|percentage points?\b|pct\b|个百分点)/i.exec(
      plain.slice(end, end + 18),
    );
    const tenth = /^\s?成(?!人|功|年|分|本|熟|果|立|员|为|长|都|像|瘾|纤|骨|活|效|膜|对|形|份)/.exec(
      plain.slice(end, end + 3),
    );
    if (share) {
      percent = true;
      end += share[0].length;
    } else if (tenth) {
      percent = true;
      // 三成五 is 35 %.
      const more = /^[一二三四五六七八九](?![十百千万亿])/.exec(
        plain.slice(end + tenth[0].length, end + tenth[0].length + 2),
      )?.[0];
      value = value * 10 + (more ? chineseNumeral(more) : 0);
      end += tenth[0].length + (more?.length ?? 0);
    } else if (!isHanYear(groups.digits, plain[end])) {
      unit = unitAt(plain, end);
      if (unit) end = unit.end;
      else unit = unitAfterBracket(plain, end);
    }
  }
  // "Day 21", "week 6": the time itself.
  const ordinal =
    groups.digits !== undefined && !unit && !percent && decimals === 0 && value < 1000
      ? /(?<!\p{L})(?:day|week|month|year) $/iu.exec(plain.slice(Math.max(0, start - 6), start))
      : null;
  if (ordinal) {
    unit = unitAt(` ${ordinal[0].trim()}`, 0);
    start -= ordinal[0].length;
  }
  const before = plain.slice(Math.max(0, start - 24), start);
  const kind = kindOf(before, plain.slice(end, end + 2), {
    value,
    decimals,
    percent,
    unit,
    bare: groups.digits !== undefined && !groups.scale,
  });
  return {
    text: text.slice(start, end),
    start,
    end,
    value,
    decimals,
    percent,
    unit,
    sign: signOf(before),
    signed: /(?:^|[\s([（:：=,，]|[为至达约是了])([+-])$/.exec(before)?.[1] as Quantity['signed'],
    bound: parseBound(before, plain.slice(end, end + 12)),
    kind,
    small: small && !percent,
    about:
      /(?:about|around|approximately|approx\.?|nearly|almost|roughly|some|over|above|more than|at least|up to|under|below|less than|fewer than|~|约|近|大约|将近|超过|逾|左右|不到|至少)\s*$/i.test(
        before,
      ) || /^\s?(?:左右|余|多)/.test(plain.slice(end, end + 3)),
  };
}

/** Returns true for 2015年 as a calendar year rather than 2,015 years. */
const isHanYear = (digits: string | undefined, next: string | undefined): boolean =>
  next === '年' && /^(?:19|20)\d\d$/.test(digits ?? '');

const foldUnit: Unit = { name: 'fold', dimension: 'fold', factor: 1, end: 0 };

function exponent(power: string): number {
  const raised = /(?<![⁻⁰¹²³⁴⁵⁶⁷⁸⁹])([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\)?$/.exec(power)?.[1];
  if (raised)
    return Number([...raised].map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign))).join(''));
  return Number(/(?<!\d)(-?\d+)\)?$/.exec(power)?.[1] ?? 0);
}

function timesValue(word: string): number {
  if (word.startsWith('tripl')) return 3;
  if (word.startsWith('hal')) return 0.5;
  if (word.startsWith('doubl') || word === 'twice') return 2;
  return englishNumeral(word.replace(/-?fold$/, '')) ?? Number.NaN;
}

function signOf(before: string): Quantity['sign'] {
  const sign = /([<>=])\s{0,24}=?\s{0,24}$/.exec(before)?.[1];
  return sign as Quantity['sign'];
}

function kindOf(
  before: string,
  after: string,
  {
    value,
    decimals,
    percent,
    unit,
    bare,
  }: { value: number; decimals: number; percent: boolean; unit: Unit | undefined; bare: boolean },
): Quantity['kind'] {
  if (
    /(?<!\p{L})p(?:[- ]?values?)?\s?(?:for \w+ )?(?:[<>=]|of|was|is|为|值)?[\s<>=为]*$/iu.test(before) &&
    value <= 1 &&
    !percent
  )
    return 'p';
  if (/(?<!\p{L})n\s?=\s?$/iu.test(before)) return 'n';
  if (
    /(?:types?|phases?|grades?|stages?|class(?:es)?|levels?|groups?|day|week|month|year|visit|cycle|category|serotypes?|genotypes?|第)[ -]?$/i.test(
      before,
    ) &&
    bare &&
    decimals === 0 &&
    // "In the exercise group 29 of 46 …": no group has such a number.
    !(value > 9 && /groups?[ -]?$/i.test(before))
  )
    return 'label';
  // 2型糖尿病
  if (bare && decimals === 0 && value < 10 && /^型(?!号)/.test(after)) return 'label';
  if (bare && !unit && !percent && decimals === 0 && value >= 1900 && value <= 2099) return 'year';
  return 'plain';
}

/**
 * Passes units along "12, 15 and 18 %", "5 to 10 mg", "one to two weeks": a list or range has its unit once, at its
 * end.
 */
function shareUnits(quantities: Quantity[], plain: string): void {
  for (let i = quantities.length - 2; i >= 0; i--) {
    const [one, next] = [quantities[i], quantities[i + 1]];
    if (!one || !next || one.percent || one.unit || one.kind !== 'plain') continue;
    const between = plain.slice(one.end, next.start);
    // "Two drugs and 10 mg": a small number word counts the word after it, unless a range continues.
    if (one.small && !/^ ?(?:-|to|or|至|到) ?$/i.test(between)) continue;
    if (!/^\s?(?:-|to|and|or|,|, and|vs?\.?|versus|±|\+\/?-|~|至|到|和|、|与)\s?$/i.test(between)) continue;
    // "0.83, 95% CI": the level is not part of a list.
    if (/^\s?(?:CI|confidence|credible|置信|可信)/i.test(plain.slice(next.end, next.end + 12))) continue;
    one.percent = next.percent;
    one.unit = next.unit;
  }
}
