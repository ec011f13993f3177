import type { LibraryWriteStore } from '../segments/segment-store.ts';
import { doiBuckets, sumDois } from './doi-sums.ts';
import { progressChecksum, progressTotal } from './progress.ts';
import { unsummedFrom } from './unchecked.ts';

/** Buckets per transaction: 16,000 entries for a million records. */
const atOnce = 256;

/**
 * Adds checksums to the index of DOIs and the progress of files in a new or older library. Each transaction records its
 * progress, so that an interrupted run continues there; several processes may run it at once, and concurrent writes
 * update the existing sums.
 */
export async function addSums(store: LibraryWriteStore): Promise<void> {
  while ((await store.meta(unsummedFrom)) !== undefined)
    await store.transaction(async (write) => {
      const { summed } = await write.dois(0, -1);
      // Another process was first.
      if (summed === Number.POSITIVE_INFINITY) return;
      if (summed >= doiBuckets) {
        await sumProgress(write);
        await write.deleteMeta(unsummedFrom);
        return;
      }
      const isEmpty = (await write.documentsAfter(0, 1)).length === 0;
      const last = isEmpty ? doiBuckets - 1 : Math.min(summed + atOnce, doiBuckets) - 1;
      await write.setDoiSums(sumDois(summed, last, (await write.dois(summed, last)).entries));
      await write.setMeta(unsummedFrom, String(last + 1));
    });
}

type Write = Parameters<Parameters<LibraryWriteStore['transaction']>[0]>[0];

async function sumProgress(write: Write): Promise<void> {
  let total = 0;
  for (const row of await write.everyProgress()) {
    const checksum = row.checksum ?? progressChecksum(row);
    if (row.checksum === null) await write.setProgress({ ...row, checksum });
    total += checksum;
  }
  await write.setMeta(progressTotal, String(total));
}
