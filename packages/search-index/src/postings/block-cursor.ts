import {
  abstractField,
  type Counts,
  codeCounts,
  codeFrequency,
  codeMask,
  codeWeight,
  escaped,
  keywordField,
  maskOf,
  weightOf,
} from '../analysis/fields.ts';
import { blockSize } from '../segments/segment-encoder.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { ByteReader } from './bytes.ts';
import type { TermPostings } from './term-postings.ts';

/** Distance between the positions of two fields, greater than any text's length. */
export const fieldDistance = 2 ** 28;

const noBytes = new Uint8Array(0);
/** Ids of the block whose bits are set, which nobody reads afterwards. */
const blockIds = new Int32Array(blockSize);

/** Iterates over the postings of a term, one block at a time, forward only. */
export class BlockCursor {
  postings: TermPostings;
  /** Loaded block with its last id and its ids, of which `size` count. */
  block = -1;
  size = 0;
  lastId = -1;
  readonly ids = new Int32Array(blockSize);
  /** The code of posting `at` is `codes[codesAt + at]`. */
  codes: Uint8Array = noBytes;
  codesAt = 0;
  /** Bytes that contain the block's positions, once `loadPositions` was awaited. */
  positionBytes: Uint8Array = noBytes;
  /** Positions of the last requested posting, from `positionsFrom` to before `positionsTo`. */
  positions: Int32Array<ArrayBuffer> = new Int32Array(256);
  positionsFrom = 0;
  positionsTo = 0;

  readonly #segment: SegmentReader;
  #chunk: Uint8Array | undefined;
  #chunkNumber = -1;
  /** Bytes fetched last, and where the block begins in them. */
  #bytes: Uint8Array = noBytes;
  #start = 0;
  #escapes: ReadonlyMap<number, Counts> | undefined;
  #positionsLoaded = false;
  /** Last posting reached, and the byte at which its positions begin. */
  #reached = 0;
  #reachedByte = 0;

  constructor(segment: SegmentReader, postings: TermPostings) {
    this.#segment = segment;
    this.postings = postings;
  }

  /** Restarts with another term: creating a cursor costs more than most terms have to read. */
  use(postings: TermPostings): void {
    this.postings = postings;
    this.block = -1;
    this.size = 0;
    this.lastId = -1;
    this.#chunk = undefined;
    this.#chunkNumber = -1;
  }

