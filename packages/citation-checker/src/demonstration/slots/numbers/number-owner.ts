import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { matchNumber } from '../../numbers.ts';
import { findCountedPopulations } from '../../report-frames.ts';
import { isConfidenceLevel } from '../../statistics.ts';
import { compareItems } from './number-item.ts';
import { figuresOf, kindOf, universalQuantifier } from './number-kind.ts';
import { pairNumbers } from './paired-numbers.ts';

type ClaimNumber = Claim['numbers'][number];

/**
 * Finds the sentence's number where the claim has another one of the same list: of all its words the sentence has the
 * claim's next to that one, and other words next to the claim's number. Returns undefined if that is uncertain.
 */
export function findOfOtherItem(
  claim: Claim,
  number: ClaimNumber,
  found: readonly Quantity[],
  alignment: Alignment,
): Quantity | undefined {
  const [own, another] = found;
  const { indexed, missing, elsewhere } = alignment;
  const kind = kindOf(number.quantity);
  const alike = (other: Quantity) => kindOf(other) === kind && other.kind === number.quantity.kind;
  if (!own || another || number.quantity.small || missing.length > 0 || elsewhere.length > 0)
    return undefined;
  if (listing.test(indexed.read.text) || universalQuantifier.test(indexed.read.text)) return undefined;
  if (claim.numbers.some((other) => other !== number && alike(other.quantity))) return undefined;
  const rivals = figuresOf(indexed.read).filter((other) => other !== own && alike(other));
  const item = rivals.length > 0 ? compareItems(claim, number, own, rivals, alignment) : 'unclear';
  return typeof item === 'object' ? item.other : undefined;
}

/** Words by which list order determines the owner of a number. */
const listing = /\brespectively\b|\bthe (?:former|latter)\b|分别|依次|前者|后者/i;

/** Returns true if the sentence has several numbers of the kind and the claim's words are nearer to another one. */
export function belongsToOtherGroup(
  number: ClaimNumber,
  found: readonly Quantity[],
  claim: Claim,
  alignment: Alignment,
): boolean {
  const { indexed, places } = alignment;
  const { small, value } = number.quantity;
  // "Three quarters" is the percentage of the same value.
  const kind = kindOf(small && value < 1 && found[0] ? found[0] : number.quantity);
  const partners = found.map((own) => partnerOf(number.quantity, own, claim.read, indexed.read));
  const rivals = figuresOf(indexed.read).filter(
    (other) =>
      !found.includes(other) &&
      !partners.includes(other) &&
      !isSpread(indexed.read.text, other) &&
      kindOf(other) === kind &&
      other.kind === number.quantity.kind,
  );
  // "42% of the study group, none among controls": "none" is a number, too.
  if (number.quantity.percent) rivals.push(...wordsAsNumbers(indexed.read, none, 0));
  if (small && value > 1) rivals.push(...wordsAsNumbers(indexed.read, single, 1));
  if (rivals.length === 0 || isPartOfWhole(number, found, claim, indexed.read)) return false;
  const counted = isOfAllCounted(number, found, claim, indexed.read);
  if (counted !== undefined) return !counted;
  // Two numbers of one item belong together; `comparePairedNumbers` compares those of two items.
  if (pairNumbers(claim, alignment)) return false;
  const [own, another] = found;
  if (own && !another && compareItems(claim, number, own, rivals, alignment) === 'own') return false;
  if (followsIts(number, found, claim, figuresOf(indexed.read))) return false;
  const { tokens, text } = indexed.read;
  const bare = text.replace(/\([^()]{0,80}\)/g, (inside) => ' '.repeat(inside.length));
  const distance = (quantity: Quantity, place: number) => {
    const at = tokens.findIndex(({ start }) => start === quantity.start);
    if (at < 0) return Number.POSITIVE_INFINITY;
    const word = tokens[place]?.start ?? 0;
    const clauseOf = (start: number) => indexed.clauses.findLastIndex((clause) => clause.start <= start);
    const between = bare.slice(Math.min(word, quantity.start), Math.max(word, quantity.start));
    return (
      Math.abs(at - place) +
      (between.match(separating)?.length ?? 0) * otherItem +
      (clauseOf(word) === clauseOf(quantity.start) ? 0 : otherClause)
    );
  };
  // Numbers of the claim in the sentence's order are as good a sign as words.
  let [votes, lead, isDivided] = [0, 0, false];
  for (const { places: at } of nearestUnits(number, claim, places)) {
    let [own, other] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const place of at) {
      for (const quantity of found) own = Math.min(own, distance(quantity, place));
      for (const quantity of rivals) other = Math.min(other, distance(quantity, place));
    }
    if (own === other) continue;
    votes += own < other ? 1 : -1;
    lead += other - own;
    isDivided ||= other < own;
  }
  // A word for the study as a whole may be next to any number; the others must then be much nearer to the claim's.
  return votes <= 0 || (isDivided && lead < dividedLead);
}

