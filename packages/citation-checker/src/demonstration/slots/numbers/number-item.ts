import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { isHarmless } from '../../harmless-words.ts';

type Place = { start: number; end: number };

/** Marks between the items of a list: "12% with A and 14% with B", "A had 12%, B 14%". */
const separating =
  /[,;:，；：、。]|\b(?:and|or|but|than|versus|vs\.?|whereas|while|although|though|compared|respectively|which|that)\b|与|和|而|但/gi;

/** Owner of a number by its list item, as `compareItems` reads it. */
type InItem = 'own' | { other: Quantity } | 'unclear';

/**
 * Determines the owner of a number by its list item. `own`: all words of the item are also next to the number in the
 * claim, and none next to it there belongs only to another item. `other`: the item has words that the claim lacks, and
 * a word next to the number in the claim belongs to only one other item, that of the given number.
 */
export function compareItems(
  claim: Claim,
  number: Claim['numbers'][number],
  own: Quantity,
  rivals: readonly Quantity[],
  { indexed, places }: Alignment,
): InItem {
  const item = itemOf(own, rivals, indexed.read);
  const matched = new Set([...places.values()].flat());
  const effects = indexed.clauses.flatMap((clause) => clause.effects);
  const within = (place: number, { start, end }: Place) => {
    const token = indexed.read.tokens[place];
    return token !== undefined && token.start >= start && token.end <= end;
  };
  const distinctive = indexed.read.tokens.flatMap((token, place) =>
    within(place, item) &&
    token.kind !== 'number' &&
    !(token.empty && !/^[A-Z]$/.test(token.text)) &&
    !isHarmless(token.stem) &&
    !effects.some(({ start, end }) => token.start < end && start < token.end) &&
    !isInBracket(indexed.read.text, token.start, item)
      ? [place]
      : [],
  );
  const alike = claim.numbers.map(({ quantity }) => quantity).filter((other) => other !== number.quantity);
  const mine = itemOf(number.quantity, alike, claim.read);
  const others = rivals.map((rival) => ({ rival, item: itemOf(rival, [own, ...rivals], indexed.read) }));
  const held = [...places].filter(([unit]) => unit.start >= mine.start && unit.end <= mine.end);
  const isHere = held.some(([, at]) => at.some((place) => within(place, item)));
  // Words before the first number apply to all.
  const first = Math.min(own.start, ...rivals.map(({ start }) => start));
  const elsewhere = held.flatMap(([, all]) => {
    const at = all.filter((place) => (indexed.read.tokens[place]?.start ?? 0) > first);
    if (at.length === 0 || at.some((place) => within(place, item))) return [];
    const its = others.filter((other) => at.some((place) => within(place, other.item)));
    return at.every((place) => its.some((other) => within(place, other.item))) ? [its] : [];
  });
  const isWhole = distinctive.length > 0 && distinctive.every((place) => matched.has(place));
  if (isWhole) return isHere && elsewhere.length === 0 ? 'own' : 'unclear';
  const isHereAlone = held.some(
    ([, at]) =>
      at.length > 0 &&
      at.every((place) => within(place, item) && (indexed.read.tokens[place]?.start ?? 0) > first),
  );
  const [its] = elsewhere;
  const [other, another] = its ?? [];
  const isOnly =
    other && !another && !isHereAlone && elsewhere.every((each) => each.length === 1 && each[0] === other);
  return isOnly && distinctive.some((place) => !matched.has(place)) ? { other: other.rival } : 'unclear';
}

/** Returns the list item that contains a number: up to the separators around it, or the next number. */
function itemOf(quantity: Quantity, others: readonly Quantity[], { text }: ReadText): Place {
  const bare = text.replace(/\([^()]{0,80}\)/g, (inside) => ' '.repeat(inside.length));
  let [start, end] = [0, text.length];
  for (const other of others) {
    if (other.end <= quantity.start) start = Math.max(start, other.end);
    if (other.start >= quantity.end) end = Math.min(end, other.start);
  }
  for (const { index, 0: found } of bare.matchAll(separating)) {
    if (index + found.length <= quantity.start) start = Math.max(start, index + found.length);
    else if (index >= quantity.end) end = Math.min(end, index);
  }
  return { start, end };
}

/** Returns true for a word in a bracket outside the item's number: its statistics and alternative forms. */
function isInBracket(text: string, at: number, { start }: Place): boolean {
  const before = text.slice(start, at);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}
