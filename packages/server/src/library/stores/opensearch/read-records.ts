import type { Article } from '@citewell/core/records/article.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { parseRecordText } from '@citewell/search-index/segments/record-codec.ts';
import { applyRetractionNotices } from '@citewell/search-index/writing/apply-retraction-notices.ts';
import type { Cluster, Hit } from './cluster.ts';
import { readNotices } from './notices.ts';
import { recordSum, type StoredRecord } from './to-document.ts';

export type StoredHit = Pick<StoredRecord, 'pmid' | 'sum' | 'record'>;

/**
 * Reads the articles of hits, with notices of other records.
 *
 * @throws LibraryDamaged if a record is corrupt.
 */
export async function articlesOf(
  cluster: Cluster,
  hits: readonly Hit<StoredHit>[],
  signal?: AbortSignal,
): Promise<Article[]> {
  if (hits.length === 0) return [];
  const pmids = hits.map(({ _source: { pmid } }) => pmid);
  const notices = await readNotices(cluster, pmids, signal);
  return hits.map(({ _source: stored }) =>
    applyRetractionNotices(readStored(stored), notices.get(stored.pmid) ?? []),
  );
}

/** @throws LibraryDamaged if the record is not what was written. */
export function readStored({ pmid, sum, record }: StoredHit): Article {
  try {
    if (recordSum(record) === sum) return parseRecordText(record);
  } catch (error) {
    throw new LibraryDamaged(`record ${pmid}`, error);
  }
  throw new LibraryDamaged(`record ${pmid}`);
}
