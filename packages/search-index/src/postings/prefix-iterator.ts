import { anyField } from '../analysis/fields.ts';
import type { PrefixClause, TermClause } from '../query/compile-query.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { hasBit, setBit } from '../segments/open-segment.ts';
import { blockSize } from '../segments/segment-encoder.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { BlockCursor } from './block-cursor.ts';
import { batchSize, createDocIdIterator, type DocIdIterator, type Range } from './doc-id-iterators.ts';
import { noPostings, type TermPostings } from './term-postings.ts';

/**
 * Reads the postings of every term of the segment with this prefix or one of these stems, however many, into one set of records, of which
 * only those are kept in which the term follows the words before it. It is limited by the search's deadline, which is
 * checked between any two blocks.
 */
export async function createPrefixIterator(
  reader: SegmentReader,
  clause: PrefixClause,
  range: Range,
  scheduler: CooperativeScheduler,
): Promise<DocIdIterator> {
  const { prefix, stems, mask } = clause;
  const bits = new Uint8Array(Math.ceil(reader.info.docs / 8));
  const following = await createFollowing(reader, clause, range, scheduler);
  if (following === 'none') return new BitsIterator(bits, 0, range);
  const cursor = new BlockCursor(reader, noPostings);
  let count = 0;
  const add = async (postings: TermPostings) => {
    cursor.use(postings);
    const matcher = following?.matcherOf(postings);
    for (let block = cursor.blockOf(range[0]); block < postings.blocks; block++) {
      const wait = cursor.load(block);
      if (wait) await wait;
      if (scheduler.shouldYield()) await scheduler.yield();
      let found = 0;
      for (let at = 0; at < cursor.size; at++) {
        const id = cursor.ids[at] ?? 0;
        if (id < range[0] || id >= range[1] || hasBit(bits, id)) continue;
        if (following && !hasBit(following.candidates, id)) continue;
        if (mask !== anyField && (cursor.maskAt(at) & mask) === 0) continue;
        ids[found++] = id;
      }
      if (found > 0 && matcher) found = await matcher().filter(ids, found);
      for (let at = 0; at < found; at++) setBit(bits, ids[at] ?? 0);
      count += found;
      if (cursor.lastId >= range[1]) return;
    }
  };
  const ids = new Int32Array(blockSize);
  for (const postings of await reader.terms(stems)) if (postings) await add(postings);
  for await (const entry of reader.entriesFrom(prefix)) {
    const postings = reader.postingsOf(entry);
    await add(postings instanceof Promise ? await postings : postings);
  }
  return new BitsIterator(bits, count, range);
}

type Following = {
  /** Bits of the records with the words before the prefix. */
  candidates: Uint8Array;
  /** Returns a function that creates, once, an iterator over the records in which the term follows these words. */
  matcherOf(postings: TermPostings): () => DocIdIterator;
};

/** Prepares the search for the words before a prefix; undefined without any, 'none' if no record has them. */
async function createFollowing(
  reader: SegmentReader,
  { before, prefix, offset, mask }: PrefixClause,
  range: Range,
  scheduler: CooperativeScheduler,
): Promise<Following | 'none' | undefined> {
  if (before.length === 0) return undefined;
  const clauseOf = (parts: TermClause['parts']): TermClause => ({ kind: 'words', parts, mask, scored: [] });
  const known = await reader.terms(before.map(({ key }) => key));
  const words = createDocIdIterator(reader, clauseOf(before), known, range);
  if (!words) return 'none';
  const candidates = new Uint8Array(Math.ceil(reader.info.docs / 8));
  const ids = new Int32Array(batchSize);
  while (!words.done) {
    const count = await words.next(ids);
    for (let at = 0; at < count; at++) setBit(candidates, ids[at] ?? 0);
    if (scheduler.shouldYield()) await scheduler.yield();
  }
  const phrase = clauseOf([...before, { key: prefix, offset }]);
  return {
    candidates,
    matcherOf(postings) {
      let matcher: DocIdIterator | undefined;
      return () => {
        matcher ??= createDocIdIterator(reader, phrase, [...known, postings], range);
        if (!matcher) throw new Error('a phrase without postings');
        return matcher;
      };
    },
  };
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
