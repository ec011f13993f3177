import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { isDamaged } from '@citewell/core/storage-error.ts';
import { CommonGrams, commonGram, commonNumber } from '../analysis/common-grams.ts';
import { dateKey } from '../analysis/date-key.ts';
import { doiHash } from '../analysis/doi.ts';
import { type Field, type Space, spaces } from '../analysis/fields.ts';
import { createRecordScanner, termOf } from '../analysis/terms.ts';
import { BlockCursor, fieldDistance } from '../postings/block-cursor.ts';
import { noPostings } from '../postings/term-postings.ts';
import { hasBit, type OpenSegment } from '../segments/open-segment.ts';
import { decodeRecord } from '../segments/record-codec.ts';
import { SearcherManager } from '../segments/searcher-manager.ts';
import { fieldNormMax } from '../segments/segment-builder.ts';
import type { DoiEntry, LibraryWriteStore, StoredDocument, StoredNotice } from '../segments/segment-store.ts';
import { expectRecord, noticesChecksum } from './checksum.ts';
import { addToEmpty, doiBuckets, expectDois, sumChanges, sumDois } from './doi-sums.ts';
import { expectProgress } from './progress.ts';
import { hasUnchecked } from './unchecked.ts';

/** Maximum number of problems reported one by one. */
const reportedMax = 100;

/**
 * Reads everything: converts each record to terms again and compares them with the index, by a sum over terms and
 * positions. Concurrent writes may be reported as problems.
 */
export async function verifyLibrary(store: LibraryWriteStore, signal: AbortSignal): Promise<string[]> {
  const problems: string[] = [];
  try {
    problems.push(...(await store.check()));
    await lookForProblems(store, problems, signal);
  } catch (error) {
    if (!(error instanceof LibraryDamaged || isDamaged(error))) throw error;
    problems.push(`It cannot be read to its end: ${reasonOf(error)}.`);
  }
  const rest = problems.length - reportedMax;
  return rest > 0 ? [...problems.slice(0, reportedMax), `And ${rest} problems more.`] : problems;
}

function reasonOf(error: unknown): string {
  if (error instanceof LibraryDamaged) return error.place;
  return error instanceof Error ? error.message : 'unknown';
}

/** Adds each problem as a sentence. */
async function lookForProblems(
  store: LibraryWriteStore,
  problems: string[],
  signal: AbortSignal,
): Promise<void> {
  const { segments } = await new SearcherManager(store, 32 * 2 ** 20).current();
  const sums = new Map<OpenSegment, Int32Array>();
  for (const segment of segments) {
    const { reader } = segment;
    try {
      sums.set(segment, await sumsOf(segment, signal));
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`Segment ${reader.id} cannot be read: ${reasonOf(error)}.`);
    }
  }
  const sumOf = createRecordSum();
  const uncheckedToo = await hasUnchecked(store);
  const dois = new Map<number, number>();
  let records = 0;
  let after = 0;
  for (;;) {
    const stored: readonly StoredDocument[] = await store.documentsAfter(after, 500);
    const said = Map.groupBy(await store.notices(stored.map(({ pmid }) => pmid)), ({ of }) => of);
    for (const document of stored) {
      records++;
      const problem = await problemOf(
        document,
        { notices: said.get(document.pmid) ?? [], uncheckedToo },
        sums,
        sumOf,
      );
      if (problem) problems.push(problem);
      else accumulate(dois, sumChanges([], entriesOf(document)));
    }
    const last = stored.at(-1);
    if (!last) break;
    after = last.pmid;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const indexed = segments.reduce(
    (sum, { reader, deletedCount }) => sum + reader.info.docs - deletedCount,
    0,
  );
  await lookAtDois(store, dois, problems, signal);
  await lookAtProgress(store, problems);
  if (indexed !== records) problems.push(`${records} records are stored, but ${indexed} are indexed.`);
}

function entriesOf({ pmid, record }: StoredDocument): DoiEntry[] {
  const { doi } = decodeRecord(record);
  return doi ? [{ doi: doiHash(doi), pmid }] : [];
}

function accumulate(to: Map<number, number>, sums: ReadonlyMap<number, number>): void {
  for (const [bucket, sum] of sums) to.set(bucket, (to.get(bucket) ?? 0) + sum);
}

/** Number of buckets read at once. */
const bucketsAtOnce = 64;

