import type { YearRange } from '@citewell/core/records/query.ts';
import { dateKey } from '../analysis/date-key.ts';
import { normalDoi } from '../analysis/doi.ts';
import type { Filters } from '../postings/for-each-match.ts';
import { pmidsOfDoi, readRecord } from '../segments/read-documents.ts';
import type { RecordKey } from '../segments/segment-reader.ts';
import type { LibraryStore } from '../segments/segment-store.ts';
import type { PrefixClause, QueryClause, TermClause } from './compile-query.ts';

type Documents = Pick<LibraryStore, 'documents' | 'dois' | 'meta'>;

/** Looks up the records of PMIDs and DOIs; undefined if no record can match. */
export async function resolveFilters(
  clauses: readonly QueryClause[],
  years: YearRange,
  store: Documents,
): Promise<Filters | undefined> {
  const words: TermClause[] = [];
  const prefixes: PrefixClause[] = [];
  let records: RecordKey[] | undefined;
  for (const each of clauses) {
    if (each.kind === 'nothing') return undefined;
    if (each.kind === 'words') {
      words.push(each);
      continue;
    }
    if (each.kind === 'prefix') {
      prefixes.push(each);
      continue;
    }
    const found = each.kind === 'pmid' ? await keysOf(store, each.pmid) : await keysOfDoi(store, each.doi);
    records = records?.filter(({ pmid }) => found.some((other) => other.pmid === pmid)) ?? found;
    if (records.length === 0) return undefined;
  }
  return { words, prefixes, records, years };
}

async function keysOf(store: Documents, pmid: number): Promise<RecordKey[]> {
  const stored = await store.documents([pmid]);
  const articles = await Promise.all(stored.map((document) => readRecord(store, document)));
  return articles.map((article) => ({ dateKey: dateKey(article), pmid }));
}

async function keysOfDoi(store: Documents, doi: string): Promise<RecordKey[]> {
  const stored = await store.documents(await pmidsOfDoi(store, doi));
  const articles = await Promise.all(
    stored.map(async (document) => ({ pmid: document.pmid, article: await readRecord(store, document) })),
  );
  return articles
    .filter(({ article }) => normalDoi(article.doi ?? '') === doi)
    .map(({ pmid, article }) => ({ dateKey: dateKey(article), pmid }));
}
