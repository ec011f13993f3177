import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment, Source } from '../../align-claim.ts';
import type { Claim, Unit } from '../../claim-units.ts';
import { placesOf } from '../../index-sentence.ts';
import { matchNumber } from '../../numbers.ts';
import type { SlotResult } from '../../proof.ts';
import { findCountedPopulations } from '../../report-frames.ts';
import { findRun } from '../../stated-in-order.ts';
import { estimatesOf, isConfidenceLevel } from '../../statistics.ts';
import { belongsAlone, findMisplaced } from './bound-number.ts';
import { findSameFraction, isApposed } from './fractions.ts';
import { compareLabeled } from './labeled-list.ts';
import { isListed } from './listed-numbers.ts';
import { figuresOf, hasBothSides, kindOf, universalQuantifier } from './number-kind.ts';
import { numbersOfTheStudy } from './number-of-study.ts';
import { belongsToOtherGroup, findOfOtherItem, nearestUnits } from './number-owner.ts';
import { haveSameRole } from './number-role.ts';
import { findOtherShare } from './other-share.ts';
import { namesOtherRatio } from './ratio-names.ts';
import { findSameEstimates } from './same-estimates.ts';
import { findArmNumbers, findSwappedSides } from './swapped-sides.ts';

type ClaimNumber = Claim['numbers'][number];

/**
 * Compares the numbers of a claim with those of the sentence. Each must be stated or follow from stated ones, and
 * belong to the same words; one that describes the study may be where the study is described. A conflict if exactly one
 * number differs, and the sentence has its counterpart at the same words.
 */
export function compareNumbers(claim: Claim, alignment: Alignment, source: Source): SlotResult {
  const { indexed } = alignment;
  const theirs = figuresOf(indexed.read);
  const swapped = findSwap(claim, indexed.read) ?? findSwappedSides(claim, alignment);
  if (swapped) return swapped;
  const sided = findArmNumbers(claim, alignment);
  const used = new Set<Quantity>();
  const absent: ClaimNumber[] = [];
  const statements: Quantity[][] = [];
  const estimated = new Map([
    ...findSameEstimates(claim, alignment),
    ...findSameFraction(claim.read, indexed.read),
  ]);
  for (const number of claim.numbers) {
    const { quantity } = number;
    if (isApposed(quantity, claim.read)) continue;
    if (isConfidenceLevel(claim.read.text, quantity) || isOfBoth(quantity, claim, indexed.read)) continue;
    const ofEstimate = estimated.get(quantity);
    if (ofEstimate) {
      used.add(ofEstimate);
      continue;
    }
    const around = claim.read.text.slice(Math.max(0, quantity.start - 60), quantity.end + 40);
    const match = matchNumber(quantity, theirs, around);
    // The bounds of an interval are not used for computing.
    const { found: alike, computed } =
      match.computed && match.found.length > 0
        ? matchNumber(
            quantity,
            theirs.filter((each) => !isBound(indexed.read.text, each)),
            around,
          )
        : match;
    const found = computed
      ? alike
      : alike.filter((each) => haveSameRole(quantity, claim.read, each, indexed.read));
    if (!computed && !quantity.small) statements.push(found);
    if (found.length === 0) {
      absent.push(number);
      continue;
    }
    for (const each of found) used.add(each);
    const pair = computed ? undefined : pairOf(claim, number, found, alignment);
    const misplaced = pair && findMisplaced(claim, number, pair, alignment);
    if (misplaced) return misplaced;
    const stated = computed ? undefined : findOfOtherItem(claim, number, found, alignment);
    if (stated)
      return {
        ...{ outcome: 'conflict', kind: 'numeric' },
        ...{ claim: quantity.text.trim(), evidence: stated.text.trim() },
      };
    if (sided.includes(quantity)) continue;
    const labeled = computed ? undefined : compareLabeled(claim, number, found, alignment);
    if (labeled === 'own') continue;
    if (labeled === 'unclear') return { outcome: 'unclear', claim: quantity.text, leansAgainst: true };
    if (labeled)
      return {
        ...{ outcome: 'conflict', kind: 'numeric' },
        ...{ claim: quantity.text.trim(), evidence: labeled.other.text.trim() },
      };
    if (!computed && hasBothSides(quantity, theirs)) return { outcome: 'unclear', claim: quantity.text };
    if (!computed && isListed(quantity, found, claim, indexed.read))
      return { outcome: 'unclear', claim: quantity.text };
    if (pair && belongsAlone(claim, number, pair, alignment)) continue;
    const isShare = quantity.small && quantity.value < 1 && found.length <= 2;
    const isInOrder = findRun(claim, alignment) && !found.some((each) => isBound(indexed.read.text, each));
    if (!isInOrder && (!computed || isShare) && belongsToOtherGroup(number, found, claim, alignment))
      return { outcome: 'unclear', claim: quantity.text };
  }
  if (!areOfOneEach(statements)) return { outcome: 'unclear', claim: claim.read.text };
  if (isOfOtherCount(claim, theirs, indexed.read.text))
    return { outcome: 'unclear', claim: claim.read.text, leansAgainst: true };
  const crossed = findCrossing(claim, alignment, theirs);
  if (crossed) return { outcome: 'unclear', claim: crossed, leansAgainst: true };
  if (claim.numbers.length > 0 && namesOtherRatio(claim.read.text, indexed.read.text))
    return { outcome: 'unclear', claim: claim.read.text };
  const unstated = absent.filter(
    (number) =>
      !numbersOfTheStudy(claim, source).has(number) ||
      (hasRival(number, theirs, used) && !isOfCounted(number.quantity, claim)),
  );
  if (unstated.length === 0) return { outcome: 'same' };
  // A sentence without figures states no number, and none can be computed from it.
  if (!theirs.some(({ small, kind }) => !small && kind !== 'label' && kind !== 'year'))
    return { outcome: 'unclear', claim: unstated[0]?.quantity.text ?? '', leansAgainst: true };
  const [first, second] = unstated;
  // A number counts as different only if everything else matches.
  if (alignment.elsewhere.some((unit) => !unit.isCircumstance && placesOf(unit, source.title).length === 0))
    return { outcome: 'unclear', claim: first?.quantity.text ?? '' };
  if (!first || second) return { outcome: 'unclear', claim: first?.quantity.text ?? '' };
  const share = findOtherShare(first.quantity, claim, alignment);
  if (share)
    return {
      ...{ outcome: 'conflict', kind: 'numeric' },
      ...{ claim: first.quantity.text.trim(), evidence: share.text.trim() },
    };
  const counterpart = counterpartOf(first, used, claim, alignment);
  if (
    !counterpart ||
    universalQuantifier.test(indexed.read.text) ||
    isStatedElsewhere(first.quantity, source, counterpart, alignment)
  )
    return { outcome: 'unclear', claim: first.quantity.text };
  return {
    outcome: 'conflict',
    kind: 'numeric',
    claim: first.quantity.text.trim(),
    evidence: counterpart.text.trim(),
    replacement: { start: first.quantity.start, end: first.quantity.end, text: counterpart.text },
  };
}

