/** The usual constant of reciprocal rank fusion: it keeps one list's first places from deciding alone. */
const rankOffset = 60;

/** Lists of ids, best first, as one: by the sum of reciprocal ranks; of equals the one seen first. */
export function fuseRanks<T>(lists: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const list of lists)
    for (const [rank, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rankOffset + rank + 1));
  return [...scores.entries()].sort(([, left], [, right]) => right - left).map(([id]) => id);
}