/** Returns true for the spread after a mean: "37.4 ± 24.0%". */
const isSpread = (text: string, { start }: Quantity): boolean =>
  /(?:±|\+\s?\/?\s?-|\+-)\s?$/.test(text.slice(Math.max(0, start - 6), start));

/**
 * Returns true for one of the two counts in "of 195 patients, 88 had an infection", if the claim has both in that order
 * and the sentence no third: the whole belongs to the part.
 */
function isPartOfWhole(
  { quantity }: ClaimNumber,
  [own, another]: readonly Quantity[],
  { numbers }: Claim,
  theirs: ReadText,
): boolean {
  const countsOf = (all: readonly Quantity[]) =>
    all.filter((each) => kindOf(each) === 'count' && each.kind === 'plain' && each.value > 1);
  const mine = countsOf(numbers.map((each) => each.quantity));
  const [whole, part, third] = countsOf(figuresOf(theirs));
  if (!own || another || kindOf(quantity) !== 'count' || !whole || !part || third) return false;
  const at = mine.indexOf(quantity);
  return (
    mine.length === 2 &&
    own === [whole, part][at] &&
    matchNumber(mine[1 - at] ?? quantity, [at === 0 ? part : whole], '').found.length > 0 &&
    whole.value > part.value &&
    /\b(?:of|among|in) (?:(?:the|these|our|all|a total of) ?)*$/i.test(theirs.text.slice(0, whole.start)) &&
    !/\b(?:and|but|whereas|while)\b|[;；]/.test(theirs.text.slice(whole.end, part.start))
  );
}

/** Matches "Of the 129 patients" at the beginning of a statement, up to the number. */
const beginningCount = /(?:^|[:.;] )(?:of|among|in) (?:(?:the|these|our|all|a total of) ?)*$/i;
const countedWithin = 40;

/**
 * Decides whether the sentence has the same number of participants as the claim (129例患者中): "of the 129 patients, 13".
 * Returns undefined for other numbers, and if the sentence counts nobody.
 */
function isOfAllCounted(
  { quantity: { start, end } }: ClaimNumber,
  [own, another]: readonly Quantity[],
  { read }: Claim,
  theirs: ReadText,
): boolean | undefined {
  if (!own || another || kindOf(own) !== 'count' || own.small) return undefined;
  if (!findCountedPopulations(read.text).some((phrase) => phrase.start <= start && end <= phrase.end))
    return undefined;
  const whole = figuresOf(theirs).find(
    (other) =>
      kindOf(other) === 'count' &&
      other.kind !== 'year' &&
      beginningCount.test(
        `${other.start > countedWithin ? '…' : ''}${theirs.text.slice(Math.max(0, other.start - countedWithin), other.start)}`,
      ),
  );
  return whole && (whole === own || (whole.value > own.value ? false : undefined));
}

/**
 * Returns true if the number directly before it in the claim also precedes it directly in the sentence: a ratio and its
 * interval.
 */
