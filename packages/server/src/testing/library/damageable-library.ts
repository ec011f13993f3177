import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Library, LibraryQuery } from '@citewell/core/records/library.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LibraryWriteStore } from '@citewell/search-index/segments/segment-store.ts';
import { type LibraryLocation, openLibrary, openLibraryWriter } from '../../library/open-library.ts';
import { openSqliteLibraryStore } from '../../library/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

const options = { signal: new AbortController().signal };
const count = 300;

/** Library in a file, with statements for its tables. */
export type Damageable = {
  location: LibraryLocation;
  execute(sql: string): Promise<void>;
  /** Removes the checksums of DOIs and progress with their columns and tables, as in older releases. */
  removeSums(): Promise<void>;
  /** Opens only the store, which adds no sums by itself. */
  openStore(): Promise<LibraryWriteStore>;
};

/** Creates a library, by the name of its engine. */
export const engines: Record<string, (t: TestContext) => Promise<Damageable>> = {
  async SQLite(t) {
    const path = join(temporaryFolder(t), 'library.db');
    const execute = async (sql: string) => {
      const database = new DatabaseSync(path, { timeout: 5_000 });
      database.exec(sql);
      database.close();
    };
    return {
      ...{ location: { kind: 'sqlite', path }, execute },
      removeSums: () => execute(withoutSums),
      openStore: async () => openSqliteLibraryStore(path),
    };
  },
};

/** Writes 300 records, two of which are removed, with DOIs, a notice and the progress of two files. */
export async function fill(location: LibraryLocation): Promise<void> {
  const writer = await openLibraryWriter(location, systemClock);
  try {
    const put = Array.from({ length: count }, (_, at) => ({
      article: anArticle(`${at + 1}`, {
        title: `Metformin in cohort ${at}`,
        year: `${1990 + (at % 30)}`,
        ...(at % 3 > 0 && { doi: `10.1000/cohort.${at}` }),
      }),
      revisedAt: '2026-01-01',
    }));
    const notice = { citation: 'J Tests. 2026;1:1' };
    const progress = { file: 'a.xml.gz#1', records: 200, done: false };
    await writer.write({ put: put.slice(0, 200), remove: [], notices: [], progress });
    await writer.write({
      ...{ put: put.slice(200), remove: ['7' as Pmid, '8' as Pmid] },
      progress: { file: 'b.xml.gz#2', records: 100, done: true },
      notices: [{ kind: 'retraction', of: '9' as Pmid, notice }],
    });
  } finally {
    await writer.close();
  }
}

/** Finds every record. */
const everything: LibraryQuery = {
  ...{ conditions: [{ field: 'title', value: 'metformin' }], years: {} },
  ...{ sort: 'date_desc', limit: count, offset: 0 },
};

/** Runs every kind of query on a library. */
export async function answers(library: Library): Promise<unknown[]> {
  return [
    await library.search(everything, options),
    await library.search({ ...everything, sort: 'relevance' }, options),
    await library.rank({ concepts: ['metformin', 'cohort 12'], required: [], years: {}, limit: 50 }, options),
    await library.get(['9', '7', '300', '301'] as Pmid[]),
    await library.search({ ...everything, conditions: [{ field: 'pmid', value: '12' }] }, options),
    ...(await byDoi(library)),
  ];
}

/** Looks up DOIs: 12's, 13's (none), 8's (deleted), and one that no record has. */
async function byDoi(library: Library): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const doi of ['10.1000/cohort.11', '10.1000/cohort.12', '10.1000/cohort.7', '10.1000/nothing'])
    found.push(
      (await library.findByDoi(doi))?.pmid,
      (await library.search({ ...everything, conditions: [{ field: 'doi', value: doi }] }, options)).total,
    );
  return found;
}

/** Reads the progress of these files. */
export async function progressOf(location: LibraryLocation, ...files: string[]): Promise<unknown[]> {
  const writer = await openLibraryWriter(location, systemClock);
  try {
    const found: unknown[] = [];
    for (const file of files) found.push(await writer.progressOf(file));
    return found;
  } finally {
    await writer.close();
  }
}

/** Opens a library again and runs every kind of query. */
export async function reread(location: LibraryLocation): Promise<unknown[]> {
  const library = await openLibrary(location);
  try {
    return await answers(library);
  } finally {
    await library.close();
  }
}

/** SQL that gives demonstration records the name they had in SQLite's tables in earlier releases. */
export const earlierDemonstration = `
  DROP INDEX record_demonstration; ALTER TABLE record RENAME COLUMN demonstration TO sample;
  CREATE INDEX record_sample ON record (pmid) WHERE sample = 1;
  UPDATE meta SET name = 'sample' WHERE name = 'demonstration_version'; PRAGMA user_version = 6;`;

/** SQL that turns SQLite's tables into those of a release without checksums of DOIs and progress. */
export const withoutSums = `${earlierDemonstration}
  ALTER TABLE progress DROP COLUMN checksum; DROP TABLE doi_sum;
  DELETE FROM meta WHERE name = 'progress'; PRAGMA user_version = 3`;
