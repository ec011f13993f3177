import type { Article } from '@citewell/core/records/article.ts';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { recordText } from '../segments/record-codec.ts';
import type { DocumentHead } from '../segments/segment-store.ts';

export type Revision = LibraryBatch['put'][number];

/** Greater than 0 where the left one is the newer version: by PubMed's version, then by the day of the last revision. */
export function compareVersions(
  left: { version: number; revisedAt: string },
  right: { version: number; revisedAt: string },
): number {
  if (left.version !== right.version) return left.version - right.version;
  return left.revisedAt < right.revisedAt ? -1 : left.revisedAt > right.revisedAt ? 1 : 0;
}

export function versionOf({ article, revisedAt }: Revision): { version: number; revisedAt: string } {
  return { version: article.version, revisedAt: revisedAt ?? '' };
}

/** Picks the newest revision of each PMID, and the last of equal ones. */
export function newestOfEach(put: readonly Revision[]): Map<number, Revision> {
  const newest = new Map<number, Revision>();
  for (const revision of put) {
    const pmid = Number(revision.article.pmid);
    const known = newest.get(pmid);
    if (!known || compareVersions(versionOf(revision), versionOf(known)) >= 0) newest.set(pmid, revision);
  }
  return newest;
}

/**
 * Decides what happens to a record that is put where `head` is: a demonstration record is replaced by any, an older one is left
 * out, one of the same version counts where it says something else.
 */
export function outcome(
  revision: Revision,
  head: DocumentHead | undefined,
  stored: () => Article | undefined,
): 'added' | 'replaced' | 'unchanged' | 'older' {
  if (!head) return 'added';
  if (head.sample) return 'replaced';
  const order = compareVersions(versionOf(revision), head);
  if (order !== 0) return order > 0 ? 'replaced' : 'older';
  const known = stored();
  return known && recordText(known) === recordText(revision.article) ? 'unchanged' : 'replaced';
}
