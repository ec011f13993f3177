import type { Quantity } from '../../../reading/quantities.ts';
import type { Source } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import type { StudyConflict } from '../../proof.ts';
import { type Estimate, estimatesOf } from '../../statistics.ts';

/**
 * Compares the interval of an estimate with the abstract's for the same estimate: a conflict if the abstract states the
 * estimate with an interval, and never with this one.
 */
export function compareIntervals(claim: Claim, { sentences }: Source): StudyConflict | undefined {
  const mine = estimatesOf(claim.read);
  if (mine.length === 0) return undefined;
  const theirs = sentences.flatMap(({ sentence, indexed }) =>
    estimatesOf(indexed.read).map((estimate) => ({ ...estimate, sentence })),
  );
  for (const own of mine) {
    const same = theirs.filter(({ value }) => isOne(own.value, value));
    const [first] = same;
    if (!first || same.some((other) => haveOneInterval(own, other))) continue;
    return {
      slot: 'number',
      sentence: first.sentence,
      isAnchored: true,
      conflict: { outcome: 'conflict', kind: 'numeric', claim: intervalOf(own, claim), evidence: first.text },
    };
  }
  return undefined;
}

const intervalOf = ({ low, high }: Estimate, { read }: Claim): string => read.text.slice(low.start, high.end);

/** Compares two values, ignoring the sign, to the precision of the one with fewer digits. */
function isOne(one: Quantity, other: Quantity): boolean {
  if (one.percent !== other.percent && (one.decimals === 0 || other.decimals === 0)) return false;
  const within = 0.5 * 10 ** -Math.min(one.decimals, other.decimals);
  return Math.abs(one.value - other.value) <= (one.decimals === other.decimals ? 1e-9 : within);
}

/** Returns true if the bounds are the same two numbers; a reversed estimate has them in the other order. */
function haveOneInterval(one: Estimate, other: Estimate): boolean {
  return (
    (isBound(one.low, other.low) && isBound(one.high, other.high)) ||
    (isBound(one.low, other.high) && isBound(one.high, other.low))
  );
}

/** Compares like `isOne`, for bounds whose unit follows only the second. */
function isBound(one: Quantity, other: Quantity): boolean {
  const within = 0.5 * 10 ** -Math.min(one.decimals, other.decimals);
  return Math.abs(one.value - other.value) <= within + 1e-9;
}
