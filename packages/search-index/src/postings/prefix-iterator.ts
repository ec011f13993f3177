import { anyField } from '../analysis/fields.ts';
import type { PrefixClause } from '../query/compile-query.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { hasBit, setBit } from '../segments/open-segment.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { BlockCursor } from './block-cursor.ts';
import { batchSize, type DocIdIterator, type Range } from './doc-id-iterators.ts';
import { noPostings, type TermPostings } from './term-postings.ts';

/**
 * Reads the postings of every term of the segment with this prefix, however many, into one set of records. It is
 * limited by the search's deadline, which is checked between any two of them.
 */
export async function createPrefixIterator(
  reader: SegmentReader,
  { prefix, word, mask }: PrefixClause,
  range: Range,
  scheduler: CooperativeScheduler,
): Promise<DocIdIterator> {
  const bits = new Uint8Array(Math.ceil(reader.info.docs / 8));
  const cursor = new BlockCursor(reader, noPostings);
  let count = 0;
  const add = async (postings: TermPostings) => {
    cursor.use(postings);
    for (let block = cursor.blockOf(range[0]); block < postings.blocks; block++) {
      const wait = cursor.load(block);
      if (wait) await wait;
      if (scheduler.shouldYield()) await scheduler.yield();
      for (let at = 0; at < cursor.size; at++) {
        const id = cursor.ids[at] ?? 0;
        if (id < range[0] || id >= range[1] || hasBit(bits, id)) continue;
        if (mask !== anyField && (cursor.maskAt(at) & mask) === 0) continue;
        setBit(bits, id);
        count++;
      }
      if (cursor.lastId >= range[1]) return;
    }
  };
  const [exact] = word.startsWith(prefix) ? [] : await reader.terms([word]);
  if (exact) await add(exact);
  for await (const entry of reader.entriesFrom(prefix)) {
    const postings = reader.postingsOf(entry);
    await add(postings instanceof Promise ? await postings : postings);
  }
  return new BitsIterator(bits, count, range);
}

/** Iterates over known records, given as bits. */
class BitsIterator implements DocIdIterator {
  readonly isExpensive = false;
  readonly estimate: number;
  readonly #bits: Uint8Array;
  readonly #to: number;
  #at: number;

  constructor(bits: Uint8Array, count: number, [from, to]: Range) {
    this.#bits = bits;
    this.estimate = count;
    this.#at = from;
    this.#to = to;
  }

  get done(): boolean {
    return this.#at >= this.#to;
  }

  async next(ids: Int32Array): Promise<number> {
    let count = 0;
    for (; this.#at < this.#to && count < batchSize; this.#at++)
      if (hasBit(this.#bits, this.#at)) ids[count++] = this.#at;
    return count;
  }

  async filter(ids: Int32Array, count: number): Promise<number> {
    let kept = 0;
    for (let each = 0; each < count; each++) {
      const id = ids[each] ?? 0;
      if (hasBit(this.#bits, id)) ids[kept++] = id;
    }
    return kept;
  }
}
