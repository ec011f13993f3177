import { encodeRecord } from '@citewell/search-index/segments/record-codec.ts';
import type { IngestItem } from './item.ts';

/** Records in stored form, joined, with their lengths. */
export type StoredRecords = { bytes: Uint8Array<ArrayBuffer>; lengths: number[] };

/** Encodes the records among the items, in order. */
export function storeRecords(items: readonly IngestItem[]): StoredRecords {
  const parts = items.flatMap((item) => (item.kind === 'record' ? [encodeRecord(item.article)] : []));
  const lengths = parts.map(({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, lengths };
}

/** Assigns the stored form to each record among the items. */
export function withStored(items: readonly IngestItem[], { bytes, lengths }: StoredRecords): IngestItem[] {
  let record = 0;
  let at = 0;
  return items.map((item) => {
    if (item.kind !== 'record') return item;
    const length = lengths[record++] ?? 0;
    at += length;
    return { ...item, stored: bytes.subarray(at - length, at) };
  });
}
