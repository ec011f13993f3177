import type { Article } from '../../article.ts';
import { decodeRecord } from './record-codec.ts';
import type { LibraryStore, StoredDocument, StoredNotice } from './segment-store.ts';
import { withNotices } from './with-notices.ts';

type Documents = Pick<LibraryStore, 'documents' | 'documentsAfter' | 'notices'>;

/** In the order asked for, each as often as it is; unknown ones are left out. */
export async function readArticles(store: Documents, pmids: readonly number[]): Promise<Article[]> {
  if (pmids.length === 0) return [];
  const unique = [...new Set(pmids)];
  // Together: to an engine at the other end of a line it is one way there and back.
  const [stored, notices] = await Promise.all([store.documents(unique), store.notices(unique)]);
  const found = decode(stored, notices);
  const byPmid = new Map(found.map((article) => [Number(article.pmid), article]));
  return pmids.map((pmid) => byPmid.get(pmid)).filter((article) => article !== undefined);
}

/** Every record by PMID ascending, some at a time: what is added or deleted meanwhile may be in it or not. */
export async function* everyArticle(store: Documents): AsyncGenerator<Article> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const stored: readonly StoredDocument[] = await store.documentsAfter(after, 500);
    yield* decode(stored, await store.notices(stored.map(({ pmid }) => pmid)));
    after = stored.at(-1)?.pmid;
  }
}

function decode(stored: readonly StoredDocument[], said: readonly StoredNotice[]): Article[] {
  const notices = Map.groupBy(said, ({ of }) => of);
  return stored.map(({ pmid, record }) => withNotices(decodeRecord(record), notices.get(pmid) ?? []));
}
