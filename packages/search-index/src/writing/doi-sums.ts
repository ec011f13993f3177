import { crc32 } from 'node:zlib';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { DoiEntries, DoiEntry } from '../segments/segment-store.ts';

/**
 * Checksums of the index of DOIs. An entry that is lost cannot bear one, and what looks for it would find nothing: so
 * entries are summed up by buckets of neighbouring hashes, and a search reads its whole bucket to see that nothing is missing.
 */

/** A library of a million records has 61 entries a bucket, all of PubMed some 2,300; a batch changes few pages of sums. */
export const doiBuckets = 2 ** 14;

const hashesPerBucket = 2 ** 48 / doiBuckets;

/** The bucket that a hash of a DOI belongs to, 0 to `doiBuckets` - 1. */
export function bucketOfDoi(doi: number): number {
  return Math.floor(doi / hashesPerBucket);
}

/** The least and the greatest hash in these buckets, both included. */
export function doisOfBuckets(first: number, last: number): [least: number, greatest: number] {
  return [first * hashesPerBucket, (last + 1) * hashesPerBucket - 1];
}

function entryChecksum({ doi, pmid }: DoiEntry): number {
  return crc32(`doi ${doi} ${pmid}`);
}

/** The sum of a bucket without entries: one that is lost, or that of another bucket, cannot pass for it. */
function emptySum(bucket: number): number {
  return crc32(`dois ${bucket}`);
}

/** The sums of these buckets, both included, with these entries in them: below 2^53 for two million entries in one. */
export function sumDois(first: number, last: number, entries: readonly DoiEntry[]): Map<number, number> {
  return addToEmpty(first, last, sumChanges([], entries));
}

/** The sums of these buckets where their entries, in whatever order they were met, come to `changes`. */
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

/** The change of each bucket's sum where the first entries go and the second ones come; none that is 0. */
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
 * @throws LibraryDamaged if an entry was lost, added or changed; a bucket that has no sum yet (`summed`) is taken as it is.
 */
export function expectDois(first: number, last: number, { entries, sums, summed }: DoiEntries): void {
  for (const [bucket, sum] of sumDois(first, last, entries))
    if (bucket < summed && sum !== sums.get(bucket)) throw new LibraryDamaged('index of DOIs');
}
