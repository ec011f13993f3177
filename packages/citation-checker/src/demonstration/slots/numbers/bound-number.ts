import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim, Unit } from '../../claim-units.ts';
import { isHarmless } from '../../harmless-words.ts';
import type { SlotResult } from '../../proof.ts';

/** Separators of the subjects of two numbers: "12% in the first group and 2% in the second". */
const separator =
  /\band\b|\bbut\b|\bwhereas\b|\bwhile\b|\bversus\b|\bvs\b|\bcompared (?:with|to)\b|[;,，；、]|和|而/gi;
/** Maximum distance, in words, of a number from the word for its owner. */
const boundWithin = 5;

/** Two numbers of one kind in a sentence: the claim's, and the other one. */
type Pair = readonly [own: Quantity, other: Quantity];

/**
 * Finds a number that the sentence assigns to the counterpart: of its two numbers of the kind, the words next to the
 * claim's occur only next to the other, and another word is at their place. "12% with B" conflicts with "12% with A and
 * 2% with B". Returns undefined if that is uncertain.
 */
export function findMisplaced(
  claim: Claim,
  number: Claim['numbers'][number],
  [own, other]: Pair,
  alignment: Alignment,
): SlotResult | undefined {
  const sides = readSides(claim, number, [own, other], alignment);
  const isOther = sides?.some(
    ({ mine, theirs, hasOthers }) => theirs.length > 0 && mine.length === 0 && hasOthers,
  );
  return isOther
    ? {
        outcome: 'conflict',
        kind: 'numeric',
        claim: number.quantity.text.trim(),
        evidence: other.text.trim(),
      }
    : undefined;
}

/**
 * Returns true if a word of the claim is next to its number only, and no other word next to the other number on that
 * side: "2% with B".
 */
export function belongsAlone(
  claim: Claim,
  number: Claim['numbers'][number],
  pair: Pair,
  alignment: Alignment,
): boolean {
  const sides = readSides(claim, number, pair, alignment);
  if (!sides) return false;
  return (
    sides.some(({ mine }) => mine.length > 0) &&
    sides.every(({ theirs, hasOthers, mine }) => theirs.length === 0 && (mine.length > 0 || !hasOthers))
  );
}

/** One side of the two numbers: the claim's words next to only one of them, and whether others are next to its own. */
type Side = { mine: Unit[]; theirs: Unit[]; hasOthers: boolean };

function readSides(
  claim: Claim,
  number: Claim['numbers'][number],
  [own, other]: Pair,
  { indexed: { read, clauses }, places }: Alignment,
): Side[] | undefined {
  const [first, last] = own.start < other.start ? [own, other] : [other, own];
  const between = read.text.slice(first.end, last.start).replace(/\([^()]{0,80}\)/g, '');
  if ([...between.matchAll(separator)].length !== 1) return undefined;
  const placeOf = (quantity: Quantity) => read.tokens.findIndex(({ start }) => start === quantity.start);
  const [at, theirs] = [placeOf(own), placeOf(other)];
  if (at < 0 || theirs < 0) return undefined;
  const matched = new Set([...places.values()].flat());
  const effects = clauses.flatMap((clause) => clause.effects);
  const isDistinctive = (place: number) => {
    const token = read.tokens[place];
    return (
      token !== undefined &&
      !token.empty &&
      !matched.has(place) &&
      !isHarmless(token.stem) &&
      !effects.some(({ start, end }) => token.start < end && start < token.end)
    );
  };
  // Words before the first of the two belong to both.
  return (own === first ? ([1] as const) : ([1, -1] as const)).map((side) => {
    const [here, there] = [neighboursOf(at, side, read), neighboursOf(theirs, side, read)];
    const near = claim.units.filter(
      ({ index }) =>
        Math.sign(index - number.index) === side && Math.abs(index - number.index) <= boundWithin,
    );
    const isOnly = (unit: Unit, within: readonly number[]) => {
      const all = places.get(unit) ?? [];
      return all.length > 0 && all.every((place) => within.includes(place));
    };
    const hasOthers = here.some(isDistinctive);
    // A subject before the first number also belongs to the second, unless that has its own.
    const isShared = side === -1 && !hasOthers;
    return {
      mine: near.filter((unit) => isOnly(unit, here)),
      theirs: isShared ? [] : near.filter((unit) => isOnly(unit, there)),
      hasOthers,
    };
  });
}

/** Returns the positions next to a number, on one side, up to the end of its phrase. */
function neighboursOf(place: number, side: 1 | -1, { text, tokens }: ReadText): number[] {
  const found: number[] = [];
  for (let next = place + side; Math.abs(next - place) <= boundWithin; next += side) {
    const [token, before] = [tokens[next], tokens[next - side]];
    if (!token || !before || token.kind === 'number') break;
    const gap = text.slice(Math.min(token.end, before.end), Math.max(token.start, before.start));
    if (/[,;:，；。]/.test(gap) || /^(?:and|but|whereas|while|compared|versus|vs|than)$/i.test(token.text))
      break;
    found.push(next);
  }
  return found;
}
