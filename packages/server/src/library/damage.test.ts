import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { type Library, LibraryDamaged, type LibraryQuery } from '@citewell/core/records/library.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { openDatabase } from '../database/postgres/database.ts';
import { sharedPostgres } from '../testing/accounting/postgres-server.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { type LibraryLocation, openLibrary, openLibraryWriter, openSearchPool } from './open-library.ts';

const log = () => {};
const options = { signal: new AbortController().signal };
const count = 300;

/** A library with statements for its tables; `prefix` is what their names begin with. */
type Damageable = { location: LibraryLocation; execute(sql: string): Promise<void> };

const engines: Record<string, (t: TestContext) => Promise<Damageable>> = {
  async SQLite(t) {
    const path = join(temporaryFolder(t), 'library.db');
    return {
      location: { kind: 'sqlite', path },
      async execute(sql) {
        const database = new DatabaseSync(path, { timeout: 5_000 });
        database.exec(sql);
        database.close();
      },
    };
  },
  async PostgreSQL(t) {
    const { url } = await (await sharedPostgres()).createSchema();
    const database = await openDatabase(url, [], log);
    t.after(() => database.close());
    const names = /\b(UPDATE|FROM|INTO) (chunk|record|segment|notice|meta)\b/g;
    return {
      location: { kind: 'postgres', url },
      async execute(sql) {
        const own = sql
          .replaceAll(names, '$1 library_$2')
          .replaceAll(/x'(\w+)'/g, `'\\x$1'::bytea`)
          .replaceAll('retired_at IS NULL', `state = 'live'`);
        await database.run({ text: own });
      },
    };
  },
};

async function fill(location: LibraryLocation): Promise<void> {
  const writer = await openLibraryWriter(location, log, systemClock);
  try {
    const put = Array.from({ length: count }, (_, at) => ({
      article: anArticle(`${at + 1}`, { title: `Metformin in cohort ${at}`, year: `${1990 + (at % 30)}` }),
      revisedAt: '2026-01-01',
    }));
    const notice = { citation: 'J Tests. 2026;1:1' };
    await writer.write({ put: put.slice(0, 200), remove: [], notices: [] });
    await writer.write({
      ...{ put: put.slice(200), remove: ['7' as Pmid] },
      notices: [{ kind: 'retraction', of: '9' as Pmid, notice }],
    });
  } finally {
    await writer.close();
  }
}

const everything: LibraryQuery = {
  ...{ conditions: [{ field: 'title', value: 'metformin' }], years: {} },
  ...{ sort: 'date_desc', limit: count, offset: 0 },
};

/** All that a library is asked for. */
async function answers(library: Library): Promise<unknown[]> {
  return [
    await library.search(everything, options),
    await library.search({ ...everything, sort: 'relevance' }, options),
    await library.rank({ concepts: ['metformin', 'cohort 12'], required: [], years: {}, limit: 50 }, options),
    await library.get(['9', '7', '300', '301'] as Pmid[]),
    await library.search({ ...everything, conditions: [{ field: 'pmid', value: '12' }] }, options),
  ];
}

async function reread(location: LibraryLocation): Promise<unknown[]> {
  const library = await openLibrary(location, log);
  try {
    return await answers(library);
  } finally {
    await library.close();
  }
}

const damages: [name: string, sql: string][] = [
  ['a record was overwritten', `UPDATE record SET record = x'00ff' WHERE pmid = 12`],
  [
    'a record holds another one',
    'UPDATE record SET record = (SELECT record FROM record WHERE pmid = 13) WHERE pmid = 12',
  ],
  ['a record’s row is lost', 'DELETE FROM record WHERE pmid = 12'],
  ['a record’s checksum is lost', 'UPDATE record SET checksum = NULL WHERE pmid = 12'],
  ['a notice is lost', 'DELETE FROM notice'],
  ['a part of the index was overwritten', `UPDATE chunk SET bytes = x'00ff00ff'`],
  ['a part of the index is lost', 'DELETE FROM chunk'],
  ['the index’s checksums are lost', 'UPDATE chunk SET checksum = NULL'],
  [
    'a segment is lost',
    'DELETE FROM segment WHERE id = (SELECT min(id) FROM segment WHERE retired_at IS NULL)',
  ],
  [
    'a segment’s dead were overwritten',
    `UPDATE segment SET dead = x'ff', dead_count = 3 WHERE dead_count > 0`,
  ],
  ['the list of segments is lost', `DELETE FROM meta WHERE name = 'segments'`],
];

