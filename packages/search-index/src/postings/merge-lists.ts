import type { RecordKey, SegmentReader } from '../segments/segment-reader.ts';

/** Records of a segment in order: by score if there are scores, and otherwise, or in a tie, newest first. */
export type SegmentList = {
  reader: SegmentReader;
  ids: ArrayLike<number>;
  scores?: ArrayLike<number>;
};

type Head = RecordKey & { list: SegmentList; at: number; score: number };

/** Merges the first `depth` records of all lists in order. */
export async function mergeLists(lists: readonly SegmentList[], depth: number): Promise<RecordKey[]> {
  const heads: Head[] = [];
  for (const list of lists) await push(heads, list, 0);
  const merged: RecordKey[] = [];
  while (merged.length < depth && heads.length > 0) {
    let first = 0;
    for (let each = 1; each < heads.length; each++) if (isBefore(heads[each], heads[first])) first = each;
    const [head] = heads.splice(first, 1);
    if (!head) break;
    merged.push({ dateKey: head.dateKey, pmid: head.pmid });
    const pushed = push(heads, head.list, head.at + 1);
    if (pushed) await pushed;
  }
  return merged;
}

/** Returns a promise only if the key has to be fetched. */
function push(heads: Head[], list: SegmentList, at: number): Promise<void> | undefined {
  if (at >= list.ids.length) return undefined;
  const score = list.scores?.[at] ?? 0;
  const key = list.reader.key(list.ids[at] ?? 0);
  if (key instanceof Promise) return key.then((read) => void heads.push({ list, at, score, ...read }));
  heads.push({ list, at, score, ...key });
  return undefined;
}

function isBefore(left: Head | undefined, right: Head | undefined): boolean {
  if (!left || !right) return false;
  if (left.score !== right.score) return left.score > right.score;
  if (left.dateKey !== right.dateKey) return left.dateKey > right.dateKey;
  return left.pmid > right.pmid;
}
