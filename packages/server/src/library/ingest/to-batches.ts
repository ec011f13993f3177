import type { Pmid } from '@citewell/core/records/article.ts';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { compareVersions } from '@citewell/search-index/writing/resolve-upserts.ts';
import type { IngestItem, RecordItem } from './item.ts';

export type Changes = Pick<LibraryBatch, 'put' | 'remove' | 'notices'>;

/**
 * Converts items into changes of the library, in order: always at least one list of changes, and a further one
 * whenever a record is deleted and added again later. The result does not depend on how items are divided into
 * portions.
 */
export function toBatches(items: readonly IngestItem[]): [Changes, ...Changes[]] {
  const batches: Changes[] = [];
  let records = new Map<Pmid, RecordItem>();
  let removed = new Set<Pmid>();
  const complete = (): Changes => {
    const put = [...records.values()];
    const changes = {
      put: put.map(({ article, revisedAt, stored }) => ({ article, revisedAt, ...(stored && { stored }) })),
      remove: [...removed],
      notices: put.flatMap(({ links }) => links),
    };
    records = new Map();
    removed = new Set();
    return changes;
  };
  for (const item of items) {
    if (item.kind === 'reject') continue;
    if (item.kind === 'deletion') {
      // Earlier versions in this portion are superseded, together with their notices.
      records.delete(item.pmid);
      removed.add(item.pmid);
      continue;
    }
    const { pmid } = item.article;
    if (removed.has(pmid)) batches.push(complete());
    // Notices in an older version do not count.
    if (isNewer(item, records.get(pmid))) records.set(pmid, item);
  }
  const [first = complete(), ...more] = batches;
  return batches.length > 0 ? [first, ...more, complete()] : [first];
}

/** Returns true if an item replaces the known one; of two equally recent ones the later wins. */
function isNewer(item: RecordItem, known: RecordItem | undefined): boolean {
  return known === undefined || compareVersions(ageOf(item), ageOf(known)) >= 0;
}

function ageOf({ article, revisedAt = '' }: RecordItem): { version: number; revisedAt: string } {
  return { version: article.version, revisedAt };
}
