import { crc32 } from 'node:zlib';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import {
  type ChunkAddress,
  type SegmentInfo,
  type SegmentState,
  type StoredDocument,
  type StoredNotice,
  streams,
} from '../segments/segment-store.ts';

/**
 * Checksums (CRC-32) of stored data, each over the bytes and their address, so that misplaced bytes are detected too.
 * null: written before checksums existed.
 */

/** Computes the checksum of a chunk at its address. */
export function chunkChecksum({ segment, stream, chunk }: ChunkAddress, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`chunk ${segment} ${stream} ${chunk}`));
}

/** Computes the checksum of a stored record. */
export function recordChecksum(pmid: number, record: Uint8Array): number {
  return crc32(record, crc32(`record ${pmid}`));
}

/** Computes the checksum of a segment's metadata. */
export function infoChecksum(id: number, { docs, totalLength, years, bytes, checked }: SegmentInfo): number {
  // A corrupt one can lack any of them.
  const sizes = streams.map((stream) => bytes?.[stream] ?? null);
  return crc32(`segment ${id} ${JSON.stringify([docs, totalLength, years, sizes, checked === true])}`);
}

/** Computes the checksum of a segment's bitmap of deleted records. */
export function deletedChecksum(id: number, deletedDocs: Uint8Array, deletedCount: number): number {
  return crc32(deletedDocs, crc32(`dead ${id} ${deletedCount}`));
}

/** Computes the checksum of the list of segments, in the order of their ids, which reveals a missing one. */
export function segmentsChecksum(
  segments: readonly Pick<SegmentState, 'id' | 'infoChecksum' | 'deletedChecksum'>[],
): number {
  return segments.reduce(
    (sum, { id, infoChecksum: info, deletedChecksum }) =>
      crc32(`${id} ${info ?? 0} ${deletedChecksum ?? 0}`, sum),
    0,
  );
}

/** Computes the checksum of the notices about one paper, in any order; 0 for none. */
export function noticesChecksum(notices: readonly StoredNotice[]): number {
  return notices.reduce(
    (sum, { kind, of, from, citation }) => (sum ^ crc32(JSON.stringify([kind, of, from, citation]))) >>> 0,
    0,
  );
}

/** @throws LibraryDamaged if a record is not what was written. `uncheckedToo` accepts one without a checksum. */
export function expectRecord({ pmid, record, checksum }: StoredDocument, uncheckedToo: boolean): void {
  const isWhole = checksum === null ? uncheckedToo : checksum === recordChecksum(pmid, record);
  if (!isWhole) throw new LibraryDamaged(`record ${pmid}`);
}

/** @throws LibraryDamaged if a segment, or the list of them, is not what was written. */
export function expectSegments(segments: readonly SegmentState[], list: number | null): void {
  for (const {
    id,
    info,
    deletedDocs,
    deletedCount,
    infoChecksum: infoSum,
    deletedChecksum: deadSum,
  } of segments) {
    // Changed bytes can still be valid JSON.
    if (typeof info !== 'object' || info === null) throw new LibraryDamaged(`segment ${id}`);
    const isInfo = infoSum === null ? info.checked !== true : infoSum === infoChecksum(id, info);
    const isDead =
      deadSum === null ? info.checked !== true : deadSum === deletedChecksum(id, deletedDocs, deletedCount);
    if (!isInfo || !isDead) throw new LibraryDamaged(`segment ${id}`);
  }
  if (list !== null && list !== segmentsChecksum(segments)) throw new LibraryDamaged('list of segments');
}
