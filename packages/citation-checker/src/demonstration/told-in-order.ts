import type { Quantity } from '../reading/quantities.ts';
import type { Alignment } from './align.ts';
import type { Claim } from './claim-units.ts';
import { comparisonMarkers } from './comparison-sides.ts';
import type { Effect } from './effects.ts';
import { isHarmless } from './harmless-words.ts';
import { matchNumber } from './numbers.ts';
import { isDirected } from './slots/effect-relation.ts';
import { isLevel } from './statistics.ts';

/** Words and figures of its own that a sentence may have between the first and the last of a claim's. */
const ownMax = 2;

/** The stretch of a sentence, in tokens, that tells a claim. */
export type Run = { first: number; last: number };

const known = new WeakMap<Alignment['places'], { run: Run | undefined }>();

/**
 * Finds the stretch of a sentence in which all words, figures, directions and marks of comparison of a claim stand in the claim's
 * own order, with hardly a word between them that the claim lacks: then what belongs to what needs no further proof. Undefined
 * where anything stands elsewhere but whom, where and when it is of.
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

/** True for a place of the sentence in a clause that has nothing of the stretch that tells the claim: it is of another finding. */
export function isOutsideRun(start: number, claim: Claim, alignment: Alignment): boolean {
  const run = findRun(claim, alignment);
  if (!run) return false;
  const { clauses, read } = alignment.indexed;
  const [first, last] = [read.tokens[run.first]?.start ?? 0, read.tokens[run.last]?.end ?? 0];
  const of = clauses.find((clause) => start >= clause.start && start < clause.end);
  return of !== undefined && (of.end <= first || of.start >= last);
}

/** Something of a claim that has a place in its order, and the places where the sentence has it. */
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
  // Whom and where may be told before and behind, unless they are compared.
  const ordered = [...places].filter(([{ isCircumstance }]) => !isCircumstance || markers.length > 0);
  // "Than in both groups": of a comparator without a word of its own nothing tells that it is the sentence's.
  const isNamed = ({ start }: { start: number }) =>
    ordered.some(
      ([unit]) => unit.start > start && !/[,;，；]/.test(claim.read.text.slice(start, unit.start)),
    );
  if (!markers.every(isNamed)) return undefined;
  const [mine, bare] = [claim.read.text, text].map(withoutBrackets) as [string, string];
  // "HR 2.38" is none of "(HR 1.62, 95% CI 1.10 to 2.38)".
  const isAlike = (own: Quantity) => (other: Quantity) =>
    (mine[own.start] === ' ') === (bare[other.start] === ' ');
  const items: Item[] = [
    ...ordered.map(([{ start }, at]) => ({ start, places: at })),
    ...claim.numbers
      .filter(({ quantity }) => !isLevel(claim.read.text, quantity))
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
  // "Cough by 58.5%" beside "43% in cough, 58.5% in": the next item of a list begins behind a comma.
  if (partsOf(bare.slice(from, to)) > partsOf(mine)) return undefined;
  const within = indexed.clauses.filter(({ start, end }) => start < to && from < end);
  // "In dogs" of another clause is not of this one.
  const isNear = (place: number) => {
    const start = tokens[place]?.start ?? -1;
    return within.some((clause) => start >= clause.start && start < clause.end);
  };
  if (![...places.values()].every((at) => at.some(isNear))) return undefined;
  return own <= ownMax ? { first, last } : undefined;
}

/** A denial within a word: beside another one it is not told which of the two the sentence has. */
const insignificant = /\bnon-?significan|\binsignifican|无统计学|不显著/i;

/** A claim of fewer items is in the order of any sentence. */
const itemsMin = 4;

const isOfOrder = ({ state }: Effect): boolean => isDirected(state) || state === 'none' || state === 'denied';

const isOwn = (place: number, { first, last }: Run, taken: ReadonlySet<number>): boolean =>
  place >= first && place <= last && !taken.has(place);

/** Returns a place for each item, none before that of the item before it, in the shortest stretch; undefined where there is none. */
function orderOf(items: readonly Item[]): number[] | undefined {
  let ways: number[][] = [[]];
  for (const { places, isFigure } of items) {
    // Of the ways that end at or before a place, the one that began last.
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

/** A text with blanks in place of its brackets: they repeat or add figures. */
const withoutBrackets = (text: string): string =>
  text.replace(/\([^()]{0,160}\)|\[[^[\]]{0,160}\]/g, (inside) => ' '.repeat(inside.length));

const partsOf = (text: string): number => text.match(/[;；，、]|,(?!\d{3})/g)?.length ?? 0;

/** Counts the telling words and figures of a stretch that are none of the claim's. */
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
