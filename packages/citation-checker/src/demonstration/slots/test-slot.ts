import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { matchNumber } from '../numbers.ts';
import type { SlotResult } from '../proof.ts';
import { hasBothTests, significanceOf } from '../statistics.ts';

/**
 * Compares a claim of significance with a sentence that has significant and other tests: only a number of the claim
 * shows which is meant ("still significant after adjustment" with P=0.04 unadjusted and P=0.06 adjusted).
 */
export function compareTests({ read, numbers }: Claim, { indexed }: Alignment): SlotResult {
  if (significanceOf(read) === undefined || !hasBothTests(indexed.read)) return { outcome: 'same' };
  const isStated = numbers.some(
    ({ quantity }) => !quantity.small && matchNumber(quantity, indexed.read.quantities, '').found.length > 0,
  );
  return isStated ? { outcome: 'same' } : { outcome: 'unclear', claim: read.text };
}
