import type { Range } from '../postings/doc-id-iterators.ts';
import { hasBit, type OpenSegment } from '../segments/open-segment.ts';
import type { RankedTerm } from './term-scorer.ts';

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

/** Returns true for a record that is neither deleted nor excluded. */
export function isWanted(
  { deletedCount, deletedDocs }: OpenSegment,
  { accepted }: RankOptions,
  id: number,
): boolean {
  if (deletedCount > 0 && hasBit(deletedDocs, id)) return false;
  return !accepted || hasBit(accepted, id);
}
