import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { oppositesOf } from '../opposites.ts';
import type { SlotResult } from '../proof.ts';
import { isDirected } from './effect-relation.ts';

/**
 * Compares Chinese adjectives of degree: unclear if the sentence has one only as its effect, since 低摄入 is not the
 * "lower" of "high intake was associated with a lower risk".
 */
export function compareDegrees(_: Claim, { places, indexed }: Alignment): SlotResult {
  const effects = indexed.clauses
    .flatMap((clause) => clause.effects)
    .filter(({ direction }) => isDirected(direction));
  for (const [unit, at] of places) {
    if (!/^\p{Script=Han}$/u.test(unit.text)) continue;
    if (!unit.wordings.some(([stem = '', more]) => more === undefined && oppositesOf(stem).size > 0))
      continue;
    const isOnlyEffect = at.every((place) => {
      const { start = 0, end = 0 } = indexed.read.tokens[place] ?? {};
      return effects.some((effect) => start >= effect.start && end <= effect.end);
    });
    if (isOnlyEffect) return { outcome: 'unclear', claim: unit.text };
  }
  return { outcome: 'same' };
}
