import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';

/**
 * Returns false if the sentence lacks words of a claim all of which an aim or the background has: the claim then repeats
 * a question, which the sentence does not answer. No aim has the figures of a result, and
 * population and time have a requirement of their own.
 */
export function statesMoreThanAim(
  { units, numbers }: Claim,
  { elsewhere }: Alignment,
  { sentences }: Source,
): boolean {
  return (
    elsewhere.every(({ isCircumstance }) => isCircumstance) ||
    numbers.some(({ quantity }) => !quantity.small) ||
    !sentences.some(
      ({ sentence: { section }, indexed }) =>
        (section === 'aim' || section === 'background') &&
        units.every((unit) => placesOf(unit, indexed).length > 0),
    )
  );
}
