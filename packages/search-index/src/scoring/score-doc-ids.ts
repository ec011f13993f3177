import { anyField } from '../analysis/fields.ts';
import type { GrowingInts } from '../postings/bytes.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import type { RankOptions } from './rank-options.ts';
import { TermScorer } from './term-scorer.ts';
import { TopScores } from './top-scores.ts';

/** Returns the best of the listed records by looking up each of their terms. */
export async function scoreDocIds(
  { reader }: OpenSegment,
  listed: GrowingInts,
  { terms, lengthNorms, depth }: Pick<RankOptions, 'terms' | 'lengthNorms' | 'depth'>,
  scheduler: CooperativeScheduler,
): Promise<{ scores: Float64Array; ids: Int32Array }> {
  const scorers = terms.map((term) => new TermScorer(reader, term, { lengthNorms, mask: anyField }));
  const top = new TopScores(depth);
  let from = 0;
  let fieldNorms: Uint16Array = new Uint16Array(0);
  for (let at = 0; at < listed.length; at++) {
    const id = listed.at(at);
    if (id - from >= fieldNorms.length) {
      const read = reader.readFieldNorms(id);
      ({ from, fieldNorms } = read instanceof Promise ? await read : read);
    }
    const fieldNorm = fieldNorms[id - from] ?? 0;
    let score = 0;
    for (const scorer of scorers) {
      const found = scorer.scoreOf(id, fieldNorm);
      score += found instanceof Promise ? await found : found;
    }
    if (score >= top.limit) top.offer(score, id);
    if (at % 1_000 === 0 && scheduler.shouldYield()) await scheduler.yield();
  }
  return top.take();
}
