import { yearOfKey } from '../analysis/date-key.ts';
import {
  abstractMask,
  type Counts,
  codeCounts,
  codeWeight,
  escaped,
  hasFields,
  keywordMask,
  maskOf,
  spaces,
  titleMask,
  weightOf,
} from '../analysis/fields.ts';
import { ByteWriter } from '../postings/bytes.ts';
import { impactsOf } from '../postings/impacts.ts';
import { type Chunk, chunkBytes, type SegmentInfo, type Stream, streams } from './segment-store.ts';

/** Number of postings per block, which a search reads or skips at once. */
export const blockSize = 128;

/** Maximum number of records of a term whose postings are stored in the dictionary, as for most terms. */
export const inlineMax = 24;

/** Size in bytes after which a page of the dictionary ends. A lookup reads one page. */
const pageBytes = 8_192;

/**
 * Writes a segment: terms in ascending order, the postings of each by ascending local id. What is written (numbers are
 * varints unless said otherwise):
 *
 * - `directory`: of each page of `terms` its bytes, and its first term: bytes, UTF-8.
 * - `terms`: pages. A page begins with the offsets of its first postings in `blocks` and `positions`; then terms, each as
 *   the bytes it shares with the one before, the bytes of the rest, the rest in UTF-8, how many records hold it (`count`).
 *   With a count up to `inlineMax`: the bytes of what follows, then bytes of ids, bytes of escapes, a block, its positions.
 *   Else, for texts and pairs, how many hold it in title, keyword, abstract, title or abstract; then the bytes of
 *   its blocks, of their table and of its positions.
 * - `blocks`: of each such term its blocks, then their table. A block: ids as differences, minus one, from the one before
 *   (of the block before, for its first), a frequency code a posting (fields.ts), three counts an escaped code.
 *   The table, a block an entry: difference of the last id, bytes of ids, bytes of escapes, bytes of positions, and
 *   impacts (impacts.ts), for texts: how many, then weight and field norm of each.
 * - `positions`: of each posting, field by field, the first position and then differences.
 * - `keys`: of each record its date key (4 bytes) and PMID (5 bytes), lowest byte first.
 * - `lengths`: of each record its field norm (2 bytes, lowest first, 65,535 for more).
 */
export class SegmentEncoder {
  readonly #fieldNorms: Uint16Array;
  readonly #streams: Record<Stream, ChunkedStream>;
  readonly #pending: Omit<Chunk, 'segment'>[] = [];
  readonly #page = new ByteWriter(2 * pageBytes);
  readonly #entry = new ByteWriter();
  #pageTerm: Uint8Array | undefined;
  #previous: Uint8Array = new Uint8Array(0);

  #term = '';
  #hasFields = false;
  #isRanked = false;
  readonly #counts = { all: 0, title: 0, keyword: 0, abstract: 0, titleAbstract: 0 };
  #lastId = -1;
  #blocksBytes = 0;
  #positionsBytes = 0;
  #previousLast = -1;
  readonly #table = new ByteWriter();

  readonly #ids = new Int32Array(blockSize);
  readonly #codes = new Uint8Array(blockSize);
  readonly #weights = new Int32Array(blockSize);
  #size = 0;
  readonly #escapes = new ByteWriter();
  readonly #positions = new ByteWriter();
  readonly #deltas = new ByteWriter();

