/** Usual constant of reciprocal rank fusion, which keeps the top of one list from deciding alone. */
const rankOffset = 60;

/** Merges lists of ids, best first, by the sum of reciprocal ranks; ties go to the one seen first. */
export function fuseRanks<T>(lists: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const list of lists)
    for (const [rank, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rankOffset + rank + 1));
  return [...scores.entries()].sort(([, left], [, right]) => right - left).map(([id]) => id);
}
