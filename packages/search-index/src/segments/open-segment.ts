import type { SegmentReader } from './segment-reader.ts';

/** Segment in a snapshot. */
export type OpenSegment = { reader: SegmentReader; deletedDocs: Uint8Array; deletedCount: number };

/** Bit `id & 7` of byte `id >> 3`: the form of sets of local ids. */
export function hasBit(bits: Uint8Array, id: number): boolean {
  return ((bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
}

/** Returns the local ids whose bits are set. */
export function* deletedDocIds(deletedDocs: Uint8Array): Generator<number> {
  for (const [at, byte] of deletedDocs.entries())
    if (byte !== 0) for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) yield 8 * at + bit;
}

/** Counts the bits set from `from` to before `to`. */
export function countDeletedDocs(deletedDocs: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let id = from; id < to; id++) {
    if ((id & 7) === 0 && id + 8 <= to && deletedDocs[id >> 3] === 0) id += 7;
    else if (hasBit(deletedDocs, id)) count++;
  }
  return count;
}

export function setBit(bits: Uint8Array, id: number): void {
  bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
}
