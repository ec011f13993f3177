import { hasFields, spaces } from '../analysis/fields.ts';
import { blockSize, inlineMax } from '../segments/segment-encoder.ts';
import { ByteReader, GrowingInts } from './bytes.ts';

/** Dictionary entry of a term. Offsets count from the beginning of the streams `blocks` and `positions`. */
export type DictionaryEntry = {
  count: number;
  /** Number of records with the term in each field; for texts and pairs whose postings are not inline. */
  fieldCounts: FieldCounts | undefined;
  /** Ids, codes, escapes and positions of a rare term. */
  inline: Uint8Array | undefined;
  blocksAt: number;
  blocksBytes: number;
  tableBytes: number;
  positionsAt: number;
  positionsBytes: number;
};

type FieldCounts = { title: number; keyword: number; abstract: number; titleAbstract: number };

/** Postings of a term by block. Offsets are relative to the entry's. */
export type TermPostings = DictionaryEntry & {
  blocks: number;
  lastIds: Int32Array;
  /** Offsets of the blocks, and of the end of the last one. */
  blockAt: Float64Array;
  idBytes: Uint16Array;
  escapeBytes: Uint16Array;
  positionsFrom: Float64Array;
  /**
   * Impacts (impacts.ts) of a block: from its index in `impactsAt` to that of the next. A block without any can have
   * the maximum score.
   */
  impactsAt: Int32Array;
  impactWeights: Int32Array;
  impactFieldNorms: Int32Array;
};

/** Approximate size in memory, for caches. */
export function sizeOf(postings: TermPostings): number {
  return 300 + (postings.inline?.length ?? 0) + 28 * postings.blocks + 8 * postings.impactWeights.length;
}

/** Finds a term in a page of the dictionary. */
export function findInPage(page: Uint8Array, term: Uint8Array): DictionaryEntry | undefined {
  const reader = new ByteReader(page);
  const offsets = { blocks: reader.varint(), positions: reader.varint() };
  // Number of bytes that the entry shares with the term looked up: adjacent terms share prefixes.
  let common = 0;
  let withFields = true;
  while (!reader.done) {
    const shared = reader.varint();
    const rest = reader.varint();
    const suffix = reader.at;
    reader.at += rest;
    if (shared === 0) withFields = fieldLetters.has(page[suffix] ?? 0);
    if (shared < common) common = shared;
    if (shared === common)
      while (
        common < shared + rest &&
        common < term.length &&
        page[suffix + common - shared] === term[common]
      )
        common++;
    if (common === term.length && shared + rest === term.length)
      return readEntry(reader, withFields, offsets);
    skipEntry(reader, withFields, offsets);
  }
  return undefined;
}

/** Returns every entry of a page. */
export function readPage(page: Uint8Array): { key: string; entry: DictionaryEntry }[] {
  const reader = new ByteReader(page);
  const offsets = { blocks: reader.varint(), positions: reader.varint() };
  const entries: { key: string; entry: DictionaryEntry }[] = [];
  let term = Buffer.alloc(0);
  while (!reader.done) {
    const shared = reader.varint();
    const rest = reader.varint();
    term = Buffer.concat([term.subarray(0, shared), page.subarray(reader.at, reader.at + rest)]);
    reader.at += rest;
    const entry = readEntry(reader, fieldLetters.has(term[0] ?? 0), offsets);
    entries.push({ key: term.toString(), entry });
    offsets.blocks = entry.blocksAt + entry.blocksBytes + entry.tableBytes;
    offsets.positions = entry.positionsAt + entry.positionsBytes;
  }
  return entries;
}

const fieldLetters: ReadonlySet<number> = new Set(
  Object.values(spaces)
    .filter(hasFields)
    .map((letter) => letter.charCodeAt(0)),
);

type Offsets = { blocks: number; positions: number };

function readEntry(reader: ByteReader, withFields: boolean, offsets: Offsets): DictionaryEntry {
  const count = reader.varint();
  const begin = { count, blocksAt: offsets.blocks, positionsAt: offsets.positions };
  if (count <= inlineMax) {
    const length = reader.varint();
    const inline = reader.bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    return { ...begin, fieldCounts: undefined, inline, blocksBytes: 0, tableBytes: 0, positionsBytes: 0 };
  }
  const fieldCounts = withFields
    ? {
        title: reader.varint(),
        keyword: reader.varint(),
        abstract: reader.varint(),
        titleAbstract: reader.varint(),
      }
    : undefined;
  const blocksBytes = reader.varint();
  const tableBytes = reader.varint();
  return {
    ...begin,
    fieldCounts,
    inline: undefined,
    blocksBytes,
    tableBytes,
    positionsBytes: reader.varint(),
  };
}

