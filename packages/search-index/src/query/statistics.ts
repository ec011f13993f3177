import { computeLengthNorms, termFactor } from '../scoring/bm25f.ts';
import type { RankedTerm } from '../scoring/term-scorer.ts';
import type { OpenSegment } from '../segments/open-segment.ts';

/** Statistics of the library on which scores depend. */
export type Statistics = {
  /** Length norm for each field norm; see bm25f.ts. */
  lengthNorms: Float64Array;
  records: number;
  /** Document frequencies of the keys, in order. */
  documentFrequencies: number[];
  /** Selects the terms that the segment has. */
  termsOf(segment: OpenSegment): RankedTerm[];
};

/** Reads the statistics of the whole library: sums over its segments, in which deleted records count until a merge drops them. */
export async function readStatistics(
  segments: readonly OpenSegment[],
  keys: readonly string[],
): Promise<Statistics> {
  const bySegment = await Promise.all(segments.map(({ reader }) => reader.terms(keys)));
  const records = sum(segments.map(({ reader }) => reader.info.docs));
  const totalLength = sum(segments.map(({ reader }) => reader.info.totalLength));
  const documentFrequencies = keys.map((_, at) => sum(bySegment.map((postings) => postings[at]?.count ?? 0)));
  const factors = documentFrequencies.map((count) => termFactor(count, records));
  const terms = new Map(
    segments.map((segment, order) => [
      segment,
      (bySegment[order] ?? []).flatMap((postings, at) =>
        postings ? [{ postings, factor: factors[at] ?? 0 }] : [],
      ),
    ]),
  );
  return {
    records,
    documentFrequencies,
    lengthNorms: lengthNormsOf(segments, records > 0 ? totalLength / records : 0),
    termsOf: (segment) => terms.get(segment) ?? [],
  };
}

const knownLengthNorms = new WeakMap<readonly OpenSegment[], Float64Array>();

/** Length norms of a snapshot's segments, computed once: a table of all lengths takes longer than many a search. */
function lengthNormsOf(segments: readonly OpenSegment[], averageLength: number): Float64Array {
  const known = knownLengthNorms.get(segments);
  if (known) return known;
  const lengthNorms = computeLengthNorms(averageLength);
  knownLengthNorms.set(segments, lengthNorms);
  return lengthNorms;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
