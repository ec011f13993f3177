import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { isHarmless } from '../../harmless-words.ts';
import { matchNumber } from '../../numbers.ts';
import type { SlotResult } from '../../proof.ts';

/** Maximum words between an "and" and the items it joins. */
const joinedWithin = 3;
/** Maximum characters between an "and" and the number of its items. */
const ownedWithin = 160;

/**
 * Compares shared numbers: "A and B accounted for 57%" says nothing about A alone. Unclear if the sentence joins a word
 * of the claim with another one before the number, and the claim omits that.
 */
export function compareCoordination({ numbers }: Claim, { indexed, places }: Alignment): SlotResult {
  const { text, tokens, quantities } = indexed.read;
  if (/\brespectively\b|分别/i.test(text)) return { outcome: 'same' };
  const matched = new Set([...places].flatMap(([unit, at]) => (unit.isCircumstance ? [] : at)));
  const all = new Set([...places.values()].flat());
  const isDistinctive = (place: number) => {
    const token = tokens[place];
    return token !== undefined && token.kind !== 'number' && !token.empty && !isHarmless(token.stem);
  };
  for (const { quantity } of numbers) {
    if (quantity.small || quantity.kind !== 'plain') continue;
    const { found, computed } = matchNumber(quantity, quantities, '');
    const [own, another] = found;
    if (!own || another || computed) continue;
    const before = tokens.flatMap((token, place) =>
      /^and$/i.test(token.text) &&
      token.end <= own.start &&
      own.start - token.end <= ownedWithin &&
      shared.test(text.slice(token.end, own.start))
        ? [place]
        : [],
    );
    for (const and of before) {
      const after = Array.from({ length: joinedWithin }, (_, index) => and + 1 + index).filter(isDistinctive);
      const ahead = Array.from({ length: joinedWithin }, (_, index) => and - 1 - index).filter(isDistinctive);
      const isLeftOut = (side: number[]) => side.length > 0 && !side.some((place) => all.has(place));
      const isHeld = (side: number[]) => side.some((place) => matched.has(place));
      if ((isLeftOut(after) && isHeld(ahead)) || (isLeftOut(ahead) && isHeld(after)))
        return { outcome: 'unclear', claim: quantity.text, leansAgainst: true };
    }
  }
  return { outcome: 'same' };
}

/** Verbs between the last of several subjects and a number that they share. */
const shared =
  /^[^,;:()\d]{1,80}\b(?:accounted for|explained|predicted|together|combined|contributed|made up|comprised|constituted|jointly)\b[^;:()\d]{0,40}$/i;
