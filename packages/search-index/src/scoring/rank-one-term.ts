import { isAfterRange } from '../postings/doc-id-iterators.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import { isWanted, type RankOptions } from './rank-options.ts';
import type { TermScorer } from './term-scorer.ts';
import { TopScores } from './top-scores.ts';

const noFieldNorms: Uint16Array = new Uint16Array(0);

/**
 * Finds the segment's best records for one term, block by block: nothing has to be added up, and windows would take
 * longer than the postings of most words. Blocks that cannot change the result are skipped, from the beginning if the
 * impacts alone tell what the best records reach.
 */
export async function rankOneTerm(
  segment: OpenSegment,
  scorer: TermScorer,
  options: RankOptions,
  scheduler: CooperativeScheduler,
): Promise<{ scores: Float64Array; ids: Int32Array }> {
  const top = new TopScores(options.depth);
  const { cursor } = scorer;
  const [from, to] = options.range;
  const reached = options.accepted ? 0 : scorer.floorOf(options, segment.deletedCount);
  const floor = Math.max(options.floor, reached);
  let limit = Math.max(top.limit, floor);
  let norms = { from: 0, fieldNorms: noFieldNorms };
  for (let block = cursor.blockOf(from); !isAfterRange(cursor.postings, block, options.range); block++) {
    if (scorer.blockBound(block) < limit) continue;
    const wait = cursor.load(block);
    if (wait) await wait;
    if (scheduler.shouldYield()) await scheduler.yield();
    for (let at = cursor.placeOf(from); at < cursor.size; at++) {
      const id = cursor.ids[at] ?? 0;
      if (id >= to) break;
      if (id - norms.from >= norms.fieldNorms.length) {
        const read = segment.reader.readFieldNorms(id);
        norms = read instanceof Promise ? await read : read;
      }
      const score = scorer.scoreAt(at, norms.fieldNorms[id - norms.from] ?? 0);
      if (score < limit || !isWanted(segment, options, id)) continue;
      top.offer(score, id);
      limit = Math.max(top.limit, floor);
    }
  }
  return top.take();
}
