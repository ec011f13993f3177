import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';
import { maskOutcomeNames } from '../statements/named-outcomes.ts';

/** Estimate with the interval that follows it; `text` is that of the interval. */
export type Estimate = { value: Quantity; low: Quantity; high: Quantity; text: string };

/** Maximum characters between the bounds of an interval. */
const betweenBounds = /^\s?[%％]?\s?(?:-|–|—|to|,|，|～|~|至|到)\s?$/i;
/** Maximum distance of an estimate from its interval. */
const intervalWithin = 64;

/** Matches the level of an interval, "95 % CI", which is not a result. */
export const isConfidenceLevel = (text: string, { end, percent }: Quantity): boolean =>
  percent && /^\s?(?:CI|confidence|credible|置信|可信)/i.test(text.slice(end, end + 14));

const signedValue = ({ value, signed }: Quantity): number => (signed === '-' ? -value : value);

/** Matches words between an estimate and its interval: "(95% CI", "95 % confidence interval (CI),", "置信区间". */
const intervalWord = /(?:\bCI\b|confidence (?:interval|limits?)s?|credible interval|置信区间|可信区间)/i;

/**
 * Returns the estimates of a text that have an interval: "1.63 (95% CI 1.01–2.63)", "7% (3-17%)". Without a word for
 * it, two numbers are an interval if they enclose the estimate.
 */
export function estimatesOf({ text, quantities }: ReadText): Estimate[] {
  const found: Estimate[] = [];
  const numbers = quantities.filter(
    (each) => !isConfidenceLevel(text, each) && each.kind !== 'p' && each.kind !== 'label',
  );
  for (let at = 0; at + 2 < numbers.length; at++) {
    const [estimate, low, high] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    // "5.86 ± 3.30 (95% CI 5.56-6.16)": the interval belongs to the mean.
    const value = estimate && spread.test(text.slice(0, estimate.start)) ? numbers[at - 1] : estimate;
    if (!value || !low || !high || value.kind === 'year') continue;
    const lead = text.slice(estimate?.end, low.start);
    if (lead.length > intervalWithin || /[;；。](?!\s?(?:9\d\s?[%％]|CI\b))/.test(lead)) continue;
    if (!betweenBounds.test(text.slice(low.end, high.start).replace(/(?<=\S\s?)[-−–+]$/, ''))) continue;
    const [one, two, own] = [low, high, value].map(signedValue) as [number, number, number];
    const [least, most] = [Math.min(one, two), Math.max(one, two)];
    const isWithin = (least <= own && own <= most) || (least <= -own && -own <= most);
    const isNamed = intervalWord.test(lead);
    if (least < most && (isNamed || (isWithin && bareLead.test(lead))))
      found.push({ value, low, high, text: text.slice(low.start, high.end) });
  }
  return found;
}

const spread = /(?:±|\+\s?\/?\s?[-−–])\s?$/;

/** Maximum characters between an estimate and an unnamed interval. */
const bareLead = /^\s?[,;:([（，；][\s-]?$/;

/** Words and p values for significance; 5 % is the usual threshold. */
const significant = /\bsignifican(?:t|tly|ce)\b|有?(?:统计学意义|显著性)|显著/giu;
const denied =
  /(?:\b(?:not|no|nor|neither|without|lack(?:s|ed|ing)?|short of|far from|fail(?:s|ed|ing)? to|never|nothing)\b|n[’']t\b)[^.;。；]{0,40}$|\bnon[- ]?$|(?:无|未|不(?!同|良|足|全|稳|典|孕|育|等|满意)|没有|缺乏|并非)[^.,，;。；的]{0,16}$/iu;
const pBound = 0.05;

function isChance({ value, sign }: Quantity): boolean {
  return sign === '>' || (sign === '<' ? value > pBound : value >= pBound);
}

/** Returns true if a text has p values of both kinds: before and after adjustment, or of several findings. */
export function hasBothTests({ quantities }: ReadText): boolean {
  const tests = quantities.filter(({ kind }) => kind === 'p').map(isChance);
  return tests.includes(true) && tests.includes(false);
}

/** Returns true for a significant result, false for one that is not; undefined if the text states neither, or both. */
export function significanceOf({ text, quantities }: ReadText): boolean | undefined {
  let [yes, no] = [false, false];
  const plain = maskOutcomeNames(text);
  for (const { index } of text.matchAll(significant)) {
    // A negation in another clause does not apply here.
    const before = plain
      .slice(Math.max(0, index - 48), index)
      .replace(/^.*(?:[,;:，；：]|\b(?:while|whereas|although|though|but)\b|(?:而|但))/su, '');
    // "Clinically significant" is something else.
    if (/\b(?:clinical(?:ly)?|clinical and|prognostic) $/i.test(before)) continue;
    if (denied.test(before)) no = true;
    else yes = true;
  }
  for (const quantity of quantities)
    if (quantity.kind === 'p') {
      if (isChance(quantity)) no = true;
      else yes = true;
    }
  if (/\bP\s?=\s?(?:NS|n\.?s\.?)\b|\binsignificant/i.test(text)) no = true;
  // "A lowered X compared with placebo, but not with B": it says both.
  if (yes && /\b(?:but|and|though|although) (?:was |were )?not\b|但(?:未|不|并未)/i.test(text)) no = true;
  return yes === no ? undefined : yes;
}
