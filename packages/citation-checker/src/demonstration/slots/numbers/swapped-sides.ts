import type { Quantity } from '../../../reading/quantities.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim, Unit } from '../../claim-units.ts';
import { matchNumber } from '../../numbers.ts';
import type { SlotResult } from '../../proof.ts';
import { isConfidenceLevel } from '../../statistics.ts';

/** Stretch of a text, in characters. */
type Stretch = { start: number; end: number };
/** Words next to one number of a text, and those next to the other. */
type Sides = readonly [Stretch, Stretch];

/** Separators of two items with a number each: "36% in A and 25% in B", "A had 36%, as opposed to 25% in B". */
const contrast =
  /[,;，；、]|\b(?:and|while|whereas|versus|vs\.?|as opposed to|compared (?:with|to)|against|but|than)\b(?: (?:in|for|with|among|of|at|by|from)\b)?|而|与|和|比/giu;

/** Matches the end of the words after the second number. */
const close = /\.(?!\d)|[;；。]|(?<=.{3})(?:,(?!\d)|，)/u;

/** Maximum characters between a number and its owner. */
const labelWithin = 90;

/**
 * Finds two items that have each other's numbers. If claim and sentence both state two numbers, once, on the two sides
 * of one contrast, and the words next to each in the claim are next to the other in the sentence, the two are swapped:
 * "36% in A and 25% in B" and "25% in A and 36% in B".
 */
export function findSwappedSides(
  claim: Claim,
  alignment: Alignment,
): Extract<SlotResult, { outcome: 'conflict' }> | undefined {
  const sides = assignSides(claim, alignment);
  return sides?.areSwapped
    ? { outcome: 'conflict', kind: 'numeric', claim: sides.numbers[0].text, evidence: sides.evidence }
    : undefined;
}

/** Returns the two numbers of a claim if words on both sides of its contrast are on the same sides of the sentence's. */
export function findArmNumbers(claim: Claim, alignment: Alignment): readonly Quantity[] {
  const sides = assignSides(claim, alignment);
  return sides && !sides.areSwapped ? sides.numbers : [];
}

/** Assigns the two numbers of a claim to the sides of the sentence; undefined if its words do not show which is which. */
function assignSides(
  claim: Claim,
  { indexed, places }: Alignment,
): { areSwapped: boolean; numbers: readonly [Quantity, Quantity]; evidence: string } | undefined {
  const { quantities, text, tokens } = indexed.read;
  const [one, other, third] = claim.numbers
    .map(({ quantity }) => quantity)
    .filter((quantity) => isFigure(quantity) && !isConfidenceLevel(claim.read.text, quantity));
  if (!one || !other || third || one.value === other.value) return undefined;
  const theirs = matchBoth(one, other, quantities);
  const own = comparedSides(claim.read.text, one, other) ?? sidesOf(claim.read.text, one, other);
  const there = theirs && (comparedSides(text, ...theirs) ?? sidesOf(text, ...theirs));
  if (!theirs || !own || !there) return undefined;
  const isAt = (at: readonly number[], { start, end }: Stretch) =>
    at.some((place) => {
      const token = tokens[place];
      return token !== undefined && token.start >= start && token.end <= end;
    });
  // Positions in the sentence of the words on only one side of the claim.
  const count = (side: 0 | 1) => {
    const [same, across] = [there[side], there[side === 0 ? 1 : 0]];
    const labels = [...places].filter(
      ([unit]) => isWithin(unit, own[side]) && !isRepeated(unit, claim.units, own[side === 0 ? 1 : 0]),
    );
    return {
      straight: labels.filter(([, at]) => isAt(at, same) && !isAt(at, across)).length,
      crossed: labels.filter(([, at]) => isAt(at, across) && !isAt(at, same)).length,
    };
  };
  const [first, second] = [count(0), count(1)];
  const found = { numbers: [one, other] as const, evidence: theirs[1].text };
  if (first.straight + second.straight === 0)
    return first.crossed > 0 && second.crossed > 0 ? { ...found, areSwapped: true } : undefined;
  return first.straight > 0 && second.straight > 0 && first.crossed + second.crossed === 0
    ? { ...found, areSwapped: false }
    : undefined;
}

/** Matches a figure of which a sentence may have two: no year, no p value. */
function isFigure({ kind, small }: Quantity): boolean {
  return kind === 'plain' && !small;
}

