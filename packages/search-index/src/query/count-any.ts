import { anyField } from '../analysis/fields.ts';
import { BlockCursor } from '../postings/block-cursor.ts';
import type { RankOptions } from '../scoring/rank-options.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import type { CooperativeScheduler } from './cooperative-scheduler.ts';

/** Counts the live records of the segment that contain any of these terms. */
export async function countAny(
  segment: OpenSegment,
  { terms, mask, range: [from, to], accepted }: Pick<RankOptions, 'terms' | 'mask' | 'range' | 'accepted'>,
  scheduler: CooperativeScheduler,
): Promise<number> {
  const found = new Uint8Array(Math.ceil(segment.reader.info.docs / 8));
  for (const { postings } of terms) {
    const cursor = new BlockCursor(segment.reader, postings);
    for (let block = cursor.blockOf(from); block < postings.blocks; block++) {
      if ((postings.lastIds[block - 1] ?? -1) >= to - 1) break;
      const wait = cursor.load(block);
      if (wait) await wait;
      if ((block & 31) === 0 && scheduler.shouldYield()) await scheduler.yield();
      const { ids, size } = cursor;
      for (let at = 0; at < size; at++) {
        const id = ids[at] ?? 0;
        if (mask !== anyField && (cursor.maskAt(at) & mask) === 0) continue;
        found[id >> 3] = (found[id >> 3] ?? 0) | (1 << (id & 7));
      }
    }
  }
  let count = 0;
  for (let at = from >> 3; at < found.length; at++) {
    let bits = found[at] ?? 0;
    if (segment.deletedCount > 0) bits &= ~(segment.deletedDocs[at] ?? 0);
    if (accepted) bits &= accepted[at] ?? 0;
    if (at === from >> 3) bits &= 0xff << (from & 7);
    if (at === to >> 3) bits &= (1 << (to & 7)) - 1;
    if (at > to >> 3) break;
    count += bitsIn[bits & 0xff] ?? 0;
  }
  return count;
}

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