/**
 * Returns true if each number of a claim can have a separate one of the sentence: "from 0.28 to 0.28" does not match
 * "from 0.28 to 1.55".
 */
function areOfOneEach(statements: readonly (readonly Quantity[])[]): boolean {
  const takenBy = new Map<Quantity, number>();
  const place = (at: number, tried: Set<Quantity>): boolean =>
    (statements[at] ?? []).some((each) => {
      if (tried.has(each)) return false;
      tried.add(each);
      const other = takenBy.get(each);
      if (other !== undefined && !place(other, tried)) return false;
      takenBy.set(each, at);
      return true;
    });
  return statements.every((found, at) => found.length === 0 || place(at, new Set()));
}

/** Returns true for the "two" of "the two groups", if the sentence mentions both. */
const isOfBoth = ({ value, small, end }: Quantity, { read }: Claim, theirs: ReadText): boolean =>
  small &&
  value === 2 &&
  /^\s?(?:组|种|类|者|(?:study |treatment )?(?:groups?|arms?|treatments?|procedures?)\b)/i.test(
    read.text.slice(end),
  ) &&
  /\b(?:both|between|either|neither)\b|两[组种类者]/i.test(theirs.text);

/** Two numbers of a kind, if claim and sentence have no more than one and two of it. */
function pairOf(
  claim: Claim,
  number: ClaimNumber,
  [own, second]: readonly Quantity[],
  { indexed, missing }: Alignment,
): readonly [Quantity, Quantity] | undefined {
  const kind = kindOf(number.quantity);
  const isAlike = (other: Quantity) => kindOf(other) === kind && other.kind === 'plain' && !other.small;
  const [other, third] = figuresOf(indexed.read).filter((each) => each !== own && isAlike(each));
  if (!own || second || !other || third || !isAlike(own) || missing.length > 0) return undefined;
  const isAlone = !claim.numbers.some((each) => each !== number && isAlike(each.quantity));
  return isAlone && !universalQuantifier.test(indexed.read.text) ? [own, other] : undefined;
}

