import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { yearOfKey } from '../analysis/date-key.ts';
import { ByteReader } from '../postings/bytes.ts';
import {
  type DictionaryEntry,
  findInPage,
  readInline,
  readPage,
  readTable,
  sizeOf,
  type TermPostings,
} from '../postings/term-postings.ts';
import { chunkChecksum } from '../writing/checksum.ts';
import {
  type Awaitable,
  type ChunkAddress,
  chunkBytes,
  earlierChunkBytes,
  type LibraryStore,
  type SegmentInfo,
  type StoredChunk,
  type Stream,
  streams,
} from './segment-store.ts';

/** Cache of chunks and dictionary entries, shared by the segments of a library. Its content is immutable. */
export type SegmentCaches = {
  /** Chunks by `#chunkKey`. */
  chunks: BoundedCache<Uint8Array, number>;
  terms: BoundedCache<TermPostings | 'none'>;
  /** Bitmaps of terms that very many records contain, by segment and place of their postings. */
  bitmaps: BoundedCache<Int32Array>;
  /** Size of the largest bitmap that is kept. */
  bitmapBytesMax: number;
};

export function createCaches(bytesMax: number): SegmentCaches {
  return {
    chunks: new BoundedCache(0.7 * bytesMax),
    terms: new BoundedCache(0.2 * bytesMax),
    bitmaps: new BoundedCache(0.1 * bytesMax),
    bitmapBytesMax: 0.01 * bytesMax,
  };
}

/** Maximum number of chunks of one stream. */
const chunksMax = 2 ** 24;

const keyBytes = 9;
const fieldNormBytes = 2;

/** A term that at least one in so many records contain has a bitmap, which is faster to read than its postings. */
const bitmapShare = 16;

/** Number of consecutive records whose field norms are in one chunk of any segment. */
export const fieldNormsPerChunk = chunkBytes / fieldNormBytes;

/** The sort key of a record: newest first. */
export type RecordKey = { dateKey: number; pmid: number };

type Directory = { firstTerms: string[]; offsets: number[] };
type StreamPart = { stream: Stream; offset: number; length: number };

/**
 * Segment for reading; segment-encoder.ts describes its format. Frequent requests of a search return synchronously if
 * the bytes are cached, or if the engine is synchronous.
 */
export class SegmentReader {
  readonly id: number;
  readonly info: SegmentInfo;
  readonly chunkBytes: number;
  readonly #store: Pick<LibraryStore, 'read'>;
  readonly #caches: SegmentCaches;
  #directory: Directory | undefined;

  constructor(
    { id, info }: { id: number; info: SegmentInfo },
    store: Pick<LibraryStore, 'read'>,
    caches: SegmentCaches,
  ) {
    this.id = id;
    this.info = info;
    this.chunkBytes = info.chunkBytes ?? earlierChunkBytes;
    this.#store = store;
    this.#caches = caches;
  }

  chunk(stream: Stream, chunk: number): Awaitable<Uint8Array> {
    const key = this.#chunkKey(stream, chunk);
    const known = this.#caches.chunks.get(key);
    if (known) return known;
    const address = { segment: this.id, stream, chunk };
    const keep = ([stored]: readonly StoredChunk[]): Uint8Array => {
      const bytes = this.#whole(address, stored);
      this.#caches.chunks.set(key, bytes, bytes.length);
      return bytes;
    };
    const read = this.#store.read([address]);
    return read instanceof Promise ? read.then(keep) : keep(read);
  }

  /** Part of a stream. */
  range(stream: Stream, offset: number, length: number): Awaitable<Uint8Array> {
    // An empty stream has no chunk.
    if (length === 0) return new Uint8Array(0);
    const { chunkBytes } = this;
    const first = Math.floor(offset / chunkBytes);
    const start = offset - first * chunkBytes;
    if (start + length > chunkBytes) return this.#joined({ stream, offset, length });
    const chunk = this.chunk(stream, first);
    return chunk instanceof Promise
      ? chunk.then((bytes) => bytes.subarray(start, start + length))
      : chunk.subarray(start, start + length);
  }

