import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence } from '../locate.ts';
import { type Place, placesIn, rivalPlaces, samePlaces } from '../numbers/figure-places.ts';
import { type Figure, readFigures } from '../numbers/figures.ts';
import { isFinding, isRatio } from '../numbers/measures.ts';
import {
  canBeSame,
  type OutcomeName,
  outcomesIn,
  readOutcomes,
  timesAlone,
} from '../numbers/outcome-names.ts';
import { areSameTime, readTimePoints, type TimePoint } from '../numbers/time-points.ts';
import type { ReadText } from '../reading/tokens.ts';

const timesIn = oncePerSentence((sentence) => readTimePoints(sentence));

/** A word with its place. */
type Named = { start: number; end: number };

/**
 * Numbers of another outcome or another time: "median survival was 14 months" where 14 months is the survival without
 * progression, "30 % at 12 months" where 30 % is at six.
 */
export function belongingFindings(comparison: Comparison): Finding[] {
  const { claim, abstract, verbatim, cross } = comparison;
  if (verbatim || claim.quantities.every((quantity) => !isFinding(quantity))) return [];
  const [outcomes, times] = [readOutcomes(claim.text), readTimePoints(claim)];
  if (outcomes.length + times.length === 0) return [];
  const across = cross ? 'english' : 'same';
  const own = readFigures(claim, across);
  if (own.length > figuresMax) return [];
  let places: Place[] | undefined;
  return own.flatMap((figure): Finding[] => {
    if (!isTelling(figure)) return [];
    places ??= placesIn(abstract, across);
    const same = samePlaces(figure, places).slice(0, placesMax);
    if (same.length === 0) return [];
    const all = places;
    const rivals = () => rivalPlaces(figure, own, all);
    const finding =
      otherOutcome(figure, claim, outcomes, same, rivals) ?? otherTime(figure, claim, times, same, rivals);
    return finding ? [finding] : [];
  });
}

/** A number that can be looked for by itself: a share, an estimate, one with a unit or decimals. */
function isTelling({ quantity, measure }: Figure): boolean {
  if (!isFinding(quantity) || ['level', 'low', 'high', 'range', 'spread'].includes(measure)) return false;
  return quantity.percent || quantity.unit !== undefined || quantity.decimals > 0 || measure !== '';
}

function otherOutcome(
  figure: Figure,
  claim: ReadText,
  outcomes: readonly OutcomeName[],
  same: readonly Place[],
  rivals: () => readonly Place[],
): Finding | undefined {
  const mine = nearest(namesOf(outcomes, figure), figure, claim);
  if (!mine) return undefined;
  const belongs = (place: Place) => isOfOutcome(mine, place);
  return judge(figure, claim.text.slice(mine.start, mine.end), same, rivals, belongs);
}

function otherTime(
  figure: Figure,
  claim: ReadText,
  times: readonly TimePoint[],
  same: readonly Place[],
  rivals: () => readonly Place[],
): Finding | undefined {
  const mine = nearest(times, figure, claim);
  if (!mine || mine.start === figure.quantity.start) return undefined;
  const belongs = (place: Place) => isOfTime(mine, place);
  return judge(figure, claim.text.slice(mine.start, mine.end), same, rivals, belongs);
}

const namesOf = (names: readonly OutcomeName[], { quantity }: Figure): OutcomeName[] =>
  names.filter(({ key }) => quantity.unit?.dimension === 'time' || !timesAlone.has(key));

/** Returns true if a place belongs to this outcome; undefined if its sentence names none. */
function isOfOutcome(mine: OutcomeName, { figure, sentence }: Place): boolean | undefined {
  const theirs = nearest(namesOf(outcomesIn(sentence), figure), figure, sentence);
  return theirs && canBeSame(mine.key, theirs.key, isRatio(figure.measure));
}

