import type { Quantity } from '../../../reading/quantities.ts';
import type { Source } from '../../align-claim.ts';
import type { Claim, Unit } from '../../claim-units.ts';
import { type IndexedSentence, placesOf } from '../../index-sentence.ts';
import { matchNumber } from '../../numbers.ts';
import type { StudyConflict } from '../../proof.ts';
import { estimatesOf, isConfidenceLevel } from '../../statistics.ts';
import { kindOf, universalQuantifier } from './number-kind.ts';
import { isAge } from './number-role.ts';

/**
 * Compares the numbers of a claim with the whole abstract: one that no sentence states, and that follows from none,
 * conflicts if a sentence has another number of its kind at the words next to it.
 */
export function compareUnstatedNumbers(
  claim: Claim,
  { title, sentences }: Source,
): StudyConflict | undefined {
  const texts = [title, ...sentences.map(({ indexed }) => indexed)];
  const all = texts.flatMap(({ read }) => read.quantities);
  const unstated = claim.numbers.filter(({ quantity }) => {
    if (!isFigure(quantity, claim.read.text) || isDerived(quantity, all)) return false;
    const { start, end } = quantity;
    const around = claim.read.text.slice(Math.max(0, start - 60), end + 40);
    return !texts.some(
      ({ read }) =>
        matchNumber(quantity, read.quantities, around).found.length > 0 ||
        isSumOrRest(quantity, read.quantities),
    );
  });
  const [number, another] = unstated;
  // If several are missing from the abstract, the claim summarises a full text, or cites another paper.
  if (!number || (another && !isOneInterval(unstated, claim) && !isOneRange(unstated, claim)))
    return undefined;
  const { quantity } = number;
  if (isConfidenceLevel(claim.read.text, quantity) || isPartOfFraction(claim.read.text, quantity))
    return undefined;
  const nearest = claim.units
    .toSorted((one, two) => Math.abs(one.index - number.index) - Math.abs(two.index - number.index))
    .slice(0, nearestMax);
  const kind = kindOf(quantity);
  // "At no age", "at any time" apply to every number of the kind.
  if (
    sentences.some(
      ({ sentence: { text, section } }) => section !== 'background' && universalQuantifier.test(text),
    )
  )
    return undefined;
  const taken = (found: Quantity) =>
    claim.numbers.some((each) => each !== number && matchNumber(each.quantity, [found], '').found.length > 0);
  const candidates = sentences
    .filter(({ sentence: { section } }) => section !== 'background')
    .flatMap(({ sentence, indexed }) => {
      const counterpart = counterpartIn(
        indexed,
        kind === 'count' ? countedBy(number, claim) : undefined,
        quantity,
        kind,
        taken,
      );
      // An age is no other time.
      if (!counterpart || isAge(quantity, claim.read) !== isAge(counterpart, indexed.read)) return [];
      const own = claim.units.filter((unit) => placesOf(unit, indexed).length > 0);
      // The title names the subject of every sentence.
      const held = claim.units.filter((unit) => own.includes(unit) || placesOf(unit, title).length > 0);
      const isClose =
        nearest.some((unit) => own.includes(unit)) && held.length >= shareHeld * claim.units.length;
      return isClose ? [{ sentence, counterpart, held: own.length }] : [];
    })
    .sort((one, two) => two.held - one.held);
  const [best] = candidates;
  return (
    best && {
      slot: 'number',
      sentence: best.sentence,
      conflict: {
        outcome: 'conflict',
        kind: 'numeric',
        claim: quantity.text.trim(),
        evidence: best.counterpart.text.trim(),
      },
    }
  );
}

/** Returns true for a number that an abstract would state as one, not as a word: neither "one" nor "both". */
function isFigure({ small, unit, kind, value, percent, end }: Quantity, text: string): boolean {
  if (kind === 'label' || kind === 'year') return false;
  // 三年级 is a class at school.
  if (unit?.dimension === 'time') return !text.startsWith('级', end);
  return !small && (percent || unit?.dimension !== 'people' || value > wordsUpTo);
}

/** Counts of people that are usually a word: "one control", "both". */
const wordsUpTo = 2;

