import { anyField } from '../analysis/fields.ts';
import { BlockCursor } from '../postings/block-cursor.ts';
import { exactCount, type Range } from '../postings/doc-id-iterators.ts';
import { isOfOneRecord } from '../postings/impacts.ts';
import type { TermPostings } from '../postings/term-postings.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { contribution } from './bm25f.ts';
import { TopScores } from './top-scores.ts';

/** Scored term: its postings in a segment, and their factor (bm25f.ts). */
export type RankedTerm = { postings: TermPostings; factor: number };

/** Window of records in which a term's postings are added up. */
export type Window = {
  /** The id of slot 0. */
  begin: number;
  first: number;
  end: number;
  fieldNorms: Uint16Array;
  /** A block whose bound is lower than this term's bound in the window by more than this need not be read. */
  needed: number;
  /** A record whose sum does not reach this is none of the best, whatever the terms that are not read add to it. */
  candidate: number;
};

type FloorOptions = { depth: number; range: Range; mask: number };

/** Scores the postings of one term in a segment, moving forward only (Lucene's TermScorer). */
export class TermScorer {
  /** Maximum contribution of a posting of the window to a score. */
  bound = 0;
  readonly #postings: TermPostings;
  readonly cursor: BlockCursor;
  readonly #factor: number;
  readonly #lengthNorms: Float64Array;
  readonly #mask: number;
  readonly blockBounds: Float64Array;
  /** First block that extends into the window or beyond it. */
  #next = 0;

  constructor(
    segment: SegmentReader,
    { postings, factor }: RankedTerm,
    { lengthNorms, mask }: { lengthNorms: Float64Array; mask: number },
  ) {
    this.#postings = postings;
    this.cursor = new BlockCursor(segment, postings);
    this.#factor = factor;
    this.#lengthNorms = lengthNorms;
    this.#mask = mask;
    this.blockBounds = new Float64Array(postings.blocks).fill(-1);
  }

