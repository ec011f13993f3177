import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { stemWord } from '@citewell/core/text/words.ts';

/** A place that stays: a number, a mark, or the words of a comparison. */
export type Anchor = { start: number; end: number };

/** A text with its anchors in order; two texts are compared that have as many. */
export type Anchored = { plain: string; anchors: readonly Anchor[] };

type Word = { text: string; start: number; end: number };

/**
 * Two words that changed places between the anchors of two versions: "5% with metformin and 3% with placebo" has them the other way
 * round. Undefined where no two did. A word alone may move.
 */
export function swappedTermsAround(was: Anchored, is: Anchored): [string, string] | undefined {
  return firstExchange(placesBy(was, nearestAnchor), placesBy(is, nearestAnchor));
}

/** The same of what stands before and behind each anchor: "A was better than B". */
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

/** Returns the place of a word among the anchors of its text. */
type PlaceOf = (word: Word) => number;

/** The place of each word that stands once. Linear in the text but for sorting its anchors. */
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
  // How far those reach that begin here or before.
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
 * The one that a word belongs to: the nearest, where a comma or an "and" between them counts as so many characters. What is
 * further off on one side is never nearer, so that only the last one before a word and the first one behind it can be.
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
    const [first, behind] = [
      countWhere(found, ({ start }) => start < from),
      countWhere(found, ({ end }) => end <= to),
    ];
    return to - from + breaks * Math.max(0, behind - first);
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

/** Words that may stand at either end of "5 mg daily for 12 weeks". */
const anywhere = /^(?:patients?|participants?|subjects?|groups?|daily|weekly|monthly|respectively)$/i;

/** Content words by their stems, Chinese by its pairs of characters. */
function* wordsOf(plain: string): Generator<Word> {
  for (const { 0: found, index } of plain.matchAll(/\p{Script=Han}+|[\p{L}][\p{L}\p{N}-]*/gu)) {
    if (/^\p{Script=Han}/u.test(found)) {
      for (let at = 0; at + 1 < found.length; at += 1)
        yield { text: found.slice(at, at + 2), start: index + at, end: index + at + 2 };
    } else if (/^[A-Z]$/.test(found) || !(isStopWord(found.toLowerCase()) || anywhere.test(found)))
      // "Group A" and "group B" are told apart by a letter.
      yield { text: stemWord(found.toLowerCase()), start: index, end: index + found.length };
  }
}
