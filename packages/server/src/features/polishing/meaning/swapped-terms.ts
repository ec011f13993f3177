import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { stemWord } from '@citewell/core/text/words.ts';

/** Fixed position: a number, a citation marker, or the words of a comparison. */
export type Anchor = { start: number; end: number };

/** Text with its anchors in order; compared texts have equally many. */
export type Anchored = { plain: string; anchors: readonly Anchor[] };

type Word = { text: string; start: number; end: number };

/**
 * Finds two words that changed places between the anchors of two versions: "5% with metformin and 3% with placebo" has
 * them reversed. Returns undefined if no two did; a single word may move.
 */
export function swappedTermsAround(was: Anchored, is: Anchored): [string, string] | undefined {
  return firstExchange(placesBy(was, nearestAnchor), placesBy(is, nearestAnchor));
}

/** Compares what precedes and follows each anchor: "A was better than B". */
export function swappedTermsAcross(was: Anchored, is: Anchored): [string, string] | undefined {
  return firstExchange(placesBy(was, anchorsBefore), placesBy(is, anchorsBefore));
}

function firstExchange(
  was: ReadonlyMap<string, number>,
  is: ReadonlyMap<string, number>,
): [string, string] | undefined {
  const moved = new Map<string, string>();
  for (const [word, from] of was) {
    const to = is.get(word);
    if (to === undefined || to === from) continue;
    const other = moved.get(`${to}>${from}`);
    if (other) return [other, word];
    moved.set(`${from}>${to}`, word);
  }
  return undefined;
}

/** Returns the position of a word among the anchors of its text. */
type PlaceOf = (word: Word) => number;

/** Returns the position of each word that occurs once. Linear in the text, apart from sorting its anchors. */
function placesBy(
  { plain, anchors }: Anchored,
  placeAmong: (anchors: readonly Anchor[], plain: string) => PlaceOf,
): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  const touches = touchesAnyOf(anchors);
  const placeOf = placeAmong(anchors, plain);
  for (const word of wordsOf(plain)) {
    if (touches(word)) continue;
    if (places.has(word.text)) twice.add(word.text);
    places.set(word.text, placeOf(word));
  }
  for (const word of twice) places.delete(word);
  return places;
}

function touchesAnyOf(anchors: readonly Anchor[]): (word: Word) => boolean {
  const byStart = anchors.toSorted((one, other) => one.start - other.start);
  let furthest = Number.NEGATIVE_INFINITY;
  // Farthest end of those that begin here or earlier.
  const reached = byStart.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return ({ start, end }) => {
    const before = countWhere(byStart, (anchor) => anchor.start < end);
    return before > 0 && (reached[before - 1] ?? 0) > start;
  };
}

function anchorsBefore(anchors: readonly Anchor[]): PlaceOf {
  const byEnd = anchors.toSorted((one, other) => one.end - other.end);
  return ({ start }) => countWhere(byEnd, ({ end }) => end <= start);
}

/**
 * Returns the anchor to which a word belongs: the nearest, with a comma or "and" counted as extra characters. On either
 * side only the anchor closest to the word can be nearest.
 */
function nearestAnchor(anchors: readonly Anchor[], plain: string): PlaceOf {
  const numbered = anchors.map(({ start, end }, at) => ({ start, end, at }));
  const byEnd = numbered.toSorted((one, other) => one.end - other.end || other.at - one.at);
  const byStart = numbered.toSorted((one, other) => one.start - other.start || one.at - other.at);
  const found = Array.from(plain.matchAll(breaker), ({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }));
  const distance = (from: number, to: number) => {
    const [first, last] = [
      countWhere(found, ({ start }) => start < from),
      countWhere(found, ({ end }) => end <= to),
    ];
    return to - from + breaks * Math.max(0, last - first);
  };
  return ({ start, end }) => {
    const left = byEnd[countWhere(byEnd, (anchor) => anchor.end <= start) - 1];
    const right = byStart[countWhere(byStart, (anchor) => anchor.start < end)];
    if (!left || !right) return (left ?? right)?.at ?? -1;
    const [back, ahead] = [distance(left.end, start), distance(end, right.start)];
    if (back === ahead) return Math.min(left.at, right.at);
    return back < ahead ? left.at : right.at;
  };
}

/** Counts by bisection the leading items of a sorted list that satisfy a condition. */
function countWhere<T>(sorted: readonly T[], isSo: (each: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const breaks = 24;
const breaker =
  /[,;.，；。、:：]|\b(?:and|or|but|versus|vs|while|whereas|than|compared)\b|[和与而及]|对比|相比/g;

/** Words that may occur at either end of "5 mg daily for 12 weeks". */
const anywhere = /^(?:patients?|participants?|subjects?|groups?|daily|weekly|monthly|respectively)$/i;

/** Stemmed content words, and Chinese character pairs. */
function* wordsOf(plain: string): Generator<Word> {
  for (const { 0: found, index } of plain.matchAll(/\p{Script=Han}+|[\p{L}][\p{L}\p{N}-]*/gu)) {
    if (/^\p{Script=Han}/u.test(found)) {
      for (let at = 0; at + 1 < found.length; at += 1)
        yield { text: found.slice(at, at + 2), start: index + at, end: index + at + 2 };
    } else if (/^[A-Z]$/.test(found) || !(isStopWord(found.toLowerCase()) || anywhere.test(found)))
      // Only a letter distinguishes "group A" from "group B".
      yield { text: stemWord(found.toLowerCase()), start: index, end: index + found.length };
  }
}