/**
 * Finds two numbers of one kind that were exchanged: the sentence has them in the other order, with the same words
 * between and after them.
 */
function findSwap(claim: Claim, theirs: ReadText): SlotResult | undefined {
  const alike = (quantities: readonly Quantity[]) =>
    quantities.filter(
      ({ kind, small, percent, unit }) => kind === 'plain' && !small && (percent || unit !== undefined),
    );
  const [one, other, third] = alike(claim.numbers.map(({ quantity }) => quantity));
  const [first, second, more] = alike(figuresOf(theirs));
  if (!one || !other || third || !first || !second || more || one.value === other.value) return undefined;
  if (matchNumber(one, [second], '').found.length === 0 || matchNumber(other, [first], '').found.length === 0)
    return undefined;
  const wordsAfter = ({ tokens }: ReadText, from: Quantity, to: Quantity | undefined) =>
    tokens
      .filter(({ start }) => start >= from.end && start < (to?.start ?? Number.POSITIVE_INFINITY))
      .slice(0, adjacentWords)
      .map(({ stem }) => stem)
      .join(' ');
  const isSame =
    wordsAfter(claim.read, one, other) === wordsAfter(theirs, first, second) &&
    wordsAfter(claim.read, other, undefined).split(' ')[0] ===
      wordsAfter(theirs, second, undefined).split(' ')[0];
  return isSame
    ? {
        outcome: 'conflict',
        kind: 'comparator',
        claim: claim.read.text.slice(one.start, other.end),
        evidence: theirs.text.slice(first.start, second.end),
      }
    : undefined;
}

/**
 * Finds two numbers of one kind with following words, where the sentence has the numbers in one order and the words in
 * the other: one of them then belongs to the other.
 */
function findCrossing(
  { numbers, units, read }: Claim,
  { indexed, places }: Alignment,
  theirs: readonly Quantity[],
): string | undefined {
  for (const [at, one] of numbers.entries()) {
    const other = numbers[at + 1];
    if (!other || kindOf(one.quantity) !== kindOf(other.quantity) || one.quantity.kind !== 'plain') continue;
    const [first, second] = [one, other].map(({ quantity }) => matchNumber(quantity, theirs, '').found);
    const [first0, second0] = [first?.[0], second?.[0]];
    if (!first0 || !second0 || first?.length !== 1 || second?.length !== 1 || first0 === second0) continue;
    const [own, following] = [
      units.find(({ index }) => index > one.index && index < other.index),
      units.find(({ index }) => index > other.index),
    ];
    if (!own || !following) continue;
    const from = Math.min(first0.start, second0.start);
    const startOf = (unit: Unit) =>
      Math.min(
        ...(places.get(unit) ?? [])
          .map((place) => indexed.read.tokens[place]?.start ?? 0)
          .filter((start) => start > from),
      );
    const [place, next] = [startOf(own), startOf(following)];
    if (!Number.isFinite(place) || !Number.isFinite(next) || place === next) continue;
    const areAfter = Math.max(place, next) > Math.max(first0.start, second0.start);
    if (areAfter && first0.start < second0.start !== place < next)
      return read.text.slice(one.quantity.start, other.quantity.end);
  }
  return undefined;
}

/**
 * Returns true if a figure of the claim is next to a number word that the sentence has next to another of its figures:
 * "99% for four doses" for "96% for four and 99% for seven doses".
 */
function isOfOtherCount({ numbers, read }: Claim, theirs: readonly Quantity[], text: string): boolean {
  const isCount = ({ small, value }: Quantity) => small && value >= 1;
  const counts = numbers.filter(({ quantity }) => isCount(quantity));
  const words = theirs.filter(isCount);
  if (counts.length === 0) return false;
  return numbers.some((number) => {
    const { quantity, index } = number;
    if (quantity.small) return false;
    const [own, another] = matchNumber(quantity, theirs, '').found;
    if (!own || another) return false;
    const nextTo = (one: { start: number }) => (near: Quantity, far: Quantity) =>
      Math.abs(near.start - one.start) - Math.abs(far.start - one.start);
    const [mine] = counts.toSorted(
      (one, other) => Math.abs(one.index - index) - Math.abs(other.index - index),
    );
    const [its] = words.toSorted(nextTo(own));
    if (
      its &&
      mine &&
      its.value !== mine.quantity.value &&
      counts.some((count) => count.quantity.value === its.value)
    )
      return true;
    const [ownCount, itsCount] = [
      countAfter(
        quantity,
        counts.map((count) => count.quantity),
        read.text,
      ),
      countAfter(own, words, text),
    ];
    return (
      ownCount !== undefined &&
      itsCount !== undefined &&
      itsCount.value !== ownCount.value &&
      words.some(({ value }) => value === ownCount.value)
    );
  });
}

