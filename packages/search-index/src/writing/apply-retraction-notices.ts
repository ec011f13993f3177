import type { Article, Notice, Pmid } from '@citewell/core/records/article.ts';
import type { StoredNotice } from '../segments/segment-store.ts';

const lists = { retraction: 'retractions', concern: 'concerns', erratum: 'errata' } as const;

/**
 * Merges the notices of other records into a record, after its own. Duplicates are omitted, by the PMID of the notice,
 * or by its citation if it has none.
 */
export function applyRetractionNotices(article: Article, notices: readonly StoredNotice[]): Article {
  if (notices.length === 0) return article;
  const marked: Article = {
    ...article,
    retracted: article.retracted || notices.some(({ kind }) => kind === 'retraction'),
  };
  const ordered = notices.toSorted(
    (left, right) => left.from - right.from || (left.citation < right.citation ? -1 : 1),
  );
  for (const { kind, from, citation } of ordered) {
    const list = lists[kind];
    const known = marked[list].some(({ pmid, citation: other }) =>
      from > 0 && pmid !== undefined ? pmid === String(from) : other === citation,
    );
    if (known) continue;
    const notice: Notice = { ...(from > 0 && { pmid: String(from) as Pmid }), citation };
    marked[list] = [...marked[list], notice];
  }
  return marked;
}
