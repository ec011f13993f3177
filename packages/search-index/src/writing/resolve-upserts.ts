import type { Article } from '@citewell/core/records/article.ts';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { recordText } from '../segments/record-codec.ts';
import type { DocumentHead } from '../segments/segment-store.ts';

export type Revision = LibraryBatch['put'][number];

/** Returns a positive number if the left one is newer: by PubMed's version, then by the date of the last revision. */
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

/** Selects the newest revision of each PMID, and the last of equal ones. */
export function newestRevisions(put: readonly Revision[]): Map<number, Revision> {
  const newest = new Map<number, Revision>();
  for (const revision of put) {
    const pmid = Number(revision.article.pmid);
    const known = newest.get(pmid);
    if (!known || compareVersions(versionOf(revision), versionOf(known)) >= 0) newest.set(pmid, revision);
  }
  return newest;
}

/**
 * Decides what happens to a record written over `head`: any replaces a demonstration record, an older one is ignored,
 * and one of the same version counts if its content differs.
 */
export function outcome(
  revision: Revision,
  head: DocumentHead | undefined,
  stored: () => Article | undefined,
): 'added' | 'replaced' | 'unchanged' | 'older' {
  if (!head) return 'added';
  if (head.demonstration) return 'replaced';
  const order = compareVersions(versionOf(revision), head);
  if (order !== 0) return order > 0 ? 'replaced' : 'older';
  const known = stored();
  return known && recordText(known) === recordText(revision.article) ? 'unchanged' : 'replaced';
}