/** Returns the number word that follows a figure and a preposition. */
const countAfter = ({ end }: Quantity, counts: readonly Quantity[], text: string): Quantity | undefined =>
  counts.find(
    ({ start }) =>
      start > end &&
      /^ (?:\w+ )?(?:for|in|with|at|after|by|on|among|of) (?:the )?$/i.test(text.slice(end, start)),
  );

/** Maximum words compared between two numbers. */
const adjacentWords = 8;

/** Matches a bound of an interval: "95% CI 1.08-1.47". */
const isBound = (text: string, { start }: Quantity): boolean =>
  /(?:CI|interval|range|IQR|区间)[\s,:：,(]{0,4}(?:of )?[\d.·]{0,8}\s?(?:-|–|—|to|,|～|~|至)?\s?$/i.test(
    text.slice(Math.max(0, start - 30), start),
  );

/** Returns true for the number of participants before a claim's statement, which no number of the finding replaces. */
const isOfCounted = ({ start, end }: Quantity, { read }: Claim): boolean =>
  findCountedPopulations(read.text).some((phrase) => phrase.start <= start && end <= phrase.end);

/**
 * Returns true if the sentence has a number of the kind that matches nothing in the claim, so that the claim's must be
 * a changed version of it.
 */
function hasRival(
  { quantity }: ClaimNumber,
  theirs: readonly Quantity[],
  used: ReadonlySet<Quantity>,
): boolean {
  return theirs.some(
    (other) => !used.has(other) && kindOf(other) === kindOf(quantity) && other.kind === quantity.kind,
  );
}

/**
 * Returns the number of the sentence at the place of this one in the claim's words; undefined if there is none, or
 * several candidates.
 */
function counterpartOf(
  number: ClaimNumber,
  used: ReadonlySet<Quantity>,
  claim: Claim,
  { indexed, places }: Alignment,
): Quantity | undefined {
  const { quantity } = number;
  if (quantity.small || quantity.kind === 'label') return undefined;
  const kind = kindOf(quantity);
  const bounds = new Set(estimatesOf(indexed.read).flatMap(({ low, high }) => [low, high]));
  const free = figuresOf(indexed.read).filter(
    (other) =>
      !used.has(other) &&
      (isBound(claim.read.text, quantity) || !bounds.has(other)) &&
      kindOf(other) === kind &&
      other.kind === quantity.kind &&
      !other.small &&
      (other.unit?.name ?? '') === (quantity.unit?.name ?? ''),
  );
  const alike = figuresOf(indexed.read).filter(
    (other) => kindOf(other) === kind && other.kind === quantity.kind,
  );
  if (free.length === 1 && (alike.length === 1 || claim.numbers.length === alike.length)) return free[0];
  if (free.length === 0) return undefined;
  const tokens = indexed.read.tokens;
  const votes = new Map<Quantity, number>();
  for (const { places: at } of nearestUnits(number, claim, places)) {
    const distances = free.map((each) => {
      const own = tokens.findIndex(({ start }) => start === each.start);
      return Math.min(...at.map((place) => Math.abs(place - own)));
    });
    const least = Math.min(...distances);
    const closest = free.filter((_, index) => distances[index] === least);
    if (closest.length === 1 && closest[0]) votes.set(closest[0], (votes.get(closest[0]) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort(([, one], [, other]) => other - one);
  return first && !second && first[1] >= 2 ? first[0] : undefined;
}

/**
 * Returns true if another number of the abstract is the claim's, in a sentence with a word of its statement: the claim
 * may be about that one. If no such sentence has any of its words, the number belongs to another finding.
 */
function isStatedElsewhere(
  quantity: Quantity,
  { sentences, title }: Source,
  counterpart: Quantity,
  { places }: Alignment,
): boolean {
  const own = [...places.keys()].filter(({ isCircumstance }) => !isCircumstance);
  return [...sentences.map(({ indexed }) => indexed), title].some((indexed) => {
    const others = indexed.read.quantities.filter((each) => each !== counterpart);
    return (
      matchNumber(quantity, others, '').found.length > 0 &&
      own.filter((unit) => placesOf(unit, indexed).length > 0).length > sharedMax * own.length
    );
  });
}

/** Maximum share of a statement's words in a sentence about another finding. */
const sharedMax = 0.34;
