import type { Quantity } from '../reading/quantities.ts';
import type { Alignment } from './align-claim.ts';
import type { Claim } from './claim-units.ts';
import { comparisonMarkers } from './comparison-sides.ts';
import type { Effect } from './effects.ts';
import { isHarmless } from './harmless-words.ts';
import { matchNumber } from './numbers.ts';
import { isDirected } from './slots/effect-relation.ts';
import { isConfidenceLevel } from './statistics.ts';

/** Maximum words and figures of its own that a sentence may have between the first and last of a claim's. */
const ownMax = 2;

/** Stretch of a sentence, in tokens, that states a claim. */
export type Run = { first: number; last: number };

const known = new WeakMap<Alignment['places'], { run: Run | undefined }>();

/**
 * Finds the stretch of a sentence that contains all words, figures, directions and comparison words of a claim in its
 * order, with hardly a word that the claim lacks: then no further proof is needed of what belongs to what. Returns
 * undefined if anything except population, place and time is elsewhere.
 */
export function findRun(claim: Claim, alignment: Alignment): Run | undefined {
  const { places } = alignment;
  let found = known.get(places);
  if (!found) {
    found = { run: findRunAnew(claim, alignment) };
    known.set(places, found);
  }
  return found.run;
}

/**
 * Returns true for a position in a clause outside the stretch that states the claim, which is about another finding.
 */
export function isOutsideRun(start: number, claim: Claim, alignment: Alignment): boolean {
  const run = findRun(claim, alignment);
  if (!run) return false;
  const { clauses, read } = alignment.indexed;
  const [first, last] = [read.tokens[run.first]?.start ?? 0, read.tokens[run.last]?.end ?? 0];
  const of = clauses.find((clause) => start >= clause.start && start < clause.end);
  return of !== undefined && (of.end <= first || of.start >= last);
}

/** Ordered item of a claim, with its positions in the sentence. */
type Item = { start: number; places: number[]; isFigure?: true };

function findRunAnew(claim: Claim, { places, elsewhere, missing, indexed }: Alignment): Run | undefined {
  if (missing.length > 0 || elsewhere.some((unit) => !unit.isCircumstance && !unit.isFronted))
    return undefined;
  if (insignificant.test(claim.read.text)) return undefined;
  const { text, tokens, quantities } = indexed.read;
  const tokenAt = (start: number) => tokens.findIndex(({ end }) => end > start);
  const placesOfAll = (spans: readonly { start: number }[]) => spans.map(({ start }) => tokenAt(start));
  const theirEffects = indexed.clauses.flatMap(({ effects }) => effects).filter(isOfOrder);
  const effects = claim.clauses.flatMap((clause) => clause.effects).filter(isOfOrder);
  const markers = comparisonMarkers(claim.read.text);
  // Population and place may come before or after, unless they are compared or each has a figure of its own.
  const areCompared =
    markers.length > 0 || claim.numbers.filter(({ quantity }) => quantity.percent).length > 1;
  const ordered = [...places].filter(([{ isCircumstance }]) => !isCircumstance || areCompared);
  // "Than in both groups": a comparator without a word of its own may not be the sentence's.
  const isNamed = ({ start }: { start: number }) =>
    ordered.some(
      ([unit]) => unit.start > start && !/[,;，；]/.test(claim.read.text.slice(start, unit.start)),
    );
  if (!markers.every(isNamed)) return undefined;
  const [mine, bare] = [claim.read.text, text].map(withoutBrackets) as [string, string];
  // "HR 2.38" is not in "(HR 1.62, 95% CI 1.10 to 2.38)".
  const isAlike = (own: Quantity) => (other: Quantity) =>
    (mine[own.start] === ' ') === (bare[other.start] === ' ');
  const items: Item[] = [
    ...ordered.map(([{ start }, at]) => ({ start, places: at })),
    ...claim.numbers
      .filter(({ quantity }) => !isConfidenceLevel(claim.read.text, quantity))
      .map(({ quantity }) => ({
        start: quantity.start,
        places: placesOfAll(matchNumber(quantity, quantities, '').found.filter(isAlike(quantity))),
        isFigure: true as const,
      })),
    ...effects.map(({ start }) => ({ start, places: placesOfAll(theirEffects) })),
    ...markers.map(({ start }) => ({
      start,
      places: placesOfAll(comparisonMarkers(text)),
    })),
  ].sort((one, other) => one.start - other.start);
  const order = orderOf(items);
  const [first, last] = [order?.[0], order?.at(-1)];
  if (!order || first === undefined || last === undefined || order.length < itemsMin) return undefined;
  const taken = new Set(order);
  if (theirEffects.some(({ start }) => isOwn(tokenAt(start), { first, last }, taken))) return undefined;
  const own = wordsOfItsOwn(bare, { tokens, quantities }, { first, last }, taken);
  const [from, to] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0];
  // "Cough by 58.5%" with "43% in cough, 58.5% in": the next list item begins after a comma.
  if (partsOf(bare.slice(from, to)) > partsOf(mine)) return undefined;
  const within = indexed.clauses.filter(({ start, end }) => start < to && from < end);
  // "In dogs" in another clause does not apply to this one.
  const isNear = (place: number) => {
    const start = tokens[place]?.start ?? -1;
    return within.some((clause) => start >= clause.start && start < clause.end);
  };
  if (![...places.values()].every((at) => at.some(isNear))) return undefined;
  return own <= ownMax ? { first, last } : undefined;
}

