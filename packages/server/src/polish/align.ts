import { indexTerms } from '../text/words.ts';

/** Sentences of a text and those of its version that say the same; one side is empty where the other has nothing like it. */
export type Aligned = { was: string[]; is: string[] };

/** So many sentences may become one, or one so many. */
const groupMax = 3;
/** Beyond this the whole is compared at once: no prose has so many sentences in a segment. */
const cellsMax = 10_000;

/**
 * The sentences of two versions side by side, in order, by the words that they share. What a version split, joined, added or left
 * out is seen as such, so that what follows compares sentence with sentence.
 */
export function alignSentences(was: readonly string[], is: readonly string[]): Aligned[] {
  if (was.length * is.length > cellsMax) return [{ was: [...was], is: [...is] }];
  const [left, right] = [was, is].map((sentences) => sentences.map(termsOf));
  const best: { score: number; from: [number, number] }[][] = [];
  for (let i = 0; i <= was.length; i += 1) {
    const row: (typeof best)[number] = [];
    best.push(row);
    for (let j = 0; j <= is.length; j += 1) {
      row.push({ score: i + j === 0 ? 0 : Number.NEGATIVE_INFINITY, from: [0, 0] });
      for (const [a, b] of steps) {
        const before = best[i - a]?.[j - b];
        if (!before || (a === 0 && b === 0)) continue;
        const score = before.score + gain(left?.slice(i - a, i) ?? [], right?.slice(j - b, j) ?? []);
        if (score > (row[j]?.score ?? 0)) row[j] = { score, from: [i - a, j - b] };
      }
    }
  }
  const pairs: Aligned[] = [];
  for (let [i, j] = [was.length, is.length]; i + j > 0; ) {
    const [a, b] = best[i]?.[j]?.from ?? [0, 0];
    pairs.unshift({ was: was.slice(a, i), is: is.slice(b, j) });
    [i, j] = [a, b];
  }
  return pairs;
}

const steps: readonly (readonly [number, number])[] = [
  [1, 1],
  [0, 1],
  [1, 0],
  ...Array.from({ length: groupMax - 1 }, (_, n) => [[1, n + 2] as const, [n + 2, 1] as const]).flat(),
  [2, 2],
];

type Terms = Map<string, number>;

function termsOf(sentence: string): Terms {
  const terms: Terms = new Map();
  for (const term of indexTerms(sentence)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return terms;
}

/** The words that both sides share, less a little for each sentence more than one: a split has to be worth it. */
function gain(was: readonly Terms[], is: readonly Terms[]): number {
  if (was.length === 0 || is.length === 0) return -0.1;
  const [left, right] = [merged(was), merged(is)];
  let shared = 0;
  for (const [term, count] of left) shared += Math.min(count, right.get(term) ?? 0);
  // One sentence for one is what is expected, even of a sentence that was written anew.
  return shared - (was.length + is.length - 2) * 0.5 + (was.length + is.length === 2 ? 0.5 : 0);
}

function merged(all: readonly Terms[]): Terms {
  const [first = new Map(), ...others] = all;
  if (others.length === 0) return first;
  const sum: Terms = new Map(first);
  for (const terms of others) for (const [term, count] of terms) sum.set(term, (sum.get(term) ?? 0) + count);
  return sum;
}