  /**
   * Returns the first block from the loaded one on that may contain `id` or a later one; `postings.blocks` if there is
   * none.
   */
  blockOf(id: number): number {
    const { lastIds, blocks } = this.postings;
    let low = Math.max(this.block, 0);
    if (low >= blocks || (lastIds[low] ?? 0) >= id) return low;
    // Usually near: in growing steps, then by bisection.
    let step = 1;
    while (low + step < blocks && (lastIds[low + step] ?? 0) < id) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, blocks);
    low++;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((lastIds[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Loads a block. Returns a promise only if its bytes have to be fetched. */
  load(block: number): Promise<void> | undefined {
    if (block === this.block) return undefined;
    const wait = this.#loadBytes(block);
    if (wait) return wait.then(() => this.#decode(block));
    return this.#decode(block);
  }

  /**
   * Sets the bit of each of the block's ids, bit `id & 31` of element `id >> 5`, without loading it. Returns a promise only
   * if its bytes have to be fetched.
   */
  setBits(block: number, bits: Int32Array): Promise<void> | undefined {
    const wait = this.#loadBytes(block);
    if (wait) return wait.then(() => this.#setBits(block, bits));
    return this.#setBits(block, bits);
  }

  /** Makes a block's bytes those from `#start` on of `#bytes`. Returns a promise only if they have to be fetched. */
  #loadBytes(block: number): Promise<void> | undefined {
    const { postings } = this;
    const from = postings.blockAt[block] ?? 0;
    const to = postings.blockAt[block + 1] ?? 0;
    if (postings.inline) return this.#keep(postings.inline, from);
    const offset = postings.blocksAt + from;
    const { chunkBytes } = this.#segment;
    const number = Math.floor(offset / chunkBytes);
    const start = offset - number * chunkBytes;
    if (start + to - from > chunkBytes) {
      const bytes = this.#segment.range('blocks', offset, to - from);
      return bytes instanceof Promise ? bytes.then((loaded) => this.#keep(loaded, 0)) : this.#keep(bytes, 0);
    }
    if (number === this.#chunkNumber && this.#chunk) return this.#keep(this.#chunk, start);
    const keep = (bytes: Uint8Array) => {
      this.#chunk = bytes;
      this.#chunkNumber = number;
      return this.#keep(bytes, start);
    };
    const chunk = this.#segment.chunk('blocks', number);
    return chunk instanceof Promise ? chunk.then(keep) : keep(chunk);
  }

  #keep(bytes: Uint8Array, start: number): undefined {
    this.#bytes = bytes;
    this.#start = start;
  }

  /** Returns the index in the loaded block of the first id, from `first` on, that is not before `id`. */
  placeOf(id: number, first = 0): number {
    const ids = this.ids;
    let low = first;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns true if the loaded block has this id at this index. */
  isAt(at: number, id: number): boolean {
    return at < this.size && this.ids[at] === id;
  }

  /** Returns the mask of the fields of the posting's record that contain the term. */
  maskAt(at: number): number {
    const code = this.codes[this.codesAt + at] ?? 0;
    return code === escaped ? maskOf(this.countsAt(at)) : (codeMask[code] ?? 0);
  }

  /** Returns its field-weighted frequency, in half points. */
  weightAt(at: number): number {
    const code = this.codes[this.codesAt + at] ?? 0;
    return code === escaped ? weightOf(this.countsAt(at)) : (codeWeight[code] ?? 0);
  }

  countsAt(at: number): Counts {
    const code = this.codes[this.codesAt + at] ?? 0;
    return (code === escaped ? this.#escapedCounts().get(at) : codeCounts[code]) ?? noCounts;
  }

  /** Loads the positions of the loaded block; await it before reading them. Returns a promise only if they have to be fetched. */
  loadPositions(): Promise<void> | undefined {
    if (this.#positionsLoaded) return undefined;
    const { postings, block } = this;
    const from = postings.positionsFrom[block] ?? 0;
    const to = postings.positionsFrom[block + 1] ?? 0;
    if (postings.inline) return this.#keepPositions(postings.inline, from);
    const offset = postings.positionsAt + from;
    const { chunkBytes } = this.#segment;
    const number = Math.floor(offset / chunkBytes);
    const start = offset - number * chunkBytes;
    if (start + to - from > chunkBytes || from === to) {
      const bytes = this.#segment.range('positions', offset, to - from);
      if (bytes instanceof Promise) return bytes.then((loaded) => this.#keepPositions(loaded, 0));
      return this.#keepPositions(bytes, 0);
    }
    const chunk = this.#segment.chunk('positions', number);
    if (chunk instanceof Promise) return chunk.then((loaded) => this.#keepPositions(loaded, start));
    return this.#keepPositions(chunk, start);
  }

  #keepPositions(bytes: Uint8Array, start: number): undefined {
    this.positionBytes = bytes;
    this.#positionsLoaded = true;
    this.#reached = 0;
    this.#reachedByte = start;
  }

  /**
   * Returns the offset at which a posting's positions begin in `positionBytes`; `at` may be the size, for the end of
   * the last. Postings must be requested in ascending order.
   */
  positionBytesAt(at: number): number {
    const { codes, codesAt, positionBytes: bytes } = this;
    let skipped = 0;
    for (let posting = this.#reached; posting < at; posting++) {
      const code = codes[codesAt + posting] ?? 0;
      skipped += code === escaped ? this.#frequencyOfEscaped(posting) : (codeFrequency[code] ?? 0);
    }
    let from = this.#reachedByte;
    // The last byte of a number is below 128. Without a branch, which would be mispredicted for every few bytes.
    while (skipped > 0) skipped -= 1 ^ ((bytes[from++] ?? 0) >> 7);
    this.#reached = at;
    this.#reachedByte = from;
    return from;
  }

  /**
   * Writes a posting's positions to `positions`, those of each field `fieldDistance` after those of the previous one.
   * Postings must be requested in ascending order.
   */
  positionsOf(at: number): void {
    const bytes = this.positionBytes;
    const { title, keyword, abstract } = this.countsAt(at);
    const all = title + keyword + abstract;
    if (all > this.positions.length) this.positions = new Int32Array(2 * all);
    const positions = this.positions;
    let from = this.positionBytesAt(at);
    let position = 0;
    for (let to = 0; to < all; to++) {
      if (to === title + keyword) position = abstractField * fieldDistance;
      else if (to === title) position = keywordField * fieldDistance;
      let byte = bytes[from++] ?? 0;
      let difference = byte & 127;
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = bytes[from++] ?? 0;
        difference |= (byte & 127) << shift;
      }
      position += difference;
      positions[to] = position;
    }
    this.positionsFrom = 0;
    this.positionsTo = all;
  }

  #frequencyOfEscaped(at: number): number {
    const { title, keyword, abstract } = this.countsAt(at);
    return title + keyword + abstract;
  }

  #escapedCounts(): ReadonlyMap<number, Counts> {
    if (this.#escapes) return this.#escapes;
    const escapes = new Map<number, Counts>();
    const reader = new ByteReader(this.codes, this.codesAt + this.size);
    for (let at = 0; at < this.size; at++)
      if (this.codes[this.codesAt + at] === escaped)
        escapes.set(at, { title: reader.varint(), keyword: reader.varint(), abstract: reader.varint() });
    this.#escapes = escapes;
    return escapes;
  }

  #setBits(block: number, bits: Int32Array): undefined {
    const ids = blockIds;
    this.#readIds(block, ids);
    for (let at = 0, size = this.#sizeOf(block); at < size; at++) {
      const id = ids[at] ?? 0;
      bits[id >> 5] = (bits[id >> 5] ?? 0) | (1 << (id & 31));
    }
  }

  #sizeOf(block: number): number {
    const { blocks, count } = this.postings;
    return block + 1 < blocks ? blockSize : count - block * blockSize;
  }

  /** Writes the ids of a block whose bytes are there to `ids`, and returns the last one. */
  #readIds(block: number, ids: Int32Array): number {
    const { postings } = this;
    const bytes = this.#bytes;
    const size = this.#sizeOf(block);
    let id = block > 0 ? (postings.lastIds[block - 1] ?? -1) : -1;
    let from = this.#start;
    if (postings.idBytes[block] === size)
      for (let at = 0; at < size; at++) {
        id += (bytes[from++] ?? 0) + 1;
        ids[at] = id;
      }
    else
      for (let at = 0; at < size; at++) {
        let byte = bytes[from++] ?? 0;
        let difference = byte & 127;
        for (let shift = 7; byte >= 128; shift += 7) {
          byte = bytes[from++] ?? 0;
          difference |= (byte & 127) << shift;
        }
        id += difference + 1;
        ids[at] = id;
      }
    return id;
  }

  #decode(block: number): undefined {
    this.lastId = this.#readIds(block, this.ids);
    this.block = block;
    this.size = this.#sizeOf(block);
    this.codes = this.#bytes;
    this.codesAt = this.#start + (this.postings.idBytes[block] ?? 0);
    this.#escapes = undefined;
    this.#positionsLoaded = false;
  }
}

const noCounts: Counts = { title: 0, keyword: 0, abstract: 0 };
