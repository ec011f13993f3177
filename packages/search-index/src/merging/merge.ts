import { BlockCursor } from '../postings/block-cursor.ts';
import { type DictionaryEntry, noPostings, type TermPostings } from '../postings/term-postings.ts';
import { deletedDocIds, hasBit, type OpenSegment, setBit } from '../segments/open-segment.ts';
import { SegmentEncoder } from '../segments/segment-encoder.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentInfo } from '../segments/segment-store.ts';

/** Bytes of a new segment that are buffered before they are written. */
const pendingMax = 16 * 2 ** 20;

export type Merged = {
  info: SegmentInfo;
  /** Maps local ids of the old segments to those of the new one, by source; -1 for deleted documents. */
  newIds: Int32Array[];
};

/**
 * Merges segments into one, without their deleted records: postings are copied, and no text is read. Memory: about 20
 * bytes per record, whatever its length. `write` receives the chunks as they fill up.
 */
export async function mergeSegments(
  sources: readonly OpenSegment[],
  write: (encoder: SegmentEncoder) => Promise<void>,
  signal: AbortSignal,
): Promise<Merged> {
  const { newIds, dateKeys, pmids, fieldNorms } = await mergeRecords(sources);
  const encoder = new SegmentEncoder(fieldNorms);
  const readers = sources.map(({ reader }, at) => new TermReader(reader, newIds[at] ?? new Int32Array(0)));
  for (const termReader of readers) await termReader.nextTerm();
  const sharing: TermReader[] = [];
  let terms = 0;
  for (;;) {
    let key: string | undefined;
    for (const termReader of readers)
      if (termReader.key !== undefined && (key === undefined || termReader.key < key)) key = termReader.key;
    if (key === undefined) break;
    sharing.length = 0;
    for (const termReader of readers) if (termReader.key === key) sharing.push(termReader);
    encoder.beginTerm(key);
    await copyPostings(sharing, encoder);
    encoder.endTerm();
    for (const termReader of sharing) {
      const wait = termReader.nextTerm();
      if (wait) await wait;
    }
    if (encoder.pendingBytes > pendingMax) await write(encoder);
    // Lets other work of this thread proceed.
    if (++terms % 5_000 === 0) await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const info = encoder.finish({ dateKeys, pmids });
  await write(encoder);
  return { info, newIds };
}

/** Returns the bits of records of the new segment that were deleted from the old ones since the merge. */
export function deletedSince(
  before: readonly OpenSegment[],
  now: readonly { deletedDocs: Uint8Array }[],
  { info, newIds }: Merged,
): { deletedDocs: Uint8Array; deletedCount: number } {
  const deletedDocs = new Uint8Array(Math.ceil(info.docs / 8));
  let deletedCount = 0;
  for (const [at, { deletedDocs: deletedNow }] of now.entries())
    for (const id of deletedDocIds(deletedNow)) {
      const newId = newIds[at]?.[id] ?? -1;
      if (newId < 0 || hasBit(before[at]?.deletedDocs ?? new Uint8Array(0), id)) continue;
      setBit(deletedDocs, newId);
      deletedCount++;
    }
  return { deletedDocs, deletedCount };
}

/** Merges the records of all sources in order, without deleted ones. */
async function mergeRecords(sources: readonly OpenSegment[]) {
  const docs = sources.reduce((sum, { reader, deletedCount }) => sum + reader.info.docs - deletedCount, 0);
  const newIds = sources.map(({ reader }) => new Int32Array(reader.info.docs).fill(-1));
  const dateKeys = new Int32Array(docs);
  const pmids = new Float64Array(docs);
  const fieldNorms = new Uint16Array(docs);
  const heads = sources.map(() => ({ id: -1, dateKey: 0, pmid: 0 }));
  const advance = async (at: number) => {
    const [source, head] = [sources[at], heads[at]];
    if (!source || !head) return;
    do head.id++;
    while (head.id < source.reader.info.docs && hasBit(source.deletedDocs, head.id));
    if (head.id >= source.reader.info.docs) return;
    const key = source.reader.key(head.id);
    Object.assign(head, key instanceof Promise ? await key : key);
  };
  for (const at of sources.keys()) await advance(at);
  for (let newId = 0; newId < docs; newId++) {
    let newest = -1;
    for (const [at, head] of heads.entries()) {
      if (head.id >= (sources[at]?.reader.info.docs ?? 0)) continue;
      const best = heads[newest];
      if (!best || head.dateKey > best.dateKey || (head.dateKey === best.dateKey && head.pmid > best.pmid))
        newest = at;
    }
    const [head, source, ids] = [heads[newest], sources[newest], newIds[newest]];
    if (!head || !source || !ids) break;
    ids[head.id] = newId;
    dateKeys[newId] = head.dateKey;
    pmids[newId] = head.pmid;
    const read = source.reader.readFieldNorms(head.id);
    const { from, fieldNorms: known } = read instanceof Promise ? await read : read;
    fieldNorms[newId] = known[head.id - from] ?? 0;
    await advance(newest);
  }
  return { newIds, dateKeys, pmids, fieldNorms };
}

/** Iterates over the terms of a source, and over the postings of the current term. */
class TermReader {
  /** The id of the current posting in the new segment; -1 after the last one. */
  newId = -1;
  readonly cursor: BlockCursor;
  at = -1;
  readonly #reader: SegmentReader;
  readonly #newIds: Int32Array;
  readonly #pages: AsyncGenerator<{ key: string; entry: DictionaryEntry }[]>;
  #page: { key: string; entry: DictionaryEntry }[] = [];
  #inPage = -1;
  #inline: TermPostings | undefined;

  constructor(reader: SegmentReader, newIds: Int32Array) {
    this.#reader = reader;
    this.#newIds = newIds;
    this.#pages = reader.everyTerm();
    this.cursor = new BlockCursor(reader, noPostings);
  }

  get key(): string | undefined {
    return this.#page[this.#inPage]?.key;
  }

  /** Moves to the next term. Returns a promise only if a page has to be read. */
  nextTerm(): Promise<void> | undefined {
    return ++this.#inPage < this.#page.length ? undefined : this.#nextPage();
  }

  /** Moves to the first posting of the term. */
  begin(): Promise<void> | undefined {
    const entry = this.#page[this.#inPage]?.entry;
    if (!entry) return undefined;
    const postings = this.#reader.postingsOf(entry, this.#inline);
    if (postings instanceof Promise) return postings.then((read) => this.#begin(read));
    return this.#begin(postings);
  }

  /** Moves to the next posting of a live document. Returns a promise only if a block has to be fetched. */
  next(): Promise<void> | undefined {
    const { cursor } = this;
    for (this.at++; this.at < cursor.size; this.at++) {
      this.newId = this.#newIds[cursor.ids[this.at] ?? 0] ?? -1;
      if (this.newId >= 0) return undefined;
    }
    this.newId = -1;
    return cursor.block + 1 < cursor.postings.blocks ? this.#nextBlock() : undefined;
  }

  #begin(postings: TermPostings): Promise<void> | undefined {
    if (postings.inline) this.#inline = postings;
    this.cursor.use(postings);
    this.at = -1;
    return this.next();
  }

  #nextBlock(): Promise<void> | undefined {
    const { cursor } = this;
    this.at = -1;
    const block = cursor.load(cursor.block + 1);
    if (block) return block.then(() => this.#afterBlock());
    return this.#afterBlock();
  }

  #afterBlock(): Promise<void> | undefined {
    const positions = this.cursor.loadPositions();
    return positions ? positions.then(() => this.next()) : this.next();
  }

  async #nextPage(): Promise<void> {
    const { value, done } = await this.#pages.next();
    this.#page = done ? [] : value;
    this.#inPage = 0;
  }
}

async function copyPostings(readers: readonly TermReader[], encoder: SegmentEncoder): Promise<void> {
  const open: TermReader[] = [];
  for (const termReader of readers) {
    const wait = termReader.begin();
    if (wait) await wait;
    if (termReader.newId >= 0) open.push(termReader);
  }
  while (open.length > 0) {
    let first = 0;
    for (let at = 1; at < open.length; at++)
      if ((open[at]?.newId ?? 0) < (open[first]?.newId ?? 0)) first = at;
    const termReader = open[first];
    if (!termReader) break;
    const { cursor, at } = termReader;
    const code = cursor.codes[cursor.codesAt + at] ?? 0;
    const from = cursor.positionBytesAt(at);
    encoder.add(
      termReader.newId,
      code,
      cursor.countsAt(at),
      cursor.positionBytes,
      from,
      cursor.positionBytesAt(at + 1),
    );
    const wait = termReader.next();
    if (wait) await wait;
    if (termReader.newId < 0) open.splice(first, 1);
  }
}
