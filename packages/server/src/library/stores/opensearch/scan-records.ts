import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { Cluster, Hit } from './cluster.ts';
import type { StoredRecord } from './to-document.ts';

/** Number of records read together. */
const scanMax = 500;
const scanKept = '5m';

/**
 * Yields every record by ascending PMID, some at a time, from a consistent view.
 * @throws LibraryDamaged at the end if they are fewer than the index counts.
 */
export async function* scanRecords(
  cluster: Cluster,
  signal?: AbortSignal,
): AsyncGenerator<Hit<StoredRecord>[]> {
  const pit = await cluster.openPointInTime(cluster.names.records, scanKept, signal);
  try {
    let after: unknown[] | undefined;
    let left = 0;
    do {
      const { total, hits } = await cluster.search<StoredRecord>(
        cluster.names.records,
        {
          size: scanMax,
          query: { match_all: {} },
          sort: [{ pmid: 'asc' }],
          pit: { id: pit, keep_alive: scanKept },
          // Counted once: counting for each page would visit every record.
          track_total_hits: after === undefined,
          ...(after && { search_after: after }),
        },
        signal,
      );
      if (after === undefined) left = total;
      left -= hits.length;
      if (hits.length > 0) yield hits;
      after = hits.length === scanMax ? hits.at(-1)?.sort : undefined;
    } while (after);
    if (left !== 0) throw new LibraryDamaged('records');
  } finally {
    await cluster.closePointInTime(pit);
  }
}