/** Returns both numbers in the sentence; undefined unless it has each exactly once. */
function matchBoth(
  one: Quantity,
  other: Quantity,
  quantities: readonly Quantity[],
): readonly [Quantity, Quantity] | undefined {
  const [own, its] = [matchNumber(one, quantities, ''), matchNumber(other, quantities, '')];
  const [[mine, again], [second, more]] = [own.found, its.found];
  if (own.computed || its.computed || !mine || !second || again || more || mine === second) return undefined;
  return [mine, second];
}

/**
 * Returns the words next to each of two numbers on its side of the contrast. Undefined if nothing contrasts them, or a
 * number has words before and after it.
 */
function sidesOf(text: string, one: Quantity, other: Quantity): Sides | undefined {
  const [left, right] = one.start < other.start ? [one, other] : [other, one];
  const between = text.slice(left.end, right.start);
  const middle = [...between.matchAll(contrast)].at(-1);
  if (!middle) return undefined;
  const cut = left.end + middle.index;
  const closed = close.exec(text.slice(right.end, right.end + labelWithin))?.index ?? labelWithin;
  const ahead = { start: Math.max(0, left.start - labelWithin), end: left.start };
  const after = { start: left.end, end: cut };
  const its = { start: cut + middle[0].length, end: right.start };
  const last = { start: right.end, end: right.end + closed };
  const hasWords = ({ start, end }: Stretch) =>
    wordPattern.test(text.slice(start, end).replace(ofNumber, ' '));
  if (hasWords(its) === hasWords(last)) return undefined;
  const second = hasWords(its) ? its : last;
  const first = hasWords(after) ? after : ahead;
  // Words after the first number, and the second item before its own: the owners are uncertain.
  if (first === after && second === its) return undefined;
  return left === one ? [first, second] : [second, first];
}

/** Matches what joins two numbers that follow a comparison: "(68% vs 38%". */
const joining = /^\s?(?:vs\.?|versus|v|and|与|和|,|，|compared (?:with|to)|对)\s?$/i;
const comparator =
  /\b(?:than|compared (?:with|to)|versus|vs\.?)\b(?: (?:in|for|with|among|of|at|by|after|those|that)\b){0,3}/gi;
const comparative =
  /\b(?:more|less|fewer|most|least|\p{Ll}{3,12}er|worse|better|increased|decreased|reduced)\b/giu;
const introducing = /\b(?:in|for|with|among|after|of|by|on|at|under|from|during)\b/gi;
/** Maximum characters before the numbers of a comparison. */
const comparedWithin = 200;

/** Returns the two sides of a comparison before its numbers: "more frequent in A than in B (68% vs 38%)". */
function comparedSides(text: string, one: Quantity, other: Quantity): Sides | undefined {
  const [left, right] = one.start < other.start ? [one, other] : [other, one];
  if (!joining.test(text.slice(left.end, right.start))) return undefined;
  const from = Math.max(0, left.start - comparedWithin);
  const before = text.slice(from, left.start);
  const compared = [...before.matchAll(comparator)].at(-1);
  if (!compared) return undefined;
  const after = before.slice(compared.index + compared[0].length);
  const ahead = before.slice(0, compared.index);
  const word = [...ahead.matchAll(comparative)].at(-1);
  if (!word || /[,;]/.test(after) || !wordPattern.test(after.replace(ofNumber, ' '))) return undefined;
  const phrase = [...ahead.matchAll(introducing)].find(({ index }) => index > word.index);
  const [start, end] = phrase
    ? [phrase.index + phrase[0].length, ahead.length]
    : [1 + Math.max(ahead.lastIndexOf(','), ahead.lastIndexOf(';')), word.index];
  const first = { start: from + start, end: from + end };
  const second = { start: from + compared.index + compared[0].length, end: left.start };
  return left === one ? [first, second] : [second, first];
}

const wordPattern = /\p{L}{3}|\p{Lu}{2}|\p{Script=Han}/u;

/** Intervals and p values in brackets, units and verbs belong to a number. */
const ofNumber =
  /\([^()]*\)?|（[^（）]*）?|\b(?:mm|cm|mg|kg|min|years?|months?|weeks?|days?|hours?|was|were|had|percent|respectively|the|only|by|in|with|for|among|of|at)\b|为|是|年|月|周|天|者/giu;

function isWithin({ start, end }: Unit, stretch: Stretch): boolean {
  return start >= stretch.start && end <= stretch.end;
}

/** Returns true for a word that is also on the other side. */
function isRepeated(unit: Unit, units: readonly Unit[], opposite: Stretch): boolean {
  const wording = unit.wordings[0]?.join(' ');
  return units.some(
    (each) => each !== unit && isWithin(each, opposite) && each.wordings[0]?.join(' ') === wording,
  );
}