/** Returns true if a place belongs to this time; undefined if its sentence names none. */
function isOfTime(mine: TimePoint, { figure, sentence }: Place): boolean | undefined {
  const theirs = nearest(timesIn(sentence), figure, sentence);
  return theirs && theirs.start !== figure.quantity.start ? areSameTime(mine, theirs) : undefined;
}

/** Returns true if the sentence's own outcome or time assigns its number to one place and not to the other. */
export function areToldApart(figure: Figure, claim: ReadText, home: Place, rival: Place): boolean {
  const outcome = nearest(namesOf(readOutcomes(claim.text), figure), figure, claim);
  if (outcome && isOfOutcome(outcome, home) && isOfOutcome(outcome, rival) === false) return true;
  const time = nearest(readTimePoints(claim), figure, claim);
  return time !== undefined && isOfTime(time, home) === true && isOfTime(time, rival) === false;
}

/** Refused where all of a number's places belong to something else and a like number to what the sentence says. */
function judge(
  { quantity }: Figure,
  name: string,
  same: readonly Place[],
  rivals: () => readonly Place[],
  belongs: (place: Place) => boolean | undefined,
): Finding | undefined {
  if (same.some((place) => belongs(place) !== false)) return undefined;
  const rival = rivals().find((place) => belongs(place) === true);
  return {
    kind: 'numeric',
    force: rival ? 'certain' : 'doubt',
    claim: `${name.trim()}: ${quantity.text.trim()}`,
    evidence: rival?.figure.quantity.text.trim(),
  };
}

/** More than a sentence tells; a text of nothing else must not take its square in time. */
const figuresMax = 40;
const placesMax = 50;
const listMax = 8;

const piece = /[,;:，；：。]/;
const listed = /^\s?(?:,|and|or|vs?\.?|versus|和|与|及|、|或)*\s?$/i;

/** The name a number belongs to: in its piece of the sentence the last before it or else the first behind it, or the last before. */
function nearest<T extends Named>(
  names: readonly T[],
  { quantity }: Figure,
  { text, quantities }: Pick<ReadText, 'text' | 'quantities'>,
): T | undefined {
  if (names.length === 0) return undefined;
  const mapWithConcurrency = byOrder(names, quantity, { text, quantities });
  if (mapWithConcurrency) return mapWithConcurrency;
  const before = names.filter(({ end }) => end <= quantity.start).at(-1);
  if (before && !piece.test(text.slice(before.end, quantity.start))) return before;
  const after = names.find(({ start }) => start >= quantity.end);
  if (after && !/[,;:，；：。]|\d/.test(text.slice(quantity.end, after.start))) return after;
  return before;
}

/** "PFS and OS were 5 and 9 months": the first number is the first name's. */
function byOrder<T extends Named>(
  names: readonly T[],
  { start }: { start: number },
  { text, quantities }: Pick<ReadText, 'text' | 'quantities'>,
): T | undefined {
  const index = quantities.findIndex((each) => each.start === start);
  let first = index;
  const joined = (one: Named | undefined, other: Named | undefined) =>
    one !== undefined && other !== undefined && listed.test(text.slice(one.end, other.start));
  while (index - first < listMax && joined(quantities[first - 1], quantities[first])) first--;
  let last = index;
  while (last - index < listMax && joined(quantities[last], quantities[last + 1])) last++;
  const count = last - first + 1;
  if (count < 2) return undefined;
  const begin = quantities[first]?.start ?? 0;
  const before = names.filter(({ end }) => end <= begin).slice(-count);
  if (before.length < count) return undefined;
  for (let at = 1; at < before.length; at++)
    if (
      !/^[^,;，；。\d]{0,24}?(?:,|and|or|和|与|及|、)[^,;，；。\d]{0,12}$/i.test(
        text.slice(before[at - 1]?.end, before[at]?.start),
      )
    )
      return undefined;
  return new Set(before.map(({ start: at }) => at)).size === count ? before[index - first] : undefined;
}
