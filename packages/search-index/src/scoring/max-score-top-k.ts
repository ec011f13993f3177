import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import { fieldNormsPerChunk } from '../segments/segment-reader.ts';
import { rankOneTerm } from './rank-one-term.ts';
import { isWanted, type RankOptions } from './rank-options.ts';
import { TermScorer } from './term-scorer.ts';
import { TopScores } from './top-scores.ts';

/** Number of records processed together: their field norms are in one chunk, and their scores in the processor's cache. */
const windowSize = fieldNormsPerChunk;

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
  const [only, another] = scorers;
  if (only && !another) return rankOneTerm(segment, only, options, scheduler);
  const { floor } = options;
  const [from, to] = options.range;
  const scores = new Float64Array(windowSize);
  const candidates = new Uint32Array(Math.ceil(windowSize / 32));
  const slots = new Int32Array(windowSize);
  let begin = from - (from % windowSize);
  while (begin < to) {
    const end = Math.min(begin + windowSize, to);
    await rankWindow(Math.max(begin, from), end);
    if (scheduler.shouldYield()) await scheduler.yield();
    let next = Number.POSITIVE_INFINITY;
    for (const scorer of scorers) next = Math.min(next, scorer.nextFrom(end));
    begin = next < to ? next - (next % windowSize) : to;
  }
  return top.take();

  async function rankWindow(first: number, end: number): Promise<void> {
    let bounds = 0;
    for (const scorer of scorers) bounds += scorer.enter(first, end);
    let limit = Math.max(top.limit, floor);
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
    const window = { begin, first, end, fieldNorms, needed: limit - bounds, candidate: limit - weak };
    for (let at = looked; at < scorers.length; at++) {
      const wait = scorers[at]?.addTo(scores, candidates, window);
      if (wait) await wait;
    }

    let count = 0;
    for (let word = 0; word < candidates.length; word++) {
      let bits = candidates[word] ?? 0;
      candidates[word] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const slot = 32 * word + 31 - Math.clz32(bits & -bits);
        if (isWanted(segment, options, begin + slot)) slots[count++] = slot;
      }
    }
    // Term by term, so that few records are left for the weakest.
    let rest = weak;
    for (let at = looked - 1; at >= 0 && count > 0; at--) {
      const scorer = scorers[at];
      if (!scorer || scorer.bound === 0) continue;
      rest -= scorer.bound;
      const kept = scorer.lookUp(scores, slots, count, { begin, fieldNorms, rest, limit });
      count = kept instanceof Promise ? await kept : kept;
    }
    for (let at = 0; at < count; at++) {
      const slot = slots[at] ?? 0;
      const score = scores[slot] ?? 0;
      if (score < limit) continue;
      top.offer(score, begin + slot);
      limit = Math.max(top.limit, floor);
    }
    scores.fill(0);
  }
}
