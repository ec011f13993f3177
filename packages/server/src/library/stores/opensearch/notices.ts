import { hash } from 'node:crypto';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import type { StoredNotice } from '@citewell/search-index/segments/segment-store.ts';
import type { BulkAction, Cluster } from './cluster.ts';

/** Notices about others in one record, or in one citation without a record. */
type NoticeDocument = { kind: 'notices'; of: number[]; notices: StoredNotice[] };

/** Number of documents per search. */
const documentsMax = 10_000;

/** Returns the notices about these papers by paper, in any order. */
export async function readNotices(
  cluster: Cluster,
  of: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, StoredNotice[]>> {
  const among = new Set(of);
  const documents = await readDocuments(cluster, [...among], signal);
  const found = documents.flatMap(({ notices }) => notices.filter((each) => among.has(each.of)));
  return Map.groupBy(found, (notice) => notice.of);
}

async function readDocuments(
  cluster: Cluster,
  of: readonly number[],
  signal: AbortSignal | undefined,
): Promise<NoticeDocument[]> {
  const query = { bool: { filter: [{ term: { kind: 'notices' } }, { terms: { of } }] } };
  const body = { size: documentsMax, query };
  const { hits } = await cluster.search<NoticeDocument>(cluster.names.state, body, signal);
  if (hits.length < documentsMax || of.length === 1) return hits.map(({ _source }) => _source);
  const middle = of.length >> 1;
  const [left, right] = [of.slice(0, middle), of.slice(middle)];
  // A notice about papers of both halves is returned twice: its entries are distinguished by paper.
  const [first, second] = [
    await readDocuments(cluster, left, signal),
    await readDocuments(cluster, right, signal),
  ];
  return [...new Map([...first, ...second].map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Returns the changes that write the notices of a batch. `spoken`: records whose earlier notices are all withdrawn.
 * Writing the same batch twice gives the same documents.
 */
export async function noticeActions(
  cluster: Cluster,
  notices: readonly StoredNotice[],
  spoken: ReadonlySet<number>,
): Promise<BulkAction[]> {
  const bySource = Map.groupBy(notices, noticesId);
  for (const pmid of spoken) if (!bySource.has(String(pmid))) bySource.set(String(pmid), []);
  const ids = [...bySource.keys()].map((id) => `notices:${id}`);
  const known = await cluster.get<NoticeDocument>(ids.map((id) => ({ index: cluster.names.state, id })));
  return [...bySource].flatMap(([source, added], at): BulkAction[] => {
    const id = ids[at] ?? '';
    const before = spoken.has(Number(source)) ? [] : (known[at]?._source.notices ?? []);
    const all = new Map([...before, ...added].map((each) => [JSON.stringify(each), each]));
    if (all.size === 0) return known[at] ? [{ action: { delete: { _id: id } } }] : [];
    const list = [...all.values()];
    const document: NoticeDocument = { kind: 'notices', of: list.map((each) => each.of), notices: list };
    return [{ action: { index: { _id: id } }, source: document }];
  });
}

export function toStoredNotice({ kind, of, notice }: LibraryBatch['notices'][number]): StoredNotice {
  return { kind, of: Number(of), from: Number(notice.pmid ?? 0), citation: notice.citation };
}

function noticesId(notice: StoredNotice): string {
  if (notice.from > 0) return String(notice.from);
  return `0-${hash('sha1', JSON.stringify(notice), 'base64url')}`;
}
