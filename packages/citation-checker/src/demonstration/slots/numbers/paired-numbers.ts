import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { matchNumber } from '../../numbers.ts';
import type { SlotResult } from '../../proof.ts';
import { findCountedPopulations } from '../../report-frames.ts';
import { figuresOf, kindOf, universalQuantifier } from './number-kind.ts';
import { haveSameRole } from './number-role.ts';

/** Number, or the two ends of a range. */
type Value = { quantities: readonly [Quantity, ...Quantity[]]; kind: string; start: number; end: number };

/**
 * Two values of a claim that the sentence has in one item of its list, or in two, each next to a value of the other's
 * kind.
 */
type Pairing = 'one item' | { claim: string; evidence: string };

/**
 * Compares two numbers of different kinds that a claim pairs with the items of a list: "0.09 mSv at 1 to 5 years, 0.13
 * mSv at 6 to 10" contradicts 0.13 mSv at 1 to 5.
 */
export function comparePairedNumbers(claim: Claim, alignment: Alignment): SlotResult {
  const pairing = pairNumbers(claim, alignment);
  if (typeof pairing !== 'object') return { outcome: 'same' };
  return alignment.missing.length > 0 || alignment.elsewhere.some(({ isCircumstance }) => !isCircumstance)
    ? { outcome: 'unclear', claim: pairing.claim, leansAgainst: true }
    : { outcome: 'conflict', kind: 'numeric', ...pairing };
}

/**
 * Looks up the two values of a claim in the list of a sentence; returns undefined if it has none, or more than two of
 * its own.
 */
export function pairNumbers({ read }: Claim, { indexed, places }: Alignment): Pairing | undefined {
  if (
    listing.test(read.text) ||
    listing.test(indexed.read.text) ||
    universalQuantifier.test(indexed.read.text)
  )
    return undefined;
  const [one, other, third] = valuesOf(read);
  if (!one || !other || third) return undefined;
  // The number of participants is not a finding.
  const counted = findCountedPopulations(read.text);
  if (
    counted.some(({ start, end }) => [one, other].some((value) => start <= value.start && value.end <= end))
  )
    return undefined;
  const theirs = valuesOf(indexed.read);
  if (theirs.length > valuesMax) return undefined;
  const matches = [one, other].map((value) =>
    theirs.filter((each) => isSame(value, read, each, indexed.read)),
  );
  const [first, second] = [matches[0]?.[0], matches[1]?.[0]];
  if (!first || !second || first.kind === second.kind || matches.some(({ length }) => length !== 1))
    return undefined;
  const itemAt = itemsOf(indexed.read.text);
  const [mine, its] = [itemAt(first.start), itemAt(second.start)];
  const isIn = (item: number, kind: string) =>
    theirs.filter((value) => value.kind === kind && itemAt(value.start) === item).length === 1;
  if (mine === its) {
    const rivals = new Set(
      theirs
        .filter((value) => value.kind === first.kind || value.kind === second.kind)
        .map((value) => itemAt(value.start))
        .filter((item) => item !== mine),
    );
    // Words before the first number apply to all.
    const head = Math.min(...theirs.map(({ start }) => start));
    const isOfRival = [...places].some(
      ([, at]) =>
        at.length > 0 &&
        at.every((place) => {
          const start = indexed.read.tokens[place]?.start ?? -1;
          return start > head && rivals.has(itemAt(start));
        }),
    );
    return isIn(mine, first.kind) && isIn(mine, second.kind) && !isOfRival ? 'one item' : undefined;
  }
  if (![mine, its].every((item) => isIn(item, first.kind) && isIn(item, second.kind))) return undefined;
  const [from, to] = one.start < other.start ? [one, other] : [other, one];
  const partner = theirs.find((value) => value.kind === second.kind && itemAt(value.start) === mine);
  return {
    claim: read.text.slice(from.start, to.end),
    evidence: partner
      ? indexed.read.text.slice(Math.min(first.start, partner.start), Math.max(first.end, partner.end))
      : '',
  };
}

/** Maximum length of a list; a text of nothing but numbers would take quadratic time. */
const valuesMax = 60;

const listing = /\brespectively\b|\bthe (?:former|latter)\b|分别|依次|前者|后者/i;
const ranging = /^[年月周天岁]?\s?(?:[-–—~～]|to|through|until|至|到)\s?$/;

/** Returns the reported figures of a text, the two ends of a range as one. */
function valuesOf(read: ReadText): Value[] {
  const values: Value[] = [];
  for (const quantity of figuresOf(read)) {
    if (quantity.small || quantity.kind === 'p' || quantity.kind === 'label') continue;
    const last = values.at(-1);
    const kind = kindOf(quantity);
    if (last && last.quantities.length === 1 && ranging.test(read.text.slice(last.end, quantity.start)))
      values[values.length - 1] = {
        quantities: [last.quantities[0], quantity],
        ...{ kind, start: last.start, end: quantity.end },
      };
    else values.push({ quantities: [quantity], kind, start: quantity.start, end: quantity.end });
  }
  return values;
}

function isSame(one: Value, mine: ReadText, other: Value, theirs: ReadText): boolean {
  return (
    one.quantities.length === other.quantities.length &&
    one.quantities.every((quantity, at) => {
      const counterpart = other.quantities[at];
      if (!counterpart) return false;
      const { found, computed } = matchNumber(quantity, [counterpart], '');
      return found.length > 0 && !computed && haveSameRole(quantity, mine, counterpart, theirs);
    })
  );
}

const separating = /[,;，；、]|\b(?:and|or|versus|vs|than|compared|whereas|while|but)\b/gi;

/** Numbers the items of a list by their separators; brackets belong to the preceding item. */
export function itemsOf(text: string): (at: number) => number {
  const bare = text.replace(/\([^()]{0,120}\)/g, (inside) => ' '.repeat(inside.length));
  const cuts = [...bare.matchAll(separating)].map(({ index }) => index);
  return (at) => cuts.filter((cut) => cut < at).length;
}
