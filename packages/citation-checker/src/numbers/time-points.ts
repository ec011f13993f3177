import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';

/** Time of a finding as a text states it: days from the start, or a name. */
export type TimePoint = { key: string; days: number | undefined; start: number; end: number };

/** "At 6 months", "after twelve weeks", 术后3个月. */
const before =
  /(?:\b(?:at|after|by|within)\s(?:the\s|about\s)?|(?:治疗|用药|术|干预|产|给药|入组)后?第?|第)$/i;
/** "The 3-year survival rate", "12-month mortality", 6个月时, 3年生存率. */
const behind =
  /^(?:[\s-](?:\p{L}+[- ]){0,3}?(?:rates?|survival|mortality|OS|PFS|DFS|recurrence|relapse|incidence|remission|response|(?:after|following|from|post)\b)|\s?(?:时|后|末|内|(?:[的\p{Script=Han}]{0,6}(?:率|生存))))/iu;
const named: [key: string, pattern: RegExp, days?: number][] = [
  // "One" is no number to those who read them.
  ['365.25', /\b(?:at|after|within) (?:one|a|1) year\b|\bone-year\b/giu, 365.25],
  ['30.4375', /\b(?:at|after|within) (?:one|a) month\b|\bone-month\b/giu, 30.4375],
  ['baseline', /\bat baseline\b|\bbaseline\b|基线|治疗前|术前/giu],
  ['follow-up', /\bat (?:the )?(?:last |final )?follow-?up\b|末次随访|随访时/giu],
];

const tellsWhen = ({ start, end, unit }: Quantity, text: string): boolean =>
  unit?.dimension === 'time' &&
  (before.test(text.slice(Math.max(0, start - 16), start)) || behind.test(text.slice(end, end + 40)));

/** The times a text says of its findings, in order. */
export function readTimePoints({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): TimePoint[] {
  const points = quantities
    .filter((quantity) => tellsWhen(quantity, text))
    .map(({ value, unit, start, end }): TimePoint => {
      const days = value * (unit?.factor ?? 1);
      return { key: `${days}`, days, start, end };
    });
  for (const [key, pattern, days] of named)
    for (const { index, 0: word } of text.matchAll(pattern))
      points.push({ key, days, start: index, end: index + word.length });
  return points.sort((one, other) => one.start - other.start);
}

/** Twelve months are a year, and four weeks nearly a month. */
const within = 0.02;

export function areSameTime(one: TimePoint, other: TimePoint): boolean {
  if (one.days === undefined || other.days === undefined) return one.key === other.key;
  return Math.abs(one.days - other.days) <= within * Math.max(one.days, other.days);
}
