import { anyField } from '../analysis/fields.ts';
import { BlockCursor } from '../postings/block-cursor.ts';
import { isAfterRange, type Range } from '../postings/doc-id-iterators.ts';
import type { TermPostings } from '../postings/term-postings.ts';
import type { RankOptions } from '../scoring/rank-options.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import type { CooperativeScheduler } from './cooperative-scheduler.ts';

/** Counts the live records of the segment that contain any of these terms. */
export async function countAny(
  segment: OpenSegment,
  { terms, mask, range: [from, to], accepted }: Pick<RankOptions, 'terms' | 'mask' | 'range' | 'accepted'>,
  scheduler: CooperativeScheduler,
): Promise<number> {
  const { reader } = segment;
  const bits = new Int32Array(Math.ceil(reader.info.docs / 32));
  for (const { postings } of terms) {
    const kept = mask === anyField ? reader.bitmapOf(postings) : undefined;
    if (!kept) {
      await readInto(bits, postings, [from, to]);
      continue;
    }
    const { bitmap, isNew } = kept;
    if (isNew) {
      await readInto(bitmap, postings, [0, reader.info.docs]);
      reader.keepBitmap(postings, bitmap);
    }
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (bitmap[at] ?? 0);
  }
  // Bit `id & 7` of byte `id >> 3`, since the lowest byte comes first in the memory of every platform of Node.
  const found = new Uint8Array(bits.buffer);
  let count = 0;
  for (let at = from >> 3; at < found.length; at++) {
    let byte = found[at] ?? 0;
    if (byte === 0) continue;
    if (segment.deletedCount > 0) byte &= ~(segment.deletedDocs[at] ?? 0);
    if (accepted) byte &= accepted[at] ?? 0;
    if (at === from >> 3) byte &= 0xff << (from & 7);
    if (at === to >> 3) byte &= (1 << (to & 7)) - 1;
    if (at > to >> 3) break;
    count += bitsIn[byte & 0xff] ?? 0;
  }
  return count;

  async function readInto(into: Int32Array, postings: TermPostings, range: Range): Promise<void> {
    const cursor = new BlockCursor(reader, postings);
    for (let block = cursor.blockOf(range[0]); !isAfterRange(postings, block, range); block++) {
      const wait = mask === anyField ? cursor.setBits(block, into) : cursor.load(block);
      if (wait) await wait;
      if ((block & 31) === 0 && scheduler.shouldYield()) await scheduler.yield();
      if (mask === anyField) continue;
      for (let at = 0; at < cursor.size; at++) {
        const id = cursor.ids[at] ?? 0;
        if ((cursor.maskAt(at) & mask) !== 0) into[id >> 5] = (into[id >> 5] ?? 0) | (1 << (id & 31));
      }
    }
  }
}

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
