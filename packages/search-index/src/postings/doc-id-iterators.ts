import { anyField } from '../analysis/fields.ts';
import type { TermClause } from '../query/compile-query.ts';
import { blockSize } from '../segments/segment-encoder.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { BlockCursor, fieldDistance } from './block-cursor.ts';
import type { TermPostings } from './term-postings.ts';

/** Maximum number of ids that `next` returns; a whole number of blocks. */
export const batchSize = 16 * blockSize;

/**
 * Iterates over the records of a segment that match a clause, by ascending local id, forward only.
 *
 * @throws {SegmentGone} if the segment has been merged meanwhile.
 * @throws the storage's errors.
 * @example
 * while (!words.done) {
 *   const count = await years.filter(ids, await words.next(ids));
 *   for (const id of ids.subarray(0, count)) collect(id);
 * }
 */
export interface DocIdIterator {
  /** Upper bound of the number of ids. */
  readonly estimate: number;
  /** Indicates that testing a candidate is expensive: such an iterator comes last. */
  readonly isExpensive: boolean;
  /**
   * Writes the next ids to `ids`, which has room for `batchSize`; returns their number. 0 may mean none in this batch.
   */
  next(ids: Int32Array): Promise<number>;
  /** Indicates that `next` would find no further id. */
  readonly done: boolean;
  /** Keeps the matching ones of the first `count` ids; returns their number. Ids must ascend from call to call. */
  filter(ids: Int32Array, count: number): Promise<number>;
}

export type Range = readonly [from: number, to: number];

/** Creates an iterator for one segment; undefined if one of the words is in none of its records. */
export function createDocIdIterator(
  segment: SegmentReader,
  { parts, mask }: TermClause,
  postings: readonly (TermPostings | undefined)[],
  range: Range,
): DocIdIterator | undefined {
  const words = [];
  for (const [at, { offset }] of parts.entries()) {
    const found = postings[at];
    if (!found) return undefined;
    words.push({ postings: found, offset });
  }
  const [only, second] = words;
  if (only && !second) return new WordMatcher(new BlockCursor(segment, only.postings), mask, range);
  words.sort((left, right) => left.postings.count - right.postings.count);
  return new PhraseMatcher(segment, words, mask, range);
}

class WordMatcher implements DocIdIterator {
  readonly isExpensive = false;
  readonly estimate: number;
  readonly #cursor: BlockCursor;
  readonly #mask: number;
  readonly #range: Range;
  readonly #maskMatters: boolean;
  #nextBlock: number;

  constructor(cursor: BlockCursor, mask: number, range: Range) {
    this.#cursor = cursor;
    this.#mask = mask;
    this.#range = range;
    this.#nextBlock = cursor.blockOf(range[0]);
    this.estimate = countWith(cursor.postings, mask);
    const { count, fieldCounts } = cursor.postings;
    this.#maskMatters = mask !== anyField && (!fieldCounts || this.estimate < count);
  }

