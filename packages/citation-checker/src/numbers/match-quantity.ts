import type { Quantity } from '../reading/quantities.ts';

/** Relation between a number of a sentence and one of the abstract; undefined if they are different numbers. */
export type QuantityMatch = 'same' | 'share' | 'converted' | 'rounded';

/** Tolerance of equal values: less than their written precision. */
const equalWithin = 1e-9;
/** Relative deviation that "about" permits. */
const aboutWithin = 0.06;
/** Tolerance for conversions: twelve months are a year, though not to the day. */
const timeWithin = 0.015;

/** Compares a stated quantity with one of the abstract: equal, as a share, in another unit, or rounded. */
export function matchQuantity(stated: Quantity, found: Quantity): QuantityMatch | undefined {
  const sameKind = stated.percent === found.percent && dimensionOf(stated) === dimensionOf(found);
  if (contradictsUnit(stated, found)) {
    const [one, other] = [inBase(stated), inBase(found)];
    const within = stated.unit?.dimension === 'time' ? timeWithin : 1e-6;
    return stated.unit?.dimension === found.unit?.dimension && isNear(one, other, within)
      ? 'converted'
      : undefined;
  }
  // "By 40 %" does not match "40 mg" or "40 patients".
  if ((stated.percent && found.unit) || (found.percent && stated.unit)) {
    const [percent, other] = stated.percent ? [stated, found] : [found, stated];
    // "A difference of 0.8 points" between two percentages.
    const arePoints = other.unit?.name === 'points' && /point|点/i.test(percent.text);
    return arePoints && isNear(Math.abs(stated.value), Math.abs(found.value), equalWithin)
      ? 'same'
      : undefined;
  }
  if (stated.percent !== found.percent && (stated.kind === 'n' || found.kind === 'n')) return undefined;
  // "4 %" is not "four"; a column of percentages may omit the sign.
  const isCounted = (stated.percent ? found : stated).decimals === 0 && stated.percent !== found.percent;
  if (!isCounted && isNear(stated.value, found.value, equalWithin)) return 'same';
  if (isBelow(stated, found)) return 'rounded';
  if (stated.percent !== found.percent) {
    const [percent, share] = stated.percent ? [stated, found] : [found, stated];
    if (/point|点/i.test(percent.text)) return undefined;
    if (!share.unit && share.value <= 1 && isNear(percent.value / 100, share.value, shareWithin(share)))
      return 'share';
    return undefined;
  }
  if (sameKind && isRounded(stated, found)) return 'rounded';
  if (sameKind && stated.about && isRoundNumber(stated) && isNear(stated.value, found.value, aboutWithin))
    return 'rounded';
  return undefined;
}

/** People are counted with and without a noun. */
function dimensionOf({ unit }: Quantity): string | undefined {
  return unit?.dimension === 'people' ? undefined : unit?.dimension;
}

/** "p < 0.05" includes p = 0.02 and p < 0.001. */
function isBelow(stated: Quantity, found: Quantity): boolean {
  return (
    stated.kind === 'p' &&
    found.kind === 'p' &&
    stated.sign === '<' &&
    found.sign !== '>' &&
    found.value < stated.value
  );
}

/** Matches "one third" with 33 %, but 0.25 only with 25 %. */
function shareWithin({ text }: Quantity): number {
  return /\d/.test(text) ? equalWithin : 0.02;
}

/** Returns true if both have units that differ. */
export function contradictsUnit(stated: Quantity, found: Quantity): boolean {
  const { unit } = stated;
  if (!unit || !found.unit || unit.dimension === 'people' || found.unit.dimension === 'people') return false;
  if (unit.name === found.unit.name) return false;
  // "40 mg/day" is "40 mg daily", whose rate is a word; "0.2 mg" is not 0.2 mg/kg.
  if (/\/(?:kg|公斤|千克|m2)/.test(unit.name) !== /\/(?:kg|公斤|千克|m2)/.test(found.unit.name)) return true;
  return !(unit.name.startsWith(`${found.unit.name}/`) || found.unit.name.startsWith(`${unit.name}/`));
}

function inBase({ value, unit }: Quantity): number {
  return value * (unit?.factor ?? 1);
}

/** Returns true for 62.7 and 63, or 0.0432 and 0.04; 60 is only 60. */
function isRounded(stated: Quantity, found: Quantity): boolean {
  if (stated.decimals >= found.decimals || stated.kind === 'p') return false;
  const unit = 10 ** -stated.decimals;
  return Math.abs(stated.value - found.value) <= unit / 2 + equalWithin;
}

/** Returns true for a value that an approximation may have: "about 80 %" is rounded to fives or tens, "about 81 %" is not. */
function isRoundNumber({ value, decimals }: Quantity): boolean {
  if (value < 10) return true;
  const step = 5 * 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return decimals === 0 && (value % step === 0 || value % 12 === 0);
}

function isNear(one: number, other: number, within: number): boolean {
  return Math.abs(one - other) <= within * Math.max(Math.abs(one), Math.abs(other));
}