/** Matches a negating prefix: next to another negation it is unclear which of the two the sentence has. */
const insignificant = /\bnon-?significan|\binsignifican|无统计学|不显著/i;

/** Minimum number of items: fewer are in order in any sentence. */
const itemsMin = 4;

const isOfOrder = ({ direction }: Effect): boolean =>
  isDirected(direction) || direction === 'none' || direction === 'denied';

const isOwn = (place: number, { first, last }: Run, taken: ReadonlySet<number>): boolean =>
  place >= first && place <= last && !taken.has(place);

/** Returns a position for each item, in ascending order and in the shortest stretch; undefined if there is none. */
function orderOf(items: readonly Item[]): number[] | undefined {
  let ways: number[][] = [[]];
  for (const { places, isFigure } of items) {
    // Of the sequences that end at or before a position, the one that began last.
    const next = places.flatMap((place) => {
      const before = ways.filter((way) => (way.at(-1) ?? -1) < (isFigure ? place : place + 1));
      const [best] = before.sort(
        (one, other) => (other[0] ?? place) - (one[0] ?? place) || (other.at(-1) ?? 0) - (one.at(-1) ?? 0),
      );
      return best ? [[...best, place]] : [];
    });
    if (next.length === 0) return undefined;
    ways = next;
  }
  const lengthOf = (way: readonly number[]) => (way.at(-1) ?? 0) - (way[0] ?? 0);
  return ways.sort((one, other) => lengthOf(one) - lengthOf(other))[0];
}

/** Replaces brackets, which repeat or add figures, with spaces. */
const withoutBrackets = (text: string): string =>
  text.replace(/\([^()]{0,160}\)|\[[^[\]]{0,160}\]/g, (inside) => ' '.repeat(inside.length));

const partsOf = (text: string): number => text.match(/[;；，、]|,(?!\d{3})/g)?.length ?? 0;

/** Counts the content words and figures of a stretch that the claim lacks. */
function wordsOfItsOwn(
  bare: string,
  { tokens, quantities }: Pick<Alignment['indexed']['read'], 'tokens' | 'quantities'>,
  run: Run,
  taken: ReadonlySet<number>,
): number {
  return tokens.filter((token, place) => {
    if (!isOwn(place, run, taken) || bare[token.start] === ' ') return false;
    if (token.kind === 'number') return !quantities.find(({ start }) => start === token.start)?.small;
    return !token.empty && !isHarmless(token.stem);
  }).length;
}