  get done(): boolean {
    return isAfterRange(this.#cursor.postings, this.#nextBlock, this.#range);
  }

  async next(ids: Int32Array): Promise<number> {
    const cursor = this.#cursor;
    const [from, to] = this.#range;
    let count = 0;
    for (; count + blockSize <= batchSize && !this.done; this.#nextBlock++) {
      const wait = cursor.load(this.#nextBlock);
      if (wait) await wait;
      const { ids: blockIds, size } = cursor;
      for (
        let at = blockIds[0] === undefined || blockIds[0] < from ? cursor.placeOf(from) : 0;
        at < size;
        at++
      ) {
        const id = blockIds[at] ?? 0;
        if (id >= to) break;
        if (!this.#maskMatters || (cursor.maskAt(at) & this.#mask) !== 0) ids[count++] = id;
      }
    }
    return count;
  }

  async filter(ids: Int32Array, count: number): Promise<number> {
    const cursor = this.#cursor;
    const blocks = cursor.postings.blocks;
    const blockIds = cursor.ids;
    let kept = 0;
    let at = 0;
    let lastId = -1;
    for (let each = 0; each < count; each++) {
      const id = ids[each] ?? 0;
      if (id > lastId) {
        const block = cursor.blockOf(id);
        if (block >= blocks) break;
        const wait = cursor.load(block);
        if (wait) await wait;
        lastId = cursor.lastId;
        at = 0;
      }
      while ((blockIds[at] ?? 0) < id) at++;
      if (blockIds[at] === id && (!this.#maskMatters || (cursor.maskAt(at) & this.#mask) !== 0))
        ids[kept++] = id;
    }
    return kept;
  }
}

/** Returns the number of records with the term in one of these fields, or in any field if that is unknown. */
export function countWith(postings: TermPostings, mask: number): number {
  return exactCount(postings, mask) ?? postings.count;
}

/** Returns the number of records with the term in one of these fields, or undefined if that is unknown. */
export function exactCount({ count, fieldCounts }: TermPostings, mask: number): number | undefined {
  if (mask === anyField) return count;
  if (!fieldCounts) return undefined;
  const { title, keyword, abstract, titleAbstract } = fieldCounts;
  return [0, title, keyword, undefined, abstract, titleAbstract][mask];
}

/** Word of a phrase: where it is read, its distance from the first word, and the index of the record in the block. */
type PhraseWord = { cursor: BlockCursor; offset: number; at: number };

/**
 * Iterates over the records in which words are adjacent. Each word has one cursor: a record is checked while the blocks
 * that contain it are loaded, because loading them a second time takes about as long as the check.
 */
class PhraseMatcher implements DocIdIterator {
  readonly isExpensive = true;
  readonly estimate: number;
  readonly #lead: PhraseWord;
  readonly #others: readonly PhraseWord[];
  readonly #mask: number;
  readonly #range: Range;
  #nextBlock: number;

  /** `words`: the rarest first. */
  constructor(
    segment: SegmentReader,
    words: { postings: TermPostings; offset: number }[],
    mask: number,
    range: Range,
  ) {
    const [lead, ...others] = words.map(({ postings, offset }) => ({
      cursor: new BlockCursor(segment, postings),
      offset,
      at: 0,
    }));
    if (!lead) throw new Error('a phrase without words');
    this.#lead = lead;
    this.#others = others;
    this.#mask = mask;
    this.#range = range;
    this.#nextBlock = lead.cursor.blockOf(range[0]);
    this.estimate = countWith(lead.cursor.postings, mask);
  }

  get done(): boolean {
    return isAfterRange(this.#lead.cursor.postings, this.#nextBlock, this.#range);
  }

  async next(ids: Int32Array): Promise<number> {
    const lead = this.#lead;
    const { cursor } = lead;
    const [from, to] = this.#range;
    let count = 0;
    for (let left = batchSize / blockSize; left > 0 && !this.done; left--, this.#nextBlock++) {
      const wait = cursor.load(this.#nextBlock);
      if (wait) await wait;
      for (lead.at = cursor.placeOf(from); lead.at < cursor.size; lead.at++) {
        const id = cursor.ids[lead.at] ?? 0;
        if (id >= to) break;
        const isFound = this.#isFound(id);
        if (isFound === true || (isFound && (await isFound))) ids[count++] = id;
      }
    }
    return count;
  }

  async filter(ids: Int32Array, count: number): Promise<number> {
    const lead = this.#lead;
    const { cursor } = lead;
    let kept = 0;
    for (let each = 0; each < count; each++) {
      const id = ids[each] ?? 0;
      if (id > cursor.lastId) {
        const block = cursor.blockOf(id);
        if (block >= cursor.postings.blocks) break;
        const wait = cursor.load(block);
        if (wait) await wait;
      }
      lead.at = cursor.placeOf(id);
      if (!cursor.isAt(lead.at, id)) continue;
      const isFound = this.#isFound(id);
      if (isFound === true || (isFound && (await isFound))) ids[kept++] = id;
    }
    return kept;
  }

  /** Checks whether the record, at which the first word's cursor is, contains the phrase. */
  #isFound(id: number): boolean | Promise<boolean> {
    const lead = this.#lead;
    let fields = this.#mask & lead.cursor.maskAt(lead.at);
    for (const other of this.#others) {
      // Some field must contain all of the words.
      if (fields === 0) return false;
      const { cursor } = other;
      if (id > cursor.lastId) {
        const block = cursor.blockOf(id);
        if (block >= cursor.postings.blocks) return false;
        const wait = cursor.load(block);
        if (wait) return wait.then(() => this.#isFound(id));
      }
      other.at = cursor.placeOf(id);
      if (!cursor.isAt(other.at, id)) return false;
      fields &= cursor.maskAt(other.at);
    }
    if (fields === 0) return false;
    const wait = readPositions(lead);
    if (wait) return wait.then(() => this.#isFound(id));
    for (const other of this.#others) {
      const otherWait = readPositions(other);
      if (otherWait) return otherWait.then(() => this.#isFound(id));
    }
    return this.#standSideBySide(fields);
  }

  /** Returns true if, relative to one of the first word's positions in these fields, all others are at their distances. */
  #standSideBySide(fields: number): boolean {
    const { cursor: first, offset: firstOffset } = this.#lead;
    search: for (let at = first.positionsFrom; at < first.positionsTo; at++) {
      const place = first.positions[at] ?? 0;
      if (((1 << Math.floor(place / fieldDistance)) & fields) === 0) continue;
      const start = place - firstOffset;
      for (const { cursor, offset } of this.#others) {
        // Positions only grow: earlier ones are not read again.
        while (
          cursor.positionsFrom < cursor.positionsTo &&
          (cursor.positions[cursor.positionsFrom] ?? 0) < start + offset
        )
          cursor.positionsFrom++;
        if (cursor.positionsFrom === cursor.positionsTo) return false;
        if (cursor.positions[cursor.positionsFrom] !== start + offset) continue search;
      }
      return true;
    }
    return false;
  }
}

/** Reads the positions of the record at which the word's cursor is. Returns a promise if they have to be fetched first. */
function readPositions({ cursor, at }: PhraseWord): Promise<void> | undefined {
  const wait = cursor.loadPositions();
  if (wait) return wait;
  cursor.positionsOf(at);
  return undefined;
}

/** Returns true if this block, and any after it, is after the range. */
export function isAfterRange({ blocks, lastIds }: TermPostings, block: number, [, to]: Range): boolean {
  return block >= blocks || (lastIds[block - 1] ?? -1) >= to - 1;
}

/** Iterates over known records: their ids ascending. */
export class ListIterator implements DocIdIterator {
  readonly isExpensive = false;
  readonly #ids: readonly number[];
  #at = 0;

  constructor(ids: readonly number[], [from, to]: Range) {
    this.#ids = ids.filter((id) => id >= from && id < to);
  }

  get estimate(): number {
    return this.#ids.length;
  }

  get done(): boolean {
    return this.#at >= this.#ids.length;
  }

  async next(ids: Int32Array): Promise<number> {
    const part = this.#ids.slice(this.#at, this.#at + batchSize);
    ids.set(part);
    this.#at += part.length;
    return part.length;
  }

  async filter(ids: Int32Array, count: number): Promise<number> {
    let kept = 0;
    for (let each = 0; each < count; each++) {
      const id = ids[each] ?? 0;
      if (this.#ids.includes(id)) ids[kept++] = id;
    }
    return kept;
  }
}

/** Iterates over every record of the range. */
export class AllDocsIterator implements DocIdIterator {
  readonly isExpensive = false;
  readonly #to: number;
  #at: number;

  constructor([from, to]: Range) {
    this.#at = from;
    this.#to = to;
  }

  get estimate(): number {
    return this.#to - this.#at;
  }

  get done(): boolean {
    return this.#at >= this.#to;
  }

  async next(ids: Int32Array): Promise<number> {
    const count = Math.min(batchSize, this.#to - this.#at);
    for (let each = 0; each < count; each++) ids[each] = this.#at + each;
    this.#at += count;
    return count;
  }

  async filter(_ids: Int32Array, count: number): Promise<number> {
    return count;
  }
}