function skipEntry(reader: ByteReader, withFields: boolean, offsets: Offsets): void {
  const count = reader.varint();
  if (count <= inlineMax) {
    const length = reader.varint();
    reader.at += length;
    return;
  }
  if (withFields) for (let field = 0; field < 4; field++) reader.varint();
  offsets.blocks += reader.varint();
  offsets.blocks += reader.varint();
  offsets.positions += reader.varint();
}

/** Buffers reused for every table. */
const weights = new GrowingInts();
const fieldNorms = new GrowingInts();

/** Reads the table of a term's blocks. */
export function readTable(entry: DictionaryEntry, table: Uint8Array): TermPostings {
  const blocks = Math.ceil(entry.count / blockSize);
  const lastIds = new Int32Array(blocks);
  const blockAt = new Float64Array(blocks + 1);
  const idBytes = new Uint16Array(blocks);
  const escapeBytes = new Uint16Array(blocks);
  const positionsFrom = new Float64Array(blocks + 1);
  const impactsAt = new Int32Array(blocks + 1);
  weights.length = 0;
  fieldNorms.length = 0;
  const reader = new ByteReader(table);
  let lastId = -1;
  for (let block = 0; block < blocks; block++) {
    lastId += reader.varint();
    lastIds[block] = lastId;
    const ids = reader.varint();
    const escapes = reader.varint();
    const size = block + 1 < blocks ? blockSize : entry.count - block * blockSize;
    idBytes[block] = ids;
    escapeBytes[block] = escapes;
    blockAt[block + 1] = (blockAt[block] ?? 0) + ids + size + escapes;
    positionsFrom[block + 1] = (positionsFrom[block] ?? 0) + reader.varint();
    for (let left = reader.varint(); left > 0; left--) {
      weights.push(reader.varint());
      fieldNorms.push(reader.varint());
    }
    impactsAt[block + 1] = weights.length;
  }
  return {
    ...entry,
    blocks,
    lastIds,
    blockAt,
    idBytes,
    escapeBytes,
    positionsFrom,
    impactsAt,
    impactWeights: weights.values.slice(0, weights.length),
    impactFieldNorms: fieldNorms.values.slice(0, fieldNorms.length),
  };
}

/**
 * Returns the only block of a rare term. Its heaviest posting is assumed to be in the shortest possible record. With
 * `into`, an earlier one, that is overwritten and returned.
 */
export function readInline(entry: DictionaryEntry, inline: Uint8Array, into?: TermPostings): TermPostings {
  const reader = new ByteReader(inline);
  const idBytes = reader.varint();
  const escapeBytes = reader.varint();
  const begin = reader.at;
  let lastId = -1;
  for (let left = entry.count; left > 0; left--) lastId += reader.varint() + 1;
  const end = begin + idBytes + entry.count + escapeBytes;
  const postings = into ?? emptyInline(entry);
  postings.count = entry.count;
  postings.inline = inline.subarray(begin);
  postings.lastIds[0] = lastId;
  postings.blockAt[1] = end - begin;
  postings.idBytes[0] = idBytes;
  postings.escapeBytes[0] = escapeBytes;
  postings.positionsFrom[0] = end - begin;
  postings.positionsFrom[1] = inline.length - begin;
  return postings;
}

function emptyInline(entry: DictionaryEntry): TermPostings {
  return {
    ...entry,
    blocks: 1,
    lastIds: new Int32Array(1),
    blockAt: new Float64Array(2),
    idBytes: new Uint16Array(1),
    escapeBytes: new Uint16Array(1),
    positionsFrom: new Float64Array(2),
    impactsAt: new Int32Array(2),
    impactWeights: noPostings.impactWeights,
    impactFieldNorms: noPostings.impactFieldNorms,
  };
}

/** Empty postings of an unused cursor. */
export const noPostings: TermPostings = {
  count: 0,
  fieldCounts: undefined,
  inline: undefined,
  blocksAt: 0,
  blocksBytes: 0,
  tableBytes: 0,
  positionsAt: 0,
  positionsBytes: 0,
  blocks: 0,
  lastIds: new Int32Array(0),
  blockAt: new Float64Array(0),
  idBytes: new Uint16Array(0),
  escapeBytes: new Uint16Array(0),
  positionsFrom: new Float64Array(0),
  impactsAt: new Int32Array(0),
  impactWeights: new Int32Array(0),
  impactFieldNorms: new Int32Array(0),
};