  /**
   * Returns a score that at least `depth` records of the range reach by this term alone, or 0 if that is unknown. Each
   * impact is that of a record of its own; those of as many records as may not be found are not counted.
   */
  floorOf({ depth, range: [from, to], mask }: FloorOptions, deletedCount: number): number {
    const { blocks, lastIds, impactsAt, impactWeights, impactFieldNorms, count } = this.#postings;
    const counted = exactCount(this.#postings, mask) ?? 0;
    const wanted = depth + deletedCount + count - counted;
    if (depth === 0 || wanted > impactWeights.length / 2) return 0;
    const best = new TopScores(wanted);
    for (let block = 0; block < blocks; block++) {
      if ((lastIds[block - 1] ?? -1) + 1 < from || (lastIds[block] ?? 0) >= to) continue;
      const first = impactsAt[block] ?? 0;
      const end = impactsAt[block + 1] ?? 0;
      for (let at = first; at < end; at++) {
        const weight = impactWeights[at] ?? 0;
        if (!isOfOneRecord(weight, at - first)) continue;
        const lengthNorm = this.#lengthNorms[impactFieldNorms[at] ?? 0] ?? 0;
        const score = contribution(this.#factor, weight, lengthNorm);
        if (score >= best.limit) best.offer(score, at);
      }
    }
    return best.size === wanted ? best.limit - 1 : 0;
  }

  /** Enters a window; returns its bound. */
  enter(first: number, end: number): number {
    const { blocks, lastIds } = this.#postings;
    this.#moveTo(first);
    this.bound = 0;
    for (let block = this.#next; block < blocks; block++) {
      if (block > this.#next && (lastIds[block - 1] ?? 0) >= end - 1) break;
      // For a loaded block it is known whether anything in it is in the window.
      if (block === this.cursor.block && this.#firstFrom(first) >= end) continue;
      this.bound = Math.max(this.bound, this.blockBound(block));
    }
    return this.bound;
  }

  /** Returns an id, at or after `id`, from which the term may be found. */
  nextFrom(id: number): number {
    this.#moveTo(id);
    if (this.#next >= this.#postings.blocks) return Number.POSITIVE_INFINITY;
    if (this.#next === this.cursor.block) return this.#firstFrom(id);
    return Math.max(id, (this.#postings.lastIds[this.#next - 1] ?? -1) + 1);
  }

  /** Adds up the postings of the window and sets the bits of candidates. Returns a promise only if bytes have to be fetched. */
  addTo(
    scores: Float64Array,
    candidates: Uint32Array,
    window: Window,
    from = this.#next,
  ): Promise<void> | undefined {
    const { begin, first, end, fieldNorms, needed, candidate } = window;
    const { blocks, lastIds } = this.#postings;
    const cursor = this.cursor;
    const ids = cursor.ids;
    for (let block = from; block < blocks; block++) {
      if (block > this.#next && (lastIds[block - 1] ?? 0) >= end - 1) return undefined;
      if (this.blockBound(block) - this.bound < needed) continue;
      const wait = cursor.load(block);
      if (wait) return wait.then(() => this.addTo(scores, candidates, window, block));
      for (let at = (ids[0] ?? 0) < first ? cursor.placeOf(first) : 0; at < cursor.size; at++) {
        const id = ids[at] ?? 0;
        if (id >= end) break;
        if (this.#mask !== anyField && (cursor.maskAt(at) & this.#mask) === 0) continue;
        const slot = id - begin;
        const lengthNorm = this.#lengthNorms[fieldNorms[slot] ?? 0] ?? 0;
        const score = (scores[slot] ?? 0) + contribution(this.#factor, cursor.weightAt(at), lengthNorm);
        scores[slot] = score;
        if (score >= candidate) candidates[slot >> 5] = (candidates[slot >> 5] ?? 0) | (1 << (slot & 31));
      }
    }
    return undefined;
  }

  /**
   * Adds this term to the sums of these records of the window, in the order of their ids; keeps those that can still reach
   * the limit with this term and, after it, `rest`. Returns their number, or a promise only if bytes have to be fetched.
   */
  lookUp(
    scores: Float64Array,
    slots: Int32Array,
    count: number,
    window: { begin: number; fieldNorms: Uint16Array; rest: number; limit: number },
    done = 0,
    found = 0,
  ): number | Promise<number> {
    const { begin, fieldNorms, rest, limit } = window;
    const { cursor } = this;
    const { blocks } = this.#postings;
    let kept = found;
    let place = 0;
    for (let at = done; at < count; at++) {
      const slot = slots[at] ?? 0;
      const score = scores[slot] ?? 0;
      const needed = limit - rest - score;
      if (needed > this.bound) continue;
      const id = begin + slot;
      if (id > cursor.lastId) {
        const block = cursor.blockOf(id);
        const bound = block < blocks ? this.blockBound(block) : 0;
        if (needed > bound) continue;
        if (block < blocks) {
          const wait = cursor.load(block);
          if (wait) return wait.then(() => this.lookUp(scores, slots, count, window, at, kept));
        }
        place = 0;
      } else if (needed > this.blockBound(cursor.block)) continue;
      place = cursor.placeOf(id, place);
      if (cursor.isAt(place, id)) {
        const lengthNorm = this.#lengthNorms[fieldNorms[slot] ?? 0] ?? 0;
        scores[slot] = score + contribution(this.#factor, cursor.weightAt(place), lengthNorm);
      }
      slots[kept++] = slot;
    }
    return kept;
  }

  /** Returns the contribution of the term to this record's score. */
  scoreOf(id: number, fieldNorm: number): number | Promise<number> {
    const block = this.cursor.blockOf(id);
    if (block >= this.#postings.blocks) return 0;
    const wait = this.cursor.load(block);
    return wait ? wait.then(() => this.#found(id, fieldNorm)) : this.#found(id, fieldNorm);
  }

  /** Returns the score, by this term alone, of the record at this index of the loaded block; 0 if it does not count. */
  scoreAt(at: number, fieldNorm: number): number {
    if (this.#mask !== anyField && (this.cursor.maskAt(at) & this.#mask) === 0) return 0;
    return contribution(this.#factor, this.cursor.weightAt(at), this.#lengthNorms[fieldNorm] ?? 0);
  }

  #found(id: number, fieldNorm: number): number {
    const at = this.cursor.placeOf(id);
    if (this.cursor.ids[at] !== id || at >= this.cursor.size) return 0;
    return contribution(this.#factor, this.cursor.weightAt(at), this.#lengthNorms[fieldNorm] ?? 0);
  }

  #moveTo(id: number): void {
    const { blocks, lastIds } = this.#postings;
    while (this.#next < blocks && (lastIds[this.#next] ?? 0) < id) this.#next++;
  }

  #firstFrom(id: number): number {
    const at = this.cursor.placeOf(id);
    return at < this.cursor.size ? (this.cursor.ids[at] ?? 0) : Number.POSITIVE_INFINITY;
  }

  /** Returns the maximum contribution of a posting of the block. */
  blockBound(block: number): number {
    let bound = this.blockBounds[block] ?? 0;
    if (bound >= 0) return bound;
    const { impactsAt, impactWeights, impactFieldNorms } = this.#postings;
    const [from, to] = [impactsAt[block] ?? 0, impactsAt[block + 1] ?? 0];
    bound = from === to ? this.#factor : 0;
    for (let at = from; at < to; at++) {
      const lengthNorm = this.#lengthNorms[impactFieldNorms[at] ?? 0] ?? 0;
      bound = Math.max(bound, contribution(this.#factor, impactWeights[at] ?? 0, lengthNorm));
    }
    this.blockBounds[block] = bound;
    return bound;
  }
}
