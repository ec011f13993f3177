import type { LibraryWriteStore } from '../segments/segment-store.ts';
import { doiBuckets, sumDois } from './doi-sums.ts';
import { progressChecksum, progressTotal } from './progress.ts';
import { unsummedFrom } from './unchecked.ts';

/** Buckets of one transaction: 16,000 entries a million records. */
const atOnce = 256;

/**
 * Gives the index of DOIs and the progress of files of a new or an older library their checksums. Each transaction notes how far it
 * came, so that it goes on there if it was stopped, and may run in several processes at once; what is written meanwhile is
 * added to the sums that are there already.
 */
export async function addSums(store: LibraryWriteStore): Promise<void> {
  while ((await store.meta(unsummedFrom)) !== undefined)
    await store.transaction(async (write) => {
      const { summed } = await write.dois(0, -1);
      // Another process came first.
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
