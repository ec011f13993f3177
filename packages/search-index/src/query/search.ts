import type { YearRange } from '@citewell/core/records/query.ts';
import { anyField } from '../analysis/fields.ts';
import { GrowingInts } from '../postings/bytes.ts';
import { type Filters, forEachMatch, knownCount, yearsOf } from '../postings/for-each-match.ts';
import { mergeLists, type SegmentList } from '../postings/merge-lists.ts';
import { BestScores } from '../scoring/best-scores.ts';
import { maxScoreTopK } from '../scoring/max-score-top-k.ts';
import { scoreDocIds } from '../scoring/score-doc-ids.ts';
import { type OpenSegment, setBit } from '../segments/open-segment.ts';
import type { RecordKey } from '../segments/segment-reader.ts';
import type { TermClause } from './compile-query.ts';
import type { CooperativeScheduler } from './cooperative-scheduler.ts';
import { countAny } from './count-any.ts';
import { readStatistics } from './statistics.ts';

/** Records in order, at most as many as requested, and the total number of matches. */
export type SearchHits = { total: number; records: RecordKey[] };

/** Finds the newest matching records. */
export async function searchNewest(
  segments: readonly OpenSegment[],
  filters: Filters,
  depth: number,
  scheduler: CooperativeScheduler,
): Promise<SearchHits> {
  let total = 0;
  const lists: SegmentList[] = [];
  for (const segment of segments) {
    const known = await knownCount(segment, filters, scheduler);
    const ids: number[] = [];
    let count = 0;
    if (known !== 0)
      await forEachMatch(segment, filters, scheduler, (batch, size) => {
        count += size;
        for (let at = 0; at < size && ids.length < depth; at++) ids.push(batch[at] ?? 0);
        return known === undefined || ids.length < depth;
      });
    total += known ?? count;
    lists.push({ reader: segment.reader, ids });
  }
  return { total, records: await mergeLists(lists, depth) };
}

/**
 * Finds the matching records with the best scores for the words of the search, ties by date; by date alone without such
 * words.
 */
export async function searchRelevant(
  segments: readonly OpenSegment[],
  filters: Filters,
  depth: number,
  scheduler: CooperativeScheduler,
): Promise<SearchHits> {
  const keys = [...new Set(filters.words.flatMap(({ scored }) => scored))];
  if (keys.length === 0) return searchNewest(segments, filters, depth, scheduler);
  const [only, another] = filters.words;
  if (only && !another && !filters.records && !filters.prefixes?.length && isOneWord(only))
    return rankAny(segments, { keys, mask: only.mask, years: filters.years, depth }, scheduler, (segment) =>
      knownCount(segment, filters, scheduler),
    );
  const statistics = await readStatistics(segments, keys);
  const best = new BestScores(depth);
  const lists: SegmentList[] = [];
  let total = 0;
  for (const segment of segments) {
    const terms = statistics.termsOf(segment);
    const { lengthNorms } = statistics;
    const matches = new Matches(
      segment,
      terms.reduce((sum, { postings }) => sum + postings.count, 0),
    );
    await forEachMatch(segment, filters, scheduler, (ids, count) => matches.add(ids, count));
    total += matches.count;
    const range = yearsOf(segment, filters.years);
    const options = { terms, lengthNorms, mask: anyField, range, depth, floor: best.floor };
    const top = matches.listed
      ? await scoreDocIds(segment, matches.listed, options, scheduler)
      : await maxScoreTopK(segment, { ...options, accepted: matches.bits }, scheduler);
    best.add(top.scores);
    lists.push({ reader: segment.reader, ...top });
  }
  return { total, records: await mergeLists(lists, depth) };
}

/** Finds the records with the best scores for any of these terms, and the number of records with each of the terms. */
export async function rankAny(
  segments: readonly OpenSegment[],
  question: {
    keys: readonly string[];
    mask: number;
    years: YearRange;
    depth: number;
    /** Bits of the records that may be found, by segment; all if absent. */
    accepted?: (segment: OpenSegment) => Promise<Uint8Array>;
  },
  scheduler: CooperativeScheduler,
  knownTotal: (segment: OpenSegment) => Promise<number | undefined> = async () => undefined,
): Promise<SearchHits & { documentFrequencies: number[]; documentCount: number }> {
  const {
    lengthNorms,
    termsOf,
    documentFrequencies,
    records: documentCount,
  } = await readStatistics(segments, question.keys);
  const best = new BestScores(question.depth);
  const lists: SegmentList[] = [];
  let total = 0;
  for (const segment of segments) {
    const { mask, depth } = question;
    const accepted = await question.accepted?.(segment);
    const range = yearsOf(segment, question.years);
    const options = { terms: termsOf(segment), lengthNorms, mask, range, accepted, depth, floor: best.floor };
    total += (await knownTotal(segment)) ?? (await countAny(segment, options, scheduler));
    const top = await maxScoreTopK(segment, options, scheduler);
    best.add(top.scores);
    lists.push({ reader: segment.reader, ...top });
  }
  return { total, records: await mergeLists(lists, question.depth), documentFrequencies, documentCount };
}

/** Returns the bits of the segment's records that match any of these. */
export async function bitsOfAny(
  segment: OpenSegment,
  clauses: readonly TermClause[],
  scheduler: CooperativeScheduler,
): Promise<Uint8Array> {
  const bits = new Uint8Array(Math.ceil(segment.reader.info.docs / 8));
  for (const each of clauses)
    await forEachMatch(segment, { words: [each], records: undefined, years: {} }, scheduler, (ids, count) => {
      for (let at = 0; at < count; at++) setBit(bits, ids[at] ?? 0);
      return true;
    });
  return bits;
}

function isOneWord({ parts, scored }: TermClause): boolean {
  return parts.length === 1 && parts[0]?.key === scored[0];
}

/** Number of postings read in the time of one lookup. */
const lookUpCost = 16;

/**
 * Matches of a segment: a list while looking up their scores one by one is faster than reading the postings of all
 * scored terms, otherwise bits.
 */
class Matches {
  count = 0;
  listed: GrowingInts | undefined = new GrowingInts();
  bits: Uint8Array | undefined;
  readonly #docs: number;
  readonly #listedMax: number;

  constructor(segment: OpenSegment, postings: number) {
    this.#docs = segment.reader.info.docs;
    this.#listedMax = Math.max(1_000, postings / lookUpCost);
  }

  add(ids: Int32Array, count: number): true {
    this.count += count;
    if (this.listed && this.count > this.#listedMax) {
      this.bits = new Uint8Array(Math.ceil(this.#docs / 8));
      for (let at = 0; at < this.listed.length; at++) setBit(this.bits, this.listed.at(at));
      this.listed = undefined;
    }
    if (this.bits) for (let at = 0; at < count; at++) setBit(this.bits, ids[at] ?? 0);
    else for (let at = 0; at < count; at++) this.listed?.push(ids[at] ?? 0);
    return true;
  }
}
