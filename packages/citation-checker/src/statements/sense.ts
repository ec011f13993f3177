import type { Direction } from './directions.ts';

/** A direction, and whether it is said of an outcome that patients want (+1) or do not want (−1). */
export type Sense = Pick<Direction, 'axis' | 'side'> & { outcome: 1 | -1 | undefined };

/**
 * Compares two effect directions: by their sides if they share an axis, otherwise by their meaning for a patient
 * ("shortened survival" is not "improved survival"). `turned` means one axis with opposite outcomes, such as fewer
 * deaths and more survivors. Undefined if they cannot be compared.
 */
export function compareSenses(one: Sense, other: Sense): 'same' | 'opposite' | 'turned' | undefined {
  const bySide = one.side === other.side ? 'same' : 'opposite';
  if (one.axis === other.axis) {
    const isTurned = one.axis === 'amount' && one.outcome && other.outcome && one.outcome !== other.outcome;
    return isTurned ? 'turned' : bySide;
  }
  // A positive association is one of more with more.
  if ([one.axis, other.axis].sort().join() === 'amount,sign') return bySide;
  const [own, their] = [meaning(one), meaning(other)];
  return own && their ? (own === their ? 'same' : 'opposite') : undefined;
}

/** Returns the meaning of a direction for a patient: +1 good, −1 bad. */
function meaning({ axis, side, outcome }: Sense): number | undefined {
  const direction = side === '+' ? 1 : -1;
  if (axis === 'quality') return direction;
  return axis === 'amount' && outcome ? direction * outcome : undefined;
}