for (const [engine, create] of Object.entries(engines))
  describe(`a damaged library on ${engine}`, () => {
    for (const [what, sql] of damages)
      it(`says so where ${what}, and gives nothing less`, async (t) => {
        const { location, execute } = await create(t);
        await fill(location);
        assert.equal((await reread(location)).length, 5);
        await execute(sql);
        await assert.rejects(reread(location), LibraryDamaged);
        const writer = await openLibraryWriter(location, log, systemClock);
        t.after(() => writer.close());
        assert.notDeepEqual(await writer.verify(new AbortController().signal), []);
      });

    it('says so to who asks through a thread, by the same error', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      await execute(`UPDATE record SET record = x'00ff' WHERE pmid = 12`);
      const pool = openSearchPool(location, log, { deadlineMs: 60_000, workMs: 60_000 });
      t.after(() => pool.close());
      await assert.rejects(pool.get(['12' as Pmid]), (error) => {
        assert.ok(error instanceof LibraryDamaged && error.place === 'record 12');
        assert.match(error.body('en').error, /^The local library is damaged/);
        assert.match(error.body('zh').error, /^本地文献库已损坏/);
        return true;
      });
      assert.deepEqual(
        (await pool.get(['13' as Pmid])).map(({ pmid }) => pmid),
        ['13'],
      );
    });

    it('misses the row of any record there is', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      await execute('DELETE FROM record WHERE pmid > 20');
      const library = await openLibrary(location, log);
      t.after(() => library.close());
      for (let pmid = 21; pmid <= count; pmid += 1)
        await assert.rejects(library.get([`${pmid}` as Pmid]), LibraryDamaged, `${pmid}`);
    });

    it('tells a record that nobody put in, or that was deleted, from one that is lost', async (t) => {
      const { location } = await create(t);
      await fill(location);
      const library = await openLibrary(location, log);
      t.after(() => library.close());
      assert.deepEqual(await library.get(['7', '301'] as Pmid[]), []);
    });

    it('is read without checksums where it is older than they are, and gets them from compact', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      const before = await reread(location);
      await makeOld(execute, engine === 'SQLite' ? `json_remove(info, '$.checked')` : `info - 'checked'`);
      assert.deepEqual(await reread(location), before);
      const writer = await openLibraryWriter(location, log, systemClock);
      t.after(() => writer.close());
      const article = anArticle('400', { title: 'Metformin in a cohort' });
      await writer.write({ put: [{ article, revisedAt: '2026-01-01' }], remove: [], notices: [] });
      await writer.write({ put: [], remove: ['400' as Pmid], notices: [] });
      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      await writer.compact(new AbortController().signal);
      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      assert.deepEqual(strip(await reread(location)), strip(before));
      await execute('UPDATE record SET checksum = NULL WHERE pmid = 12');
      await assert.rejects(reread(location), LibraryDamaged);
    });
  });

/** Statistics count the dead until they are merged away. */
function strip(all: unknown[]): unknown[] {
  return all.map((each) => (Array.isArray(each) ? each : { ...(each as object), statistics: undefined }));
}

/** Recreates the state of a release before checksums, after its tables have got the new columns. */
async function makeOld(execute: Damageable['execute'], withoutChecked: string): Promise<void> {
  for (const sql of [
    'UPDATE record SET checksum = NULL, noticed = NULL',
    'UPDATE chunk SET checksum = NULL',
    `UPDATE segment SET info_checksum = NULL, dead_checksum = NULL, info = ${withoutChecked}`,
    `DELETE FROM meta WHERE name = 'segments'`,
    `INSERT INTO meta VALUES ('unchecked', 'yes')`,
  ])
    await execute(sql);
}

describe('a library.db of the form before checksums', () => {
  it('is brought to the present form with its records', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    const before = await reread(location);
    await execute(`
      ALTER TABLE record DROP COLUMN checksum; ALTER TABLE record DROP COLUMN noticed;
      ALTER TABLE segment DROP COLUMN info_checksum; ALTER TABLE segment DROP COLUMN dead_checksum;
      ALTER TABLE chunk DROP COLUMN checksum; DELETE FROM meta WHERE name = 'segments';
      UPDATE segment SET info = json_remove(info, '$.checked'); PRAGMA user_version = 2`);
    assert.deepEqual(await reread(location), before);
  });
});