/** Compares the index of DOIs with its checksums, and with the records (`expected`: their sums by bucket). */
async function lookAtDois(
  store: LibraryWriteStore,
  expected: ReadonlyMap<number, number>,
  problems: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let first = 0; first < doiBuckets; first += bucketsAtOnce) {
    const last = first + bucketsAtOnce - 1;
    const found = await store.dois(first, last);
    try {
      expectDois(first, last, found);
      // In an older library some have none.
      const sums = found.summed > last ? found.sums : sumDois(first, last, found.entries);
      for (const [bucket, sum] of addToEmpty(first, last, expected))
        if (sum !== sums.get(bucket))
          problems.push(`The index of DOIs does not fit the records (part ${bucket}).`);
    } catch (error) {
      if (!(error instanceof LibraryDamaged)) throw error;
      problems.push(`The index of DOIs is not what was written (from part ${first}).`);
    }
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
}

/** Compares the progress of every file with its checksum, and all of them with their sum. */
async function lookAtProgress(store: LibraryWriteStore, problems: string[]): Promise<void> {
  try {
    await expectProgress(store);
  } catch (error) {
    if (!(error instanceof LibraryDamaged)) throw error;
    problems.push('The progress of files is not what was written.');
  }
}

type RecordSum = (article: Parameters<ReturnType<typeof createRecordScanner>>[0]) => {
  sum: number;
  length: number;
};

async function problemOf(
  document: StoredDocument,
  { notices, uncheckedToo }: { notices: readonly StoredNotice[]; uncheckedToo: boolean },
  sums: ReadonlyMap<OpenSegment, Int32Array>,
  sumOf: RecordSum,
): Promise<string | undefined> {
  const { pmid, record, noticed } = document;
  let article: ReturnType<typeof decodeRecord>;
  try {
    expectRecord(document, uncheckedToo);
    if (noticed !== null && noticed !== noticesChecksum(notices))
      return `The notices of PMID ${pmid} are not those that were written.`;
    article = decodeRecord(record);
  } catch {
    return `The record of PMID ${pmid} cannot be read.`;
  }
  if (Number(article.pmid) !== pmid) return `The record of PMID ${pmid} is that of PMID ${article.pmid}.`;
  const key = { dateKey: dateKey(article), pmid };
  for (const [segment, segmentSums] of sums) {
    const id = await segment.reader.find(key);
    if (id === undefined || hasBit(segment.deletedDocs, id)) continue;
    const { from, fieldNorms } = await segment.reader.readFieldNorms(id);
    const { sum, length } = sumOf(article);
    if (sum === segmentSums[id] && fieldNorms[id - from] === Math.min(length, fieldNormMax)) return undefined;
    return `The index of PMID ${pmid} does not fit its record.`;
  }
  return `PMID ${pmid} is not indexed.`;
}

/** Reads all data of a segment about each record, by local id, as one number. Throws if the segment is malformed. */
async function sumsOf({ reader }: OpenSegment, signal: AbortSignal): Promise<Int32Array> {
  const sums = new Int32Array(reader.info.docs);
  const cursor = new BlockCursor(reader, noPostings);
  let last = '';
  for await (const page of reader.everyTerm()) {
    for (const { key, entry } of page) {
      if (key <= last) throw new Error('its terms are out of order');
      last = key;
      const hash = hashOf(key);
      const postings = await reader.postingsOf(entry);
      cursor.use(postings);
      for (let block = 0; block < postings.blocks; block++) {
        await cursor.load(block);
        await cursor.loadPositions();
        for (let at = 0; at < cursor.size; at++) {
          const id = cursor.ids[at] ?? 0;
          if (id >= sums.length) throw new Error('a posting is of no record');
          cursor.positionsOf(at);
          for (let each = cursor.positionsFrom; each < cursor.positionsTo; each++)
            sums[id] = (sums[id] ?? 0) + mix(hash, cursor.positions[each] ?? 0);
        }
      }
    }
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return sums;
}

function createRecordSum(): RecordSum {
  let sum = 0;
  const add = (key: string, field: number, position: number) => {
    sum = (sum + mix(hashOf(key), field * fieldDistance + position)) | 0;
  };
  const pairs = new CommonGrams();
  const addTerm = (space: Space, term: string, field: Field, position: number) => {
    add(spaces[space] + term, field, position);
    const common = space === 'text' ? commonNumber(term) : 0;
    const before = common > 0 ? pairs.before(common, field, position) : 0;
    if (before > 0) add(spaces.pair + commonGram(before, common), field, position - 1);
  };
  const scan = createRecordScanner({
    word: (space, text, start, end, field, position) =>
      addTerm(space, termOf(space, text.slice(start, end)), field, position),
    term: addTerm,
  });
  return (article) => {
    sum = 0;
    pairs.reset();
    const length = scan(article);
    return { sum, length };
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function mix(hash: number, position: number): number {
  const mixed = Math.imul(hash ^ Math.imul(position + 1, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
