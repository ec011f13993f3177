import { isStopWord } from '../text/stop-words.ts';
import { stemWord } from '../text/words.ts';

/** A place that stays: a number, a mark, or the words of a comparison. */
export type Anchor = { start: number; end: number };

/** A text with its anchors in order; two texts are compared that have as many. */
export type Anchored = { plain: string; anchors: readonly Anchor[] };

type Word = { text: string; start: number; end: number };

/**
 * Two words that changed places between the anchors of two versions: "5% with metformin and 3% with placebo" has them the other way
 * round. Undefined where no two did. A word alone may move.
 */
export function exchangedAround(was: Anchored, is: Anchored): [string, string] | undefined {
  return firstExchange(placesBy(was, nearestAnchor), placesBy(is, nearestAnchor));
}

/** The same of what stands before and behind each anchor: "A was better than B". */
export function exchangedAcross(was: Anchored, is: Anchored): [string, string] | undefined {
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

/** The place of each word that stands once. */
function placesBy(
  { plain, anchors }: Anchored,
  placeOf: (word: Word, anchors: readonly Anchor[], plain: string) => number,
): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const word of wordsOf(plain)) {
    if (anchors.some(({ start, end }) => word.start < end && word.end > start)) continue;
    if (places.has(word.text)) twice.add(word.text);
    places.set(word.text, placeOf(word, anchors, plain));
  }
  for (const word of twice) places.delete(word);
  return places;
}

function anchorsBefore({ start }: Word, anchors: readonly Anchor[]): number {
  return anchors.filter(({ end }) => end <= start).length;
}

/** The one that a word belongs to: the nearest, where a comma or an "and" between them counts as so many characters. */
function nearestAnchor({ start, end }: Word, anchors: readonly Anchor[], plain: string): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [at, anchor] of anchors.entries()) {
    const between = anchor.end <= start ? plain.slice(anchor.end, start) : plain.slice(end, anchor.start);
    const distance = between.length + breaks * (between.match(breaker)?.length ?? 0);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

const breaks = 24;
const breaker =
  /[,;.，；。、:：]|\b(?:and|or|but|versus|vs|while|whereas|than|compared)\b|[和与而及]|对比|相比/g;

/** Who was treated and how often may stand at either end of "5 mg daily for 12 weeks". */
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