function followsIts(
  { index }: ClaimNumber,
  found: readonly Quantity[],
  claim: Claim,
  theirs: readonly Quantity[],
): boolean {
  const numbers = claim.numbers.filter((number) => !isConfidenceLevel(claim.read.text, number.quantity));
  const at = numbers.findIndex((number) => number.index === index);
  const before = numbers[at - 1];
  if (!before || claim.units.some((unit) => unit.index > before.index && unit.index < index)) return false;
  const between = claim.read.text.slice(before.quantity.end, numbers[at]?.quantity.start);
  if (/\b(?:vs|versus|and|with|or|compared|than)\b|与|和|对/i.test(between)) return false;
  return found.some((quantity) => {
    const place = theirs.indexOf(quantity);
    return theirs
      .slice(Math.max(0, place - 2), place)
      .some((other) => matchNumber(before.quantity, [other], '').found.length > 0);
  });
}

const none = /^none$/i;
const single = /^(?:one|single)$/i;

/** Returns the words of a text for none or one, as numbers. */
const wordsAsNumbers = ({ tokens }: ReadText, word: RegExp, value: number): Quantity[] =>
  tokens
    .filter(({ text }) => word.test(text))
    .map(({ text, start, end }) => ({
      ...{ text, start, end, value, decimals: 0, percent: false, unit: undefined, sign: undefined },
      ...{ signed: undefined, bound: undefined, kind: 'plain', small: true, about: false },
    }));

/** Distance added for another clause, and for another item of a list. */
const otherClause = 10;
const otherItem = 4;
/** Separators of the items of a list: "43% in procedural pain (p<0.001), 58% in …". */
const separating = /[,;，；、]|\b(?:and|than|versus|vs|compared|whereas|while|but)\b/g;

/** Returns the other end of the range that contains a number in both texts: "2007-2012", "5 to 10". */
function partnerOf(
  stated: Quantity,
  found: Quantity,
  claim: ReadText,
  theirs: ReadText,
): Quantity | undefined {
  const adjacent = (quantity: Quantity, { text, quantities }: ReadText, step: 1 | -1) => {
    const other = quantities[quantities.indexOf(quantity) + step];
    const [first, last] = step === 1 ? [quantity, other] : [other, quantity];
    return first && last && ranging.test(text.slice(first.end, last.start)) ? other : undefined;
  };
  for (const step of [1, -1] as const) {
    const [mine, other] = [adjacent(stated, claim, step), adjacent(found, theirs, step)];
    if (mine && other && matchNumber(mine, [other], '').found.length > 0) return other;
  }
  return undefined;
}

const ranging = /^[年月周天岁]?\s?(?:[-–—~～]|to|through|until|至|到)\s?$/;

const nearest = 3;
/** Minimum by which the words of a claim are nearer to its number altogether, in words, if one of them is nearer to another. */
const dividedLead = 4;
/** Maximum words between a number and the following group. */
const owning = /^\s?(?:with|in|among|for|under|on)\b/i;

/**
 * Returns the words of the claim next to a number, without another number in between: "1.9 kg with metformin and 0.6 kg
 * with placebo" assigns metformin to the first number only.
 */
export function nearestUnits(
  { index, clause, quantity }: ClaimNumber,
  claim: Claim,
  places: Alignment['places'],
) {
  const others = claim.numbers.map((other) => other.index).filter((other) => other !== index);
  const before = claim.numbers.findLast((other) => other.index < index);
  const areBothOwned = [before?.quantity, quantity].every(
    (each) => each && owning.test(claim.read.text.slice(each.end)),
  );
  const [from, to] = [
    areBothOwned ? index : (before?.index ?? -1),
    Math.min(Number.POSITIVE_INFINITY, ...others.filter((other) => other > index)),
  ];
  return [...places]
    .filter(
      ([unit]) =>
        unit.index > from && unit.index < to && (unit.clause === clause || claim.clauses.length === 1),
    )
    .sort(([one], [other]) => Math.abs(one.index - index) - Math.abs(other.index - index))
    .slice(0, nearest)
    .map(([unit, at]) => ({ unit, places: at }));
}
