import type { Quantity } from '../../../reading/quantities.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { isPercentage } from '../../numbers.ts';
import { figuresOf } from './number-kind.ts';

/** Minimum difference from a share in words, and from one with a bound. */
const apart = { about: 0.12, bounded: 0.04 };

/**
 * Finds the only percentage of a sentence with all words of a claim, if it is clearly not the share that the claim says
 * in words: "over two thirds" with 37%. Undefined next to a negation, where it may be the rest.
 */
export function findOtherShare(
  stated: Quantity,
  { read, numbers }: Claim,
  { indexed, missing, elsewhere }: Alignment,
): Quantity | undefined {
  const { value, small, bound } = stated;
  if (!small || value <= 0 || value >= 1 || numbers.length > 1 || missing.length > 0) return undefined;
  if (elsewhere.some(({ isCircumstance }) => !isCircumstance)) return undefined;
  if (negating.test(read.text) || negating.test(indexed.read.text)) return undefined;
  const figures = figuresOf(indexed.read).filter(({ small: isWord, kind }) => !isWord && kind !== 'p');
  const [only, another] = figures.filter(({ percent }) => percent);
  if (!only || another) return undefined;
  const share = only.value / 100;
  const isOther =
    bound === 'lower'
      ? share < value - apart.bounded
      : bound === 'upper'
        ? share > value + apart.bounded
        : Math.abs(share - value) > apart.about;
  return isOther && !isPercentage(stated, 1 - share, 0.06) ? only : undefined;
}

const negating =
  /\b(?:not?|non|without|neither|nor|never|none|lack\w{0,3}|absen\w{2,3}|fail\w{0,4}|except|other|remain\w{0,4}|rest)\b|n['’]t\b|[不未无没非其]|除/i;
