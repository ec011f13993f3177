import type { Range } from '../postings/doc-id-iterators.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { hasBit, type OpenSegment } from '../segments/open-segment.ts';
import { fieldNormsPerChunk } from '../segments/segment-reader.ts';
import { type RankedTerm, TermScorer } from './term-scorer.ts';
import { TopScores } from './top-scores.ts';

/** Number of records processed together: their field norms are in one chunk, and their scores in the processor's cache. */
const windowSize = fieldNormsPerChunk;

export type RankOptions = {
  terms: readonly RankedTerm[];
  lengthNorms: Float64Array;
  /** Fields whose postings count; for a search of one word. */
  mask: number;
  range: Range;
  /** One bit per record, if not all may be found. */
  accepted: Uint8Array | undefined;
  depth: number;
  /** Scores below this one are not needed. */
  floor: number;
};

/**
 * Finds the segment's best records for any of these terms, with the same result as scoring all of them. In each window
 * of records, terms that together cannot lift a record over the limit are not read but looked up, for records that the
 * others have lifted far enough; a block whose best posting cannot do so, together with the best of all other terms, is
 * skipped. (MaxScore, Turtle and Flood 1995, with block maxima as in Ding and Suel 2011.)
 */
export async function maxScoreTopK(
  segment: OpenSegment,
  options: RankOptions,
  scheduler: CooperativeScheduler,
): Promise<{ scores: Float64Array; ids: Int32Array }> {
  const top = new TopScores(options.depth);
  const scorers = options.terms.map((term) => new TermScorer(segment.reader, term, options));
  const [from, to] = options.range;
  const scores = new Float64Array(windowSize);
  const touched = new Uint32Array(Math.ceil(windowSize / 32));
  let begin = from - (from % windowSize);
  while (begin < to) {
    const end = Math.min(begin + windowSize, to);
    await rankWindow(Math.max(begin, from), end);
    if (scheduler.shouldYield()) await scheduler.yield();
    const next = Math.min(...scorers.map((scorer) => scorer.nextFrom(end)));
    begin = next < to ? next - (next % windowSize) : to;
  }
  return top.take();

  async function rankWindow(first: number, end: number): Promise<void> {
    let bounds = 0;
    for (const scorer of scorers) bounds += scorer.enter(first, end);
    let limit = Math.max(top.limit, options.floor);
    if (bounds < limit) return;
    const read = segment.reader.readFieldNorms(begin);
    const chunk = read instanceof Promise ? await read : read;
    const fieldNorms = chunk.fieldNorms.subarray(begin - chunk.from);

    // The weakest that together stay below the limit need not be read.
    scorers.sort((left, right) => left.bound - right.bound);
    let looked = 0;
    let weak = 0;
    for (; looked < scorers.length && weak + (scorers[looked]?.bound ?? 0) < limit; looked++)
      weak += scorers[looked]?.bound ?? 0;
    for (let at = looked; at < scorers.length; at++) {
      const scorer = scorers[at];
      if (scorer)
        await scorer.addTo(scores, touched, { begin, first, end, fieldNorms, needed: limit - bounds });
    }

    for (let word = 0; word < touched.length; word++) {
      let bits = touched[word] ?? 0;
      touched[word] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const slot = 32 * word + 31 - Math.clz32(bits & -bits);
        let score = scores[slot] ?? 0;
        scores[slot] = 0;
        const id = begin + slot;
        if (score + weak < limit || !isWanted(id)) continue;
        let rest = weak;
        for (let at = looked - 1; at >= 0 && score + rest >= limit; at--) {
          const scorer = scorers[at];
          if (!scorer || scorer.bound === 0) continue;
          rest -= scorer.bound;
          const found = scorer.scoreOf(id, fieldNorms[slot] ?? 0, limit - score - rest);
          score += found instanceof Promise ? await found : found;
        }
        if (score < limit) continue;
        top.offer(score, id);
        limit = Math.max(top.limit, options.floor);
      }
    }
  }

  function isWanted(id: number): boolean {
    if (segment.deletedCount > 0 && hasBit(segment.deletedDocs, id)) return false;
    return !options.accepted || hasBit(options.accepted, id);
  }
}