/** Returns true for the years between two dates, and for thousands with a full stop: 5.400. */
function isDerived({ value, unit, percent, decimals }: Quantity, all: readonly Quantity[]): boolean {
  if (unit?.name === 'year') {
    const years = new Set(all.filter(({ kind }) => kind === 'year').map((each) => each.value));
    const whole = Math.round(value);
    // With or without the first or last year, or months of it.
    return [...years].some((from) => [-1, 0, 1].some((more) => years.has(from + whole + more)));
  }
  return (
    !percent &&
    decimals === 0 &&
    all.some((each) => each.decimals === 3 && Math.round(each.value * 1000) === value)
  );
}

/** Returns true for the two bounds of an interval whose estimate the abstract states. */
function isOneInterval(unstated: Claim['numbers'], { read }: Claim): boolean {
  const all = unstated.map(({ quantity }) => quantity);
  return estimatesOf(read).some(
    ({ low, high }) => all.length === 2 && all.includes(low) && all.includes(high),
  );
}

/** Returns true for the two ends of one range of time: "at 18 to 24 weeks", "16～20岁". */
function isOneRange(unstated: Claim['numbers'], { read }: Claim): boolean {
  const [from, to, third] = unstated.map(({ quantity }) => quantity);
  return (
    from !== undefined &&
    to !== undefined &&
    third === undefined &&
    to.unit?.dimension === 'time' &&
    from.unit?.name === to.unit.name &&
    ranging.test(read.text.slice(from.end, to.start))
  );
}

/** Matches what joins the ends of a range. */
const ranging = /^\s?(?:[-‐‑–—~～]|to|through|and|至|到)\s?$/;

/** Number of words next to a number in the claim, of which the abstract's sentence must contain one. */
const nearestMax = 5;
/** Minimum share of all its words in that sentence and the title. */
const shareHeld = 0.5;

/** Returns the noun after a bare number. */
function countedBy({ index }: Claim['numbers'][number], { units }: Claim): Unit | undefined {
  return units.find((unit) => unit.index > index && unit.index <= index + countedWithin) ?? noUnit;
}

/** Maximum number of words between a number and its noun. */
const countedWithin = 3;
/** Placeholder for a number that counts nothing, which has no counterpart. */
const noUnit: Unit = {
  ...{ text: '', start: 0, end: 0, index: 0, clause: 0, isCircumstance: false, isFronted: false },
  wordings: [],
};

function counterpartIn(
  indexed: IndexedSentence,
  counted: Unit | undefined,
  quantity: Quantity,
  kind: string,
  taken: (found: Quantity) => boolean,
): Quantity | undefined {
  const { read } = indexed;
  const places = counted && new Set(placesOf(counted, indexed));
  const tokenAt = new Map(places && read.tokens.map(({ start }, index) => [start, index]));
  const following = Array.from({ length: countedWithin }, (_, index) => index + 1);
  const isCounted = ({ start }: Quantity) => {
    const own = tokenAt.get(start) ?? -1;
    return places === undefined || following.some((distance) => places.has(own + distance));
  };
  return read.quantities.find(
    (other) =>
      (!other.small || other.unit?.dimension === 'time') &&
      isCounted(other) &&
      other.kind === quantity.kind &&
      kindOf(other) === kind &&
      // "14. 1%" looks like a sentence that begins with half a number.
      other.start > 0 &&
      !isConfidenceLevel(read.text, other) &&
      !taken(other),
  );
}

/** "1/2000": one number in two. */
const isPartOfFraction = (text: string, { start, end }: Quantity): boolean =>
  text[end] === '/' || text[start - 1] === '/';

/** Returns true if two numbers of a sentence add up to one, or it is the difference of two. */
function isSumOrRest(quantity: Quantity, all: readonly Quantity[]): boolean {
  const alike = all
    .filter(
      ({ kind, percent, unit }) =>
        kind !== 'p' && percent === quantity.percent && unit?.name === quantity.unit?.name,
    )
    .slice(0, operandsMax);
  const within = 0.5 * 10 ** -quantity.decimals + 1e-9;
  return alike.some((one, index) =>
    alike
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.value + other.value - quantity.value) <= within ||
          Math.abs(Math.abs(one.value - other.value) - quantity.value) <= within,
      ),
  );
}

/** Maximum numbers of a sentence that are added up, since all pairs are tried. */
const operandsMax = 14;