  /** Fetches the missing chunks of these parts in one call of the store. */
  async ahead(parts: readonly StreamPart[]): Promise<void> {
    const { chunkBytes } = this;
    const missing = new Map<number, { segment: number; stream: Stream; chunk: number }>();
    for (const { stream, offset, length } of parts) {
      const last = Math.floor((offset + Math.max(length, 1) - 1) / chunkBytes);
      for (let chunk = Math.floor(offset / chunkBytes); chunk <= last; chunk++) {
        const key = this.#chunkKey(stream, chunk);
        if (!this.#caches.chunks.has(key)) missing.set(key, { segment: this.id, stream, chunk });
      }
    }
    if (missing.size === 0) return;
    const chunks = await this.#store.read([...missing.values()]);
    for (const [at, [key, address]] of [...missing].entries()) {
      const bytes = this.#whole(address, chunks[at]);
      this.#caches.chunks.set(key, bytes, bytes.length);
    }
  }

  /**
   * Returns the postings of these terms, undefined for those in no record. Keys: the letter of the space, then the
   * term.
   */
  async terms(keys: readonly string[]): Promise<(TermPostings | undefined)[]> {
    const found = keys.map((key) => this.#caches.terms.get(`${this.id} ${key}`));
    const missing = keys.filter((_, at) => found[at] === undefined);
    if (missing.length > 0) {
      const read = await this.#lookUp([...new Set(missing)]);
      for (const [at, key] of keys.entries()) found[at] ??= read.get(key) ?? 'none';
    }
    return found.map((postings) => (postings === 'none' ? undefined : postings));
  }

  /** Yields every term of the segment in order, one page of the dictionary at a time; for merging and checking. */
  async *everyTerm(): AsyncGenerator<{ key: string; entry: DictionaryEntry }[]> {
    const { offsets } = await this.#openDirectory();
    for (let page = 0; page + 1 < offsets.length; page++) {
      const offset = offsets[page] ?? 0;
      yield readPage(await this.range('terms', offset, (offsets[page + 1] ?? 0) - offset));
    }
  }

  /** Returns the entries of every term with this prefix. */
  async *entriesFrom(prefix: string): AsyncGenerator<DictionaryEntry> {
    const directory = await this.#openDirectory();
    const { firstTerms, offsets } = directory;
    for (let page = Math.max(0, placeIn(firstTerms, prefix) - 1); page < firstTerms.length; page++) {
      const first = firstTerms[page] ?? '';
      if (first > prefix && !first.startsWith(prefix)) return;
      const offset = offsets[page] ?? 0;
      for (const { key, entry } of readPage(
        await this.range('terms', offset, (offsets[page + 1] ?? 0) - offset),
      ))
        if (key.startsWith(prefix)) yield entry;
    }
  }

  /** Reads the postings of a term. With `into`, postings read here before may be overwritten. */
  postingsOf(entry: DictionaryEntry, into?: TermPostings): Awaitable<TermPostings> {
    if (entry.inline) return readInline(entry, entry.inline, into?.inline && into);
    const table = this.range('blocks', entry.blocksAt + entry.blocksBytes, entry.tableBytes);
    return table instanceof Promise
      ? table.then((bytes) => readTable(entry, bytes))
      : readTable(entry, table);
  }

  /**
   * Returns a term's bitmap, if it is worth keeping: bit `id & 31` of element `id >> 5` for each record. A new one is
   * empty, to be filled by the caller and passed to `keepBitmap`.
   */
  bitmapOf({ count, blocksAt, inline }: TermPostings): { bitmap: Int32Array; isNew: boolean } | undefined {
    const { docs } = this.info;
    if (inline || count < docs / bitmapShare || docs / 8 > this.#caches.bitmapBytesMax) return undefined;
    const known = this.#caches.bitmaps.get(`${this.id} ${blocksAt}`);
    return { bitmap: known ?? new Int32Array(Math.ceil(docs / 32)), isNew: !known };
  }

  keepBitmap({ blocksAt }: TermPostings, bitmap: Int32Array): void {
    this.#caches.bitmaps.set(`${this.id} ${blocksAt}`, bitmap, bitmap.byteLength);
  }

  /** Reads the field norms of all records in one chunk with this one; `from` is the first of them. */
  readFieldNorms(id: number): Awaitable<{ from: number; fieldNorms: Uint16Array }> {
    const perChunk = this.chunkBytes / fieldNormBytes;
    const chunk = Math.floor(id / perChunk);
    const from = chunk * perChunk;
    const bytes = this.chunk('lengths', chunk);
    return bytes instanceof Promise
      ? bytes.then((loaded) => ({ from, fieldNorms: decodeFieldNorms(loaded) }))
      : { from, fieldNorms: decodeFieldNorms(bytes) };
  }

  /** Returns date key and PMID of a record. */
  key(id: number): Awaitable<RecordKey> {
    const keysPerChunk = this.chunkBytes / keyBytes;
    const chunk = Math.floor(id / keysPerChunk);
    const at = (id - chunk * keysPerChunk) * keyBytes;
    const bytes = this.chunk('keys', chunk);
    return bytes instanceof Promise ? bytes.then((loaded) => readKey(loaded, at)) : readKey(bytes, at);
  }

  /** Returns the local id of the record with this key, or undefined. */
  async find(key: RecordKey): Promise<number | undefined> {
    const [from, to] = this.yearRange(yearOfKey(key.dateKey), yearOfKey(key.dateKey));
    const id = await this.#search(key, from, to);
    if (id >= to) return undefined;
    const found = await this.key(id);
    return found.dateKey === key.dateKey && found.pmid === key.pmid ? id : undefined;
  }

  /** Returns the local ids of these years, both inclusive: from, to (exclusive). */
  yearRange(first: number, last: number): [from: number, to: number] {
    let from = 0;
    let to = 0;
    for (const [year, records] of this.info.years) {
      if (year > last) from += records;
      if (year >= first) to += records;
    }
    return [Math.min(from, to), to];
  }

  /** Returns the first id from `low` to before `high` whose key does not come before this one; `high` if all do. */
  async #search({ dateKey, pmid }: RecordKey, low: number, high: number): Promise<number> {
    let [from, to] = [low, high];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const read = this.key(middle);
      const key = read instanceof Promise ? await read : read;
      if (key.dateKey > dateKey || (key.dateKey === dateKey && key.pmid > pmid)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #chunkKey(stream: Stream, chunk: number): number {
    return (this.id * streams.length + streams.indexOf(stream)) * chunksMax + chunk;
  }

  /** Returns the bytes of a chunk after verifying its checksum. */
  #whole(address: ChunkAddress, stored: StoredChunk | undefined): Uint8Array {
    if (!stored) throw new Error('a store left a chunk out');
    const { bytes, checksum } = stored;
    const isWhole = checksum === null ? !this.info.checked : checksum === chunkChecksum(address, bytes);
    if (!isWhole) throw new LibraryDamaged(`${address.stream} of segment ${address.segment}`);
    return bytes;
  }

  async #openDirectory(): Promise<Directory> {
    if (this.#directory) return this.#directory;
    const reader = new ByteReader(await this.range('directory', 0, this.info.bytes.directory));
    const firstTerms: string[] = [];
    const offsets = [0];
    while (!reader.done) {
      offsets.push((offsets.at(-1) ?? 0) + reader.varint());
      const length = reader.varint();
      firstTerms.push(Buffer.from(reader.bytes.subarray(reader.at, reader.at + length)).toString());
      reader.at += length;
    }
    this.#directory = { firstTerms, offsets };
    return this.#directory;
  }

  /** Looks up any number of terms in three steps: the directory, their pages, their tables. */
  async #lookUp(keys: readonly string[]): Promise<Map<string, TermPostings>> {
    const directory = await this.#openDirectory();
    const pages = keys.map((key) => pageOf(directory, key));
    await this.ahead(pages.filter((page) => page !== undefined));
    const entries = [];
    for (const [at, key] of keys.entries()) {
      const page = pages[at];
      const entry = page && findInPage(await this.range('terms', page.offset, page.length), Buffer.from(key));
      if (entry) entries.push({ key, entry });
      else this.#caches.terms.set(`${this.id} ${key}`, 'none', 100);
    }
    const tables = entries.map(({ entry }) => ({
      stream: 'blocks' as const,
      offset: entry.blocksAt + entry.blocksBytes,
      length: entry.tableBytes,
    }));
    await this.ahead(tables.filter(({ length }) => length > 0));
    const found = new Map<string, TermPostings>();
    for (const { key, entry } of entries) {
      const postings = await this.postingsOf(entry);
      this.#caches.terms.set(`${this.id} ${key}`, postings, sizeOf(postings));
      found.set(key, postings);
    }
    return found;
  }

  #joined({ stream, offset, length }: StreamPart): Awaitable<Uint8Array> {
    const { chunkBytes } = this;
    const first = Math.floor(offset / chunkBytes);
    const last = Math.floor((offset + length - 1) / chunkBytes);
    const read = Array.from({ length: last - first + 1 }, (_, at) => this.chunk(stream, first + at));
    const join = (chunks: readonly Uint8Array[]): Uint8Array => {
      const joined = new Uint8Array(length);
      let at = 0;
      for (const bytes of chunks) {
        const start = at === 0 ? offset - first * chunkBytes : 0;
        const part = bytes.subarray(start, Math.min(bytes.length, start + length - at));
        joined.set(part, at);
        at += part.length;
      }
      return joined;
    };
    const chunks = read.filter((each): each is Uint8Array => !(each instanceof Promise));
    return chunks.length === read.length
      ? join(chunks)
      : Promise.all(read.map(async (each) => each)).then(join);
  }
}

/** Counts the pages that begin with this term or an earlier one. */
function placeIn(firstTerms: readonly string[], key: string): number {
  let low = 0;
  let high = firstTerms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firstTerms[middle] ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pageOf({ firstTerms, offsets }: Directory, key: string): StreamPart | undefined {
  const place = placeIn(firstTerms, key);
  const offset = offsets[place - 1];
  const end = offsets[place];
  if (offset === undefined || end === undefined) return undefined;
  return { stream: 'terms', offset, length: end - offset };
}

/** Two-byte numbers, lowest first, as in the memory of every platform of Node. */
function decodeFieldNorms(bytes: Uint8Array): Uint16Array {
  const aligned = bytes.byteOffset % fieldNormBytes === 0 ? bytes : bytes.slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length / fieldNormBytes);
}

function readKey(bytes: Uint8Array, at: number): RecordKey {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, keyBytes);
  return { dateKey: view.getUint32(0, true), pmid: view.getUint32(4, true) + view.getUint8(8) * 2 ** 32 };
}
