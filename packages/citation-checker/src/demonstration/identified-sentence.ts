import type { Quantity } from '../reading/quantities.ts';
import type { Alignment, Source } from './align-claim.ts';
import type { Claim } from './claim-units.ts';
import { placesOf } from './index-sentence.ts';
import { matchNumber } from './numbers.ts';

/** Matches a number that rarely occurs twice in an abstract: a decimal, a percentage, a count of three digits. */
const isDistinctive = ({ kind, small, percent, decimals, value }: Quantity): boolean =>
  kind === 'plain' && !small && (percent || decimals > 0 || value >= 100);

/**
 * Returns true if only one sentence contains the distinctive numbers of a claim, which identifies it without further
 * words.
 */
export function isIdentifiedByNumbers(
  { numbers }: Claim,
  each: Alignment,
  all: readonly Alignment[],
): boolean {
  const figures = numbers
    .map(({ quantity }) => quantity)
    .filter(({ kind, small }) => kind === 'plain' && !small);
  const distinctive = figures.filter(isDistinctive);
  const isAlone = (stated: readonly Quantity[]) => {
    const has = ({ indexed }: Alignment) =>
      stated.every((quantity) => {
        const { found, computed } = matchNumber(quantity, indexed.read.quantities, '');
        return !computed && found.length > 0;
      });
    return has(each) && !all.some((other) => other !== each && has(other));
  };
  return distinctive.length > 0 && (isAlone(distinctive) || isAlone(figures));
}

/**
 * Returns true if only one sentence has the words of a claim that neither the title nor a description of population and
 * time has: the subject of the study may be named in others.
 */
export function isIdentifiedByWords(
  { units }: Claim,
  { places, elsewhere }: Alignment,
  all: readonly Alignment[],
  { title }: Source,
): boolean {
  const own = units.filter((unit) => !unit.isCircumstance && placesOf(unit, title).length === 0);
  return (
    own.length >= identifyingMin &&
    elsewhere.every((unit) => !own.includes(unit)) &&
    !all.some((other) => other.places !== places && own.every((unit) => other.places.has(unit)))
  );
}

/** Minimum number of words that identify a sentence. */
const identifyingMin = 3;
