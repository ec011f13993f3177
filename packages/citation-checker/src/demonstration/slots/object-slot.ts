import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import type { SlotResult } from '../proof.ts';
import { isDirected, reversed } from './effect-relation.ts';

/** Maximum characters between a direction and what it concerns: "an increase in the mean serum". */
const within = 24;
const parting = /[,;:.，；。、]|\b(?:and|but|or|than|while|whereas)\b|[和与及而但]/i;

/**
 * Compares what each of two opposite directions concerns: "an increase in zinc and a decrease in copper" with the two
 * exchanged is unclear.
 */
export function compareObjects(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const mine = directionsOf(claim.clauses);
  const theirs = directionsOf(indexed.clauses);
  if (!areOpposed(mine) || !areOpposed(theirs)) return { outcome: 'same' };
  for (const [unit, at] of places) {
    const own = directionAt(unit, mine, claim.read.text);
    const [place, another] = at;
    const token = place === undefined || another !== undefined ? undefined : indexed.read.tokens[place];
    const other = token && directionAt(token, theirs, indexed.read.text);
    if (own && other && own.direction === reversed(other.direction))
      return { outcome: 'unclear', claim: unit.text, leansAgainst: true };
  }
  return { outcome: 'same' };
}

const directionsOf = (clauses: Claim['clauses']): Effect[] =>
  clauses.flatMap(({ effects }) => effects.filter(({ direction }) => isDirected(direction)));

const areOpposed = (effects: readonly Effect[]): boolean =>
  effects.some(({ direction }) => effects.some((other) => other.direction === reversed(direction)));

/** Returns the direction next to a word: before it, or after it in Chinese. */
function directionAt(
  { start, end }: { start: number; end: number },
  effects: readonly Effect[],
  text: string,
): Effect | undefined {
  const isHan = /\p{Script=Han}/u.test(text);
  return effects.find((effect) => {
    const between = isHan ? text.slice(end, effect.start) : text.slice(effect.end, start);
    return (
      (isHan ? effect.start >= end : effect.end <= start) &&
      between.length <= within &&
      !parting.test(between)
    );
  });
}