  /** Receives the field norms by local id, which the impacts of a block need. */
  constructor(fieldNorms: Uint16Array) {
    this.#fieldNorms = fieldNorms;
    const stream = (name: Stream) =>
      new ChunkedStream((chunk, bytes) => this.#pending.push({ stream: name, chunk, bytes }));
    this.#streams = Object.fromEntries(streams.map((name) => [name, stream(name)])) as Record<
      Stream,
      ChunkedStream
    >;
  }

  /** `key`: the letter of the space, then the term. */
  beginTerm(key: string): void {
    this.#term = key;
    this.#hasFields = hasFields(key);
    this.#isRanked = key.startsWith(spaces.text);
    Object.assign(this.#counts, { all: 0, title: 0, keyword: 0, abstract: 0, titleAbstract: 0 });
    this.#lastId = -1;
    this.#previousLast = -1;
    this.#blocksBytes = 0;
    this.#positionsBytes = 0;
    this.#table.clear();
  }

  /**
   * Adds a posting with its positions, which are bytes `from` to `to` of `source`. The counts only matter for an
   * escaped code.
   */
  add(id: number, code: number, counts: Counts, source: Uint8Array, from: number, to: number): void {
    if (this.#size === blockSize) this.#flushBlock();
    const real = code === escaped ? counts : (codeCounts[code] ?? counts);
    const at = this.#size++;
    this.#ids[at] = id;
    this.#codes[at] = code;
    this.#weights[at] = code === escaped ? weightOf(counts) : (codeWeight[code] ?? 0);
    if (code === escaped)
      for (const count of [real.title, real.keyword, real.abstract]) this.#escapes.varint(count);
    this.#positions.copy(source, from, to);
    const mask = maskOf(real);
    this.#counts.all++;
    if (mask & titleMask) this.#counts.title++;
    if (mask & keywordMask) this.#counts.keyword++;
    if (mask & abstractMask) this.#counts.abstract++;
    if (mask & (titleMask | abstractMask)) this.#counts.titleAbstract++;
  }

  endTerm(): void {
    const { all, title, keyword, abstract, titleAbstract } = this.#counts;
    if (all === 0) return;
    const page = this.#beginEntry();
    page.varint(all);
    if (all <= inlineMax) {
      this.#encodeDeltas();
      const entry = this.#entry;
      entry.clear();
      entry.varint(this.#deltas.length);
      entry.varint(this.#escapes.length);
      entry.append(this.#deltas.view());
      entry.append(this.#codes.subarray(0, this.#size));
      entry.append(this.#escapes.view());
      entry.append(this.#positions.view());
      page.varint(entry.length);
      page.append(entry.view());
      this.#clearBlock();
    } else {
      this.#flushBlock();
      if (this.#hasFields) for (const count of [title, keyword, abstract, titleAbstract]) page.varint(count);
      page.varint(this.#blocksBytes);
      page.varint(this.#table.length);
      page.varint(this.#positionsBytes);
      this.#streams.blocks.append(this.#table.view());
    }
    if (page.length > pageBytes) this.#endPage();
  }

  /** Ends the segment. `keys`: date key and PMID by local id. */
  finish(keys: { dateKeys: Int32Array; pmids: Float64Array }): SegmentInfo {
    this.#endPage();
    const key = new Uint8Array(9);
    const view = new DataView(key.buffer);
    const docs = this.#fieldNorms.length;
    const years: [number, number][] = [];
    for (let id = 0; id < docs; id++) {
      const pmid = keys.pmids[id] ?? 0;
      view.setUint32(0, keys.dateKeys[id] ?? 0, true);
      view.setUint32(4, pmid % 2 ** 32, true);
      view.setUint8(8, Math.floor(pmid / 2 ** 32));
      this.#streams.keys.append(key);
      const year = yearOfKey(keys.dateKeys[id] ?? 0);
      const last = years.at(-1);
      if (last?.[0] === year) last[1]++;
      else years.push([year, 1]);
    }
    let totalLength = 0;
    const fieldNorm = new Uint8Array(2);
    for (const value of this.#fieldNorms) {
      totalLength += value;
      fieldNorm[0] = value & 255;
      fieldNorm[1] = value >> 8;
      this.#streams.lengths.append(fieldNorm);
    }
    for (const name of streams) this.#streams[name].end();
    const bytes = Object.fromEntries(streams.map((name) => [name, this.#streams[name].length]));
    return { docs, totalLength, years, bytes: bytes as Record<Stream, number>, checked: true, chunkBytes };
  }

  /** Returns the chunks that are full or, after `finish`, all that remain. Each is returned once. */
  takeChunks(segment: number): Chunk[] {
    return this.#pending.splice(0).map((chunk) => ({ segment, ...chunk }));
  }

  get pendingBytes(): number {
    return this.#pending.length * chunkBytes;
  }

  #beginEntry(): ByteWriter {
    const term = Buffer.from(this.#term);
    const page = this.#page;
    if (this.#pageTerm === undefined) {
      this.#pageTerm = term;
      this.#previous = new Uint8Array(0);
      page.varint(this.#streams.blocks.length - this.#blocksBytes);
      page.varint(this.#streams.positions.length - this.#positionsBytes);
    }
    let shared = 0;
    while (shared < term.length && term[shared] === this.#previous[shared]) shared++;
    page.varint(shared);
    page.varint(term.length - shared);
    page.copy(term, shared, term.length);
    this.#previous = term;
    return page;
  }

  #endPage(): void {
    if (this.#pageTerm === undefined) return;
    const directory = new ByteWriter();
    directory.varint(this.#page.length);
    directory.varint(this.#pageTerm.length);
    directory.append(this.#pageTerm);
    this.#streams.directory.append(directory.view());
    this.#streams.terms.append(this.#page.view());
    this.#page.clear();
    this.#pageTerm = undefined;
  }

  #encodeDeltas(): void {
    this.#deltas.clear();
    let last = this.#lastId;
    for (let at = 0; at < this.#size; at++) {
      const id = this.#ids[at] ?? 0;
      this.#deltas.varint(id - last - 1);
      last = id;
    }
    this.#lastId = last;
  }

  #flushBlock(): void {
    this.#encodeDeltas();
    const blocks = this.#streams.blocks;
    blocks.append(this.#deltas.view());
    blocks.append(this.#codes.subarray(0, this.#size));
    blocks.append(this.#escapes.view());
    this.#streams.positions.append(this.#positions.view());
    this.#blocksBytes += this.#deltas.length + this.#size + this.#escapes.length;
    this.#positionsBytes += this.#positions.length;
    const table = this.#table;
    table.varint(this.#lastId - this.#previousLast);
    table.varint(this.#deltas.length);
    table.varint(this.#escapes.length);
    table.varint(this.#positions.length);
    this.#previousLast = this.#lastId;
    const impacts = this.#isRanked ? impactsOf(this.#ids, this.#weights, this.#size, this.#fieldNorms) : [];
    table.varint(impacts.length);
    for (const { weight, fieldNorm } of impacts) {
      table.varint(weight);
      table.varint(fieldNorm);
    }
    this.#clearBlock();
  }

  #clearBlock(): void {
    this.#size = 0;
    this.#escapes.clear();
    this.#positions.clear();
  }
}

/** Collects bytes and passes them on whenever they fill a chunk. */
class ChunkedStream {
  readonly #emit: (chunk: number, bytes: Uint8Array) => void;
  #bytes = new Uint8Array(chunkBytes);
  #used = 0;
  #chunk = 0;

  constructor(emit: (chunk: number, bytes: Uint8Array) => void) {
    this.#emit = emit;
  }

  get length(): number {
    return this.#chunk * chunkBytes + this.#used;
  }

  append(source: Uint8Array): void {
    let from = 0;
    while (from < source.length) {
      const part = Math.min(source.length - from, chunkBytes - this.#used);
      this.#bytes.set(part === source.length ? source : source.subarray(from, from + part), this.#used);
      this.#used += part;
      from += part;
      if (this.#used === chunkBytes) {
        this.#emit(this.#chunk++, this.#bytes);
        this.#bytes = new Uint8Array(chunkBytes);
        this.#used = 0;
      }
    }
  }

  /** Passes on the rest. */
  end(): void {
    if (this.#used === 0) return;
    this.#emit(this.#chunk, this.#bytes.slice(0, this.#used));
  }
}
