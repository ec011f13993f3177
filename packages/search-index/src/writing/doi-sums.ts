import { crc32 } from 'node:zlib';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { DoiEntries, DoiEntry } from '../segments/segment-store.ts';

/**
 * Checksums of the index of DOIs. A lost entry cannot carry one, and a search for it would find nothing; so entries are
 * summed in buckets of adjacent hashes, and a search reads its whole bucket to verify that nothing is missing.
 */

/**
 * Number of buckets: 61 entries each for a million records, some 2,300 for all of PubMed; a batch changes few pages of
 * sums.
 */
export const doiBuckets = 2 ** 14;

const hashesPerBucket = 2 ** 48 / doiBuckets;

/** Returns the bucket of a DOI's hash, 0 to `doiBuckets` - 1. */
export function bucketOfDoi(doi: number): number {
  return Math.floor(doi / hashesPerBucket);
}

/** Returns the lowest and highest hash of these buckets, both inclusive. */
export function doisOfBuckets(first: number, last: number): [least: number, greatest: number] {
  return [first * hashesPerBucket, (last + 1) * hashesPerBucket - 1];
}

function entryChecksum({ doi, pmid }: DoiEntry): number {
  return crc32(`doi ${doi} ${pmid}`);
}

/** Returns the sum of an empty bucket, which differs from a lost sum and from that of another bucket. */
function emptySum(bucket: number): number {
  return crc32(`dois ${bucket}`);
}

/**
 * Computes the sums of these buckets, both inclusive, from their entries: below 2^53 for two million entries in one.
 */
export function sumDois(first: number, last: number, entries: readonly DoiEntry[]): Map<number, number> {
  return addToEmpty(first, last, sumChanges([], entries));
}

/** Returns the sums of these buckets, with their entries, in any order, in `changes`. */
export function addToEmpty(
  first: number,
  last: number,
  changes: ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (let bucket = first; bucket <= last; bucket++)
    sums.set(bucket, emptySum(bucket) + (changes.get(bucket) ?? 0));
  return sums;
}

/** Returns the change of each bucket's sum when the first entries are removed and the second ones added; omits 0. */
export function sumChanges(gone: readonly DoiEntry[], added: readonly DoiEntry[]): Map<number, number> {
  const changes = new Map<number, number>();
  const add = (entry: DoiEntry, sign: 1 | -1) => {
    const bucket = bucketOfDoi(entry.doi);
    changes.set(bucket, (changes.get(bucket) ?? 0) + sign * entryChecksum(entry));
  };
  for (const entry of gone) add(entry, -1);
  for (const entry of added) add(entry, 1);
  for (const [bucket, change] of changes) if (change === 0) changes.delete(bucket);
  return changes;
}

/**
 * Compares the entries of these buckets with their sums.
 * @throws LibraryDamaged if an entry was lost, added or changed; a bucket without a sum yet (`summed`) is accepted.
 */
export function expectDois(first: number, last: number, { entries, sums, summed }: DoiEntries): void {
  for (const [bucket, sum] of sumDois(first, last, entries))
    if (bucket < summed && sum !== sums.get(bucket)) throw new LibraryDamaged('index of DOIs');
}
