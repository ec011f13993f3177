import type { Article } from '@citewell/core/records/article.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { doiHash } from '../analysis/doi.ts';
import { applyRetractionNotices } from '../writing/apply-retraction-notices.ts';
import { expectRecord, noticesChecksum } from '../writing/checksum.ts';
import { bucketOfDoi, expectDois } from '../writing/doi-sums.ts';
import { hasUnchecked } from '../writing/unchecked.ts';
import { decodeRecord } from './record-codec.ts';
import type { LibraryStore, StoredDocument, StoredNotice } from './segment-store.ts';

type Documents = Pick<LibraryStore, 'documents' | 'documentsAfter' | 'notices' | 'meta'>;

/** Number of times that records are read again if they and their notices belong to different commits. */
const attemptsMax = 5;

/**
 * Reads articles in the order requested, including repetitions; unknown ones are omitted.
 *
 * @throws LibraryDamaged if a record is corrupt.
 */
export async function readArticles(store: Documents, pmids: readonly number[]): Promise<Article[]> {
  if (pmids.length === 0) return [];
  const unique = [...new Set(pmids)];
  const found = await readWithNotices(store, async () => {
    // In parallel, for a single round trip to a remote engine. If a synchronous engine throws here, the other failure
    // would be unhandled.
    const [stored, notices] = await Promise.all([
      (async () => store.documents(unique))(),
      (async () => store.notices(unique))(),
    ]);
    return { stored, notices };
  });
  const byPmid = new Map(found.map((article) => [Number(article.pmid), article]));
  return pmids.map((pmid) => byPmid.get(pmid)).filter((article) => article !== undefined);
}

/**
 * Returns the PMIDs of records that may have this DOI (`normalDoi`), including all that do.
 * @throws LibraryDamaged if an entry of the index may be missing.
 */
export async function pmidsOfDoi(store: Pick<LibraryStore, 'dois'>, doi: string): Promise<number[]> {
  const hash = doiHash(doi);
  const bucket = bucketOfDoi(hash);
  const found = await store.dois(bucket, bucket);
  expectDois(bucket, bucket, found);
  return found.entries.filter((entry) => entry.doi === hash).map(({ pmid }) => pmid);
}

/**
 * Yields every record by ascending PMID, some at a time; concurrent additions and deletions may be included or not.
 *
 * @throws LibraryDamaged if a record is corrupt.
 */
export async function* everyArticle(store: Documents): AsyncGenerator<Article> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const articles = await readWithNotices(store, async () => {
      const stored = await store.documentsAfter(from, 500);
      return { stored, notices: await store.notices(stored.map(({ pmid }) => pmid)) };
    });
    yield* articles;
    after = articles.length > 0 ? Number(articles.at(-1)?.pmid) : undefined;
  }
}

/**
 * Decodes the article of a stored record.
 *
 * @throws LibraryDamaged if it is not what was written.
 */
export async function readRecord(
  store: Pick<LibraryStore, 'meta'>,
  document: StoredDocument,
): Promise<Article> {
  expectRecord(document, document.checksum === null && (await hasUnchecked(store)));
  return decode(document);
}

type Read = { stored: readonly StoredDocument[]; notices: readonly StoredNotice[] };

async function readWithNotices(store: Documents, read: () => Promise<Read>): Promise<Article[]> {
  for (let attempt = 1; ; attempt++) {
    const { stored, notices } = await read();
    const old = stored.some(({ checksum, noticed }) => checksum === null || noticed === null);
    const uncheckedToo = old && (await hasUnchecked(store));
    const said = Map.groupBy(notices, ({ of }) => of);
    const isWhole = ({ pmid, noticed }: StoredDocument) =>
      noticed === null ? uncheckedToo : noticed === noticesChecksum(said.get(pmid) ?? []);
    const torn = stored.find((document) => !isWhole(document));
    if (!torn)
      return stored.map((document) => {
        expectRecord(document, uncheckedToo);
        return applyRetractionNotices(decode(document), said.get(document.pmid) ?? []);
      });
    // A writer may have committed between the two statements.
    if (attempt === attemptsMax) throw new LibraryDamaged(`notices of record ${torn.pmid}`);
  }
}

/** A record without a checksum may contain anything. */
function decode({ pmid, record }: StoredDocument): Article {
  try {
    return decodeRecord(record);
  } catch (error) {
    throw new LibraryDamaged(`record ${pmid}`, error);
  }
}
