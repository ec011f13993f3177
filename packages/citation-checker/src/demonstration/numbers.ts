import { matchQuantity } from '../numbers/match-quantity.ts';
import type { Quantity } from '../reading/quantities.ts';

/** Match of a claim's number: stated, or computed from those of one sentence. */
export type NumberMatch = { quantity: Quantity; found: Quantity[]; computed: boolean };

/** Looks up a number among others: those that state it, or a pair from which it follows. */
export function matchNumber(quantity: Quantity, others: readonly Quantity[], around: string): NumberMatch {
  const found = others.filter((other) => isNumberOf(quantity, other));
  if (found.length > 0) return { quantity, found, computed: false };
  return { quantity, found: computedFrom(quantity, others, around), computed: true };
}

function isNumberOf(stated: Quantity, other: Quantity): boolean {
  if ((stated.kind === 'p') !== (other.kind === 'p')) return false;
  // "p < 0.05" does not support "P = 0.02", but the reverse holds.
  if (stated.kind === 'p' && stated.sign !== '<' && other.sign === '<' && stated.value !== other.value)
    return false;
  if (isBoundOpposed(stated, other)) return false;
  if (stated.signed && other.signed && stated.signed !== other.signed) return false;
  return matchQuantity(stated, other) !== undefined || isRoundThousands(stated, other);
}

/**
 * Returns true for 143,000 and 142,795: a whole number with trailing zeros is rounded to them, if two digits remain.
 */
function isRoundThousands(stated: Quantity, other: Quantity): boolean {
  if (stated.kind !== 'plain' || other.kind !== 'plain' || stated.percent || other.percent) return false;
  if (stated.decimals > 0 || (stated.unit?.name ?? '') !== (other.unit?.name ?? '')) return false;
  let step = 1;
  while (stated.value % (step * 10) === 0 && stated.value / (step * 10) >= 10) step *= 10;
  return step > 1 && Math.abs(stated.value - other.value) <= step / 2;
}

/** "At least 1.26 cm" and "at most 1.26 cm". */
function isBoundOpposed(one: Quantity, other: Quantity): boolean {
  return one.bound !== undefined && other.bound !== undefined && one.bound !== other.bound;
}

const isRatio = ({ value, percent, unit, kind, decimals }: Quantity) =>
  !percent && !unit && kind === 'plain' && decimals >= 1 && value > 0 && value < 20;
const areAdjacent = (part: Quantity, whole: Quantity) =>
  whole.start >= part.end && whole.start - part.end <= adjacentWithin;
const isCount = ({ value, percent, unit, decimals, kind }: Quantity) =>
  !percent && decimals === 0 && value >= 1 && kind !== 'year' && (!unit || unit.dimension === 'people');
/** Maximum characters between a part and its whole: "12 of the 22", "29/46". */
const adjacentWithin = 12;
/** Maximum numbers of one sentence used for computing, since all pairs are tried. */
const operandsMax = 14;

/**
 * Returns the numbers from which one follows: a percentage from a ratio (26 % from 1.26), a share from a count and its
 * whole, a difference or quotient of two of one kind. Empty if there are none.
 */
function computedFrom(stated: Quantity, all: readonly Quantity[], around: string): Quantity[] {
  const others = all.filter(({ kind }) => kind === 'plain' || kind === 'n').slice(0, operandsMax);
  const says = (value: number) =>
    Number.isFinite(value) &&
    value > 0 &&
    Math.abs(stated.value - value) <=
      Math.max(0.5 * 10 ** -stated.decimals, stated.about || stated.small ? 0.06 * value : 0) + 1e-9;
  const isChange =
    /lower|higher|reduc|decreas|increas|more|less|fewer|hazard|risk|odds|rise|rose|fell|fall|drop|gain|improv|降|升|增|减|高|低/i.test(
      around,
    );
  const isDifference =
    isChange || /differ|point|later|earlier|longer|shorter|by\b|差|长|短|早|晚/i.test(around);
  // If the text has percentages, its counts refer to something else.
  const hasPercent = others.some(({ percent }) => percent);
  const areShare = (part: Quantity, whole: Quantity) =>
    isCount(part) && isCount(whole) && whole.value > part.value && (!hasPercent || areAdjacent(part, whole));
  if (stated.percent) {
    if (isChange)
      for (const ratio of others) if (isRatio(ratio) && says(Math.abs(ratio.value - 1) * 100)) return [ratio];
    for (const part of others)
      for (const whole of others)
        if (areShare(part, whole) && says((100 * part.value) / whole.value)) return [part, whole];
  }
  for (const [index, one] of others.entries())
    for (const other of others.slice(index + 1)) {
      const alike = one.percent === other.percent && one.unit?.name === other.unit?.name;
      if (!alike) continue;
      const sameKind = one.percent === stated.percent && one.unit?.name === stated.unit?.name;
      if (isDifference && sameKind && says(Math.abs(one.value - other.value))) return [one, other];
      const [low, high] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
      if (stated.unit?.name === 'fold' && low > 0 && says(high / low)) return [one, other];
    }
  // "Threefold odds": an odds ratio of 3.0.
  if (stated.unit?.name === 'fold' && /\b(?:odds|risk|hazard|likel)|风险|优势|可能/i.test(around))
    for (const ratio of others) if (isRatio(ratio) && says(ratio.value)) return [ratio];
  // "A third of", "half": 32.7 %, 12 of 22.
  if (stated.small && stated.value < 1) {
    for (const share of others) if (share.percent && isPercentage(stated, share.value / 100)) return [share];
    for (const part of others)
      for (const whole of others)
        if (
          areShare(part, whole) &&
          areAdjacent(part, whole) &&
          isPercentage(stated, part.value / whole.value, 0.06)
        )
          return [part, whole];
  }
  return [];
}

/** Difference between a share in words and the same in figures: two thirds, 66.7%. */
const rounding = 0.0005;
/** Shares that have a word of their own. */
const namedShares = [0, 1 / 10, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 9 / 10, 1];

/**
 * Returns true for a share that is about the stated one, or on the stated side of it and nearer than the next one that
 * has a word: "over a third" is 37%, but not 30%, and not 55%, which is "over half".
 */
export function isPercentage(
  { value, bound }: Pick<Quantity, 'value' | 'bound'>,
  share: number,
  within = 0.03,
): boolean {
  if (bound === undefined) return Math.abs(share - value) <= Math.min(within, 0.15 * value) + 1e-9;
  const next = namedShares.find((other) => other > value + 0.01) ?? 1;
  const last = namedShares.findLast((other) => other < value - 0.01) ?? 0;
  return bound === 'lower'
    ? share > value - rounding && share < next
    : share < value + rounding && share > last;
}
