import type { Article } from '@citewell/core/records/article.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { dateKey } from '../analysis/date-key.ts';
import { doiHash } from '../analysis/doi.ts';
import { hasBit, type OpenSegment, setBit } from '../segments/open-segment.ts';
import { encodeRecord } from '../segments/record-codec.ts';
import type { SegmentBuilder } from '../segments/segment-builder.ts';
import { type DocumentHead, pmidNumber, type WriteTransaction } from '../segments/segment-store.ts';

/** Maximum number of records in a new segment: building it takes about 100 MB. */
const segmentRecordsMax = 32_768;

/** Number of compressed records in memory together. */
const rowsAtOnce = 256;

export type NewRecord = {
  article: Article;
  revisedAt: string;
  demonstration: boolean;
  /** Document in stored form, if created already. */
  stored?: Uint8Array | undefined;
};

/** Writes the records and their segments. `createdAt`: epoch ms. */
export async function putRecords(
  write: WriteTransaction,
  records: readonly NewRecord[],
  { build, createdAt }: { build: SegmentBuilder; createdAt: number },
): Promise<void> {
  for (let from = 0; from < records.length; from += segmentRecordsMax) {
    const part = records.slice(from, from + segmentRecordsMax);
    const { encoder, info } = build(part.map(({ article }) => article));
    const segment = await write.createSegment(createdAt);
    await write.writeChunks(encoder.takeChunks(segment));
    await write.publish(segment, info);
    for (let row = 0; row < part.length; row += rowsAtOnce)
      await write.putDocuments(part.slice(row, row + rowsAtOnce).map(toRow));
  }
}

/**
 * Marks these records as deleted in their segments; their rows are left alone.
 * @throws LibraryDamaged if a record is in no segment.
 */
export async function deleteDocuments(
  write: WriteTransaction,
  segments: readonly OpenSegment[],
  gone: readonly DocumentHead[],
): Promise<void> {
  let left = gone;
  for (const { reader, deletedDocs, deletedCount } of segments) {
    if (left.length === 0) break;
    const bits = new Uint8Array(Math.ceil(reader.info.docs / 8));
    bits.set(deletedDocs);
    const elsewhere: DocumentHead[] = [];
    for (const head of left) {
      const id = await reader.find(head);
      // A position deleted already belongs to an older copy with the same date.
      if (id === undefined || hasBit(bits, id)) elsewhere.push(head);
      else setBit(bits, id);
    }
    if (elsewhere.length < left.length)
      await write.setDeletedDocs(reader.id, bits, deletedCount + left.length - elsewhere.length);
    left = elsewhere;
  }
  // Otherwise it would be found next to its replacement.
  const [missed] = left;
  if (missed) throw new LibraryDamaged(`place of record ${missed.pmid}`);
}

function toRow({ article, revisedAt, demonstration, stored }: NewRecord) {
  return {
    pmid: pmidNumber(article.pmid),
    dateKey: dateKey(article),
    version: article.version,
    revisedAt,
    demonstration,
    doi: article.doi ? doiHash(article.doi) : undefined,
    record: stored ?? encodeRecord(article),
  };
}
