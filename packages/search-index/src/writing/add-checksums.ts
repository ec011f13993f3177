import type { Clock } from '@citewell/core/clock.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { decodeRecord } from '../segments/record-codec.ts';
import type { LibraryWriteStore } from '../segments/segment-store.ts';
import { noticesChecksum, recordChecksum } from './checksum.ts';
import { unverifiedPrefix } from './unchecked.ts';

/** Number of records per transaction. */
const atOnce = 1_000;

/**
 * Adds checksums to the records of a library from before they existed; afterwards none may lack one. Segments got
 * theirs in an earlier merge.
 * @throws LibraryDamaged if a record can no longer be read.
 */
export async function addChecksums(
  store: LibraryWriteStore,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const from: number = after;
    after = await store.transaction(async (write) => {
      const stored = await write.documentsAfter(from, atOnce);
      const said = Map.groupBy(await write.notices(stored.map(({ pmid }) => pmid)), ({ of }) => of);
      const old = stored.filter(({ checksum, noticed }) => checksum === null || noticed === null);
      for (const { pmid, record } of old) expectReadable(pmid, record);
      await write.checkDocuments(
        old.map(({ pmid, record, checksum, noticed }) => ({
          pmid,
          checksum: checksum ?? recordChecksum(pmid, record),
          noticed: noticed ?? noticesChecksum(said.get(pmid) ?? []),
        })),
      );
      return stored.at(-1)?.pmid;
    });
  }
  await store.transaction(async (write) => {
    await write.deleteMeta(unverifiedPrefix);
    await write.changed(clock.now());
  });
}

/** Corrupt bytes must not get a checksum that declares them valid. */
function expectReadable(pmid: number, record: Uint8Array): void {
  try {
    if (Number(decodeRecord(record).pmid) === pmid) return;
  } catch (error) {
    throw new LibraryDamaged(`record ${pmid}`, error);
  }
  throw new LibraryDamaged(`record ${pmid}`);
}
