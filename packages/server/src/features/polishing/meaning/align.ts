import { indexTerms } from '@citewell/core/text/words.ts';

/** Corresponding sentences of a text and its version; one side is empty if the other has no counterpart. */
export type Aligned = { was: string[]; is: string[] };

/** Maximum number of sentences that may be merged into one, or that one may become. */
const groupMax = 3;
/** Maximum size of the alignment table; a larger segment, which prose never has, is compared as a whole. */
const cellsMax = 10_000;

/**
 * Aligns the sentences of two versions in order by the words they share, recognizing splits, merges, additions and
 * omissions, so that later steps compare sentence with sentence.
 */
export function alignSentences(was: readonly string[], is: readonly string[]): Aligned[] {
  if (was.length * is.length > cellsMax) return [{ was: [...was], is: [...is] }];
  // One-to-one scores highest if nothing changed, which is the usual case.
  if (was.length === is.length && was.every((sentence, at) => sentence === is[at]))
    return was.map((sentence) => ({ was: [sentence], is: [sentence] }));
  const gain = sharedWords(was, is);
  const best: { score: number; from: [number, number] }[][] = [];
  for (let i = 0; i <= was.length; i += 1) {
    const row: (typeof best)[number] = [];
    best.push(row);
    for (let j = 0; j <= is.length; j += 1) {
      row.push({ score: i + j === 0 ? 0 : Number.NEGATIVE_INFINITY, from: [0, 0] });
      for (const [a, b] of steps) {
        const before = best[i - a]?.[j - b];
        if (!before || (a === 0 && b === 0)) continue;
        const score = before.score + gain(i, a, j, b);
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

/** Term numbers with their frequencies. */
type Terms = ReadonlyMap<number, number>;

/**
 * Computes how much the first `i` sentences of one text share with the first `j` of the other: the shared words, less
 * a small penalty for each additional sentence, since a split must be worthwhile. Each group is counted once rather
 * than at every comparison: a segment may have a hundred sentences.
 */
function sharedWords(was: readonly string[], is: readonly string[]) {
  const numbers = new Map<string, number>();
  const [left, right] = [groupsOf(was, numbers), groupsOf(is, numbers)];
  const counts = new Uint32Array(numbers.size);
  let counted: Terms = new Map();
  return (i: number, a: number, j: number, b: number): number => {
    const [group, other] = [left[a]?.[i], right[b]?.[j]];
    if (!group || !other) return -0.1;
    if (group !== counted) {
      for (const term of counted.keys()) counts[term] = 0;
      for (const [term, count] of group) counts[term] = count;
      counted = group;
    }
    let shared = 0;
    for (const [term, count] of other) shared += Math.min(count, counts[term] ?? 0);
    // One-to-one is expected, even of a rewritten sentence.
    return shared - (a + b - 2) * 0.5 + (a + b === 2 ? 0.5 : 0);
  };
}

/** Collects the terms of each group of sentences, by its size and end. */
function groupsOf(sentences: readonly string[], numbers: Map<string, number>): Terms[][] {
  const single = sentences.map((sentence) => {
    const terms = new Map<number, number>();
    for (const term of indexTerms(sentence)) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      terms.set(number, (terms.get(number) ?? 0) + 1);
    }
    return terms;
  });
  const groups: Terms[][] = [[]];
  for (let size = 1; size <= groupMax; size += 1) {
    const ending: Terms[] = [];
    for (let end = size; end <= sentences.length; end += 1) {
      const sum = new Map(groups[size - 1]?.[end - 1]);
      for (const [term, count] of single[end - 1] ?? []) sum.set(term, (sum.get(term) ?? 0) + count);
      ending[end] = sum;
    }
    groups.push(ending);
  }
  return groups;
}
