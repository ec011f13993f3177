import { hasBit, type OpenSegment, setBit } from '../segments/open-segment.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';

/** Bits per record, and how many of them each sets: one unknown PMID in thirty is mistaken for one that may exist. */
const bitsPerRecord = 8;
const hashes = 3;

/** Records between two yields to other work of the thread. */
const turnEvery = 20_000;

/**
 * Decides whether the index contains a PMID that the store does not return, to distinguish records never added, which
 * is a valid answer, from lost rows. Reads a segment's keys once and keeps one byte per record (a Bloom filter).
 */
export class KnownPmids {
  readonly #filters = new Map<number, Uint8Array>();

  /** Returns true if a live record of these segments has this PMID. */
  async has(segments: readonly OpenSegment[], pmid: number): Promise<boolean> {
    const present = new Set(segments.map(({ reader }) => reader.id));
    for (const id of this.#filters.keys()) if (!present.has(id)) this.#filters.delete(id);
    for (const segment of segments) {
      const filter = await this.#filterOf(segment.reader);
      if (places(pmid, filter).every((bit) => hasBit(filter, bit)) && (await isLiving(segment, pmid)))
        return true;
    }
    return false;
  }

  async #filterOf(reader: SegmentReader): Promise<Uint8Array> {
    const known = this.#filters.get(reader.id);
    if (known) return known;
    const filter = new Uint8Array(Math.ceil((reader.info.docs * bitsPerRecord) / 8) + 1);
    await eachPmid(reader, (_, pmid) => {
      for (const bit of places(pmid, filter)) setBit(filter, bit);
    });
    this.#filters.set(reader.id, filter);
    return filter;
  }
}

async function isLiving({ reader, deletedDocs }: OpenSegment, wanted: number): Promise<boolean> {
  let found = false;
  await eachPmid(reader, (id, pmid) => {
    if (pmid === wanted && !hasBit(deletedDocs, id)) found = true;
  });
  return found;
}

async function eachPmid(reader: SegmentReader, visit: (id: number, pmid: number) => void): Promise<void> {
  for (let id = 0; id < reader.info.docs; id++) {
    const read = reader.key(id);
    const { pmid } = read instanceof Promise ? await read : read;
    visit(id, pmid);
    if (id % turnEvery === turnEvery - 1) await new Promise(setImmediate);
  }
}

function places(pmid: number, filter: Uint8Array): number[] {
  const bits = filter.length * 8;
  const first = Math.imul(pmid ^ Math.floor(pmid / 2 ** 32), 0x9e3779b1) >>> 0;
  const step = (Math.imul(first ^ (first >>> 15), 0x85ebca6b) | 1) >>> 0;
  return Array.from({ length: hashes }, (_, at) => (first + at * step) % bits);
}
