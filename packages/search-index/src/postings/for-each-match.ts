import type { YearRange } from '@citewell/core/records/query.ts';
import { hasFields } from '../analysis/fields.ts';
import type { PrefixClause, TermClause } from '../query/compile-query.ts';
import type { CooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { countDeletedDocs, deletedDocIds, hasBit, type OpenSegment } from '../segments/open-segment.ts';
import {
  AllDocsIterator,
  batchSize,
  countWith,
  createDocIdIterator,
  type DocIdIterator,
  ListIterator,
  type Range,
} from './doc-id-iterators.ts';
import { createPrefixIterator } from './prefix-iterator.ts';

/** Query clauses with PMIDs and DOIs already resolved to records. */
export type Filters = {
  words: readonly TermClause[];
  prefixes?: readonly PrefixClause[];
  /** Records to which the matches are restricted; undefined without such a restriction. */
  records: readonly { dateKey: number; pmid: number }[] | undefined;
  years: YearRange;
};

/** Local ids of the requested years. A record without a year is in none, but is found if no years are requested. */
export function yearsOf({ reader }: OpenSegment, { from, to }: YearRange): Range {
  if (from === undefined && to === undefined) return [0, reader.info.docs];
  return reader.yearRange(Math.max(from ?? 1, 1), to ?? Number.POSITIVE_INFINITY);
}

/**
 * Calls `visit` with the ids of the segment's matching live records, in order, one batch at a time, until it returns
 * false.
 */
export async function forEachMatch(
  segment: OpenSegment,
  filters: Filters,
  scheduler: CooperativeScheduler,
  visit: (ids: Int32Array, count: number) => boolean | Promise<boolean>,
): Promise<void> {
  const matchers = await matchersOf(segment, filters, scheduler);
  if (!matchers) return;
  const [lead, ...others] = matchers;
  const ids = new Int32Array(batchSize);
  while (lead && !lead.done) {
    let count = await lead.next(ids);
    for (const other of others) if (count > 0) count = await other.filter(ids, count);
    if (segment.deletedCount > 0) count = keepLiveDocs(segment.deletedDocs, ids, count);
    if (scheduler.shouldYield()) await scheduler.yield();
    if (count === 0) continue;
    const goesOn = visit(ids, count);
    if (!(goesOn instanceof Promise ? await goesOn : goesOn)) return;
  }
}

/**
 * Returns the number of matching records of the segment if it is known without visiting them (for everything, and for
 * one word in all years); otherwise undefined.
 */
export async function knownCount(
  segment: OpenSegment,
  filters: Filters,
  scheduler: CooperativeScheduler,
): Promise<number | undefined> {
  const [from, to] = yearsOf(segment, filters.years);
  const [word, second] = filters.words;
  const [part, another] = word?.parts ?? [];
  if (filters.records || filters.prefixes?.length || second || another) return undefined;
  if (!word || !part) return to - from - countDeletedDocs(segment.deletedDocs, from, to);
  if (to - from < segment.reader.info.docs) return undefined;
  const [postings] = await segment.reader.terms([part.key]);
  if (!postings) return 0;
  if (!postings.fieldCounts && hasFields(part.key)) return undefined;
  let count = countWith(postings, word.mask);
  if (segment.deletedCount > 0) count -= await countDeletedMatches(segment, word, scheduler);
  return count;
}

/** Counts the deleted records that contain the word. */
async function countDeletedMatches(
  segment: OpenSegment,
  word: TermClause,
  scheduler: CooperativeScheduler,
): Promise<number> {
  const postings = await segment.reader.terms(word.parts.map(({ key }) => key));
  const range: Range = [0, segment.reader.info.docs];
  const matcher = createDocIdIterator(segment.reader, word, postings, range);
  const deletedDocs = new ListIterator([...deletedDocIds(segment.deletedDocs)], range);
  const ids = new Int32Array(batchSize);
  let count = 0;
  while (matcher && !deletedDocs.done) {
    count += await matcher.filter(ids, await deletedDocs.next(ids));
    if (scheduler.shouldYield()) await scheduler.yield();
  }
  return count;
}

/** Iterators, the rarest first and expensive ones last; undefined if nothing can match. */
async function matchersOf(
  segment: OpenSegment,
  filters: Filters,
  scheduler: CooperativeScheduler,
): Promise<DocIdIterator[] | undefined> {
  const { reader } = segment;
  const range = yearsOf(segment, filters.years);
  if (range[0] >= range[1]) return undefined;
  const keys = filters.words.map(({ parts }) => parts.map(({ key }) => key));
  const postings = await reader.terms(keys.flat());
  const matchers: DocIdIterator[] = [];
  let at = 0;
  for (const [order, clauses] of filters.words.entries()) {
    const end = at + (keys[order]?.length ?? 0);
    const matcher = createDocIdIterator(reader, clauses, postings.slice(at, end), range);
    if (!matcher) return undefined;
    matchers.push(matcher);
    at = end;
  }
  for (const clause of filters.prefixes ?? []) {
    const matcher = await createPrefixIterator(reader, clause, range, scheduler);
    if (matcher.estimate === 0) return undefined;
    matchers.push(matcher);
  }
  if (filters.records) {
    const found = await Promise.all(filters.records.map((record) => reader.find(record)));
    const ids = found.filter((id) => id !== undefined).sort((left, right) => left - right);
    matchers.push(new ListIterator(ids, range));
  }
  if (matchers.length === 0) return [new AllDocsIterator(range)];
  matchers.sort((left, right) => left.estimate - right.estimate);
  const [lead, ...others] = matchers;
  if (!lead) return undefined;
  return [
    lead,
    ...others.filter(({ isExpensive }) => !isExpensive),
    ...others.filter(({ isExpensive }) => isExpensive),
  ];
}

function keepLiveDocs(deletedDocs: Uint8Array, ids: Int32Array, count: number): number {
  let kept = 0;
  for (let each = 0; each < count; each++) {
    const id = ids[each] ?? 0;
    if (!hasBit(deletedDocs, id)) ids[kept++] = id;
  }
  return kept;
}
