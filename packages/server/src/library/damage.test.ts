import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { doiHash } from '@citewell/search-index/analysis/doi.ts';
import { bucketOfDoi, doiBuckets } from '@citewell/search-index/writing/doi-sums.ts';
import { engines, fill, progressOf, reread } from '../testing/library/damageable-library.ts';
import { type LibraryLocation, openLibrary, openLibraryWriter, openSearchPool } from './open-library.ts';

const log = () => {};
const count = 300;

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
  ['the list of segments is no number', `UPDATE meta SET value = 'x' WHERE name = 'segments'`],
  ['a DOI was overwritten', 'UPDATE record SET doi = doi + 1 WHERE pmid = 12'],
  ['a DOI was cut', 'UPDATE record SET doi = doi / 256 WHERE pmid = 12'],
  [
    'a record has another one’s DOI',
    'UPDATE record SET doi = (SELECT doi FROM record WHERE pmid = 14) WHERE pmid = 12',
  ],
  ['a DOI is lost', 'UPDATE record SET doi = NULL WHERE pmid = 12'],
  ['the sums of the DOIs were overwritten', 'UPDATE doi_sum SET sum = sum + 1'],
  ['the sums of the DOIs are cut', 'UPDATE doi_sum SET sum = sum / 256'],
  [
    'the sums of the DOIs are those of another library',
    'UPDATE doi_sum SET sum = (SELECT max(sum) FROM doi_sum)',
  ],
  ['the sums of the DOIs are lost', 'DELETE FROM doi_sum'],
];

const bucketOf12 = bucketOfDoi(doiHash('10.1000/cohort.11'));

const sumDamages: [what: string, sql: string][] = [
  ['its sum with it', `DELETE FROM doi_sum WHERE bucket = ${bucketOf12}`],
  ['its sum is 0', `UPDATE doi_sum SET sum = 0 WHERE bucket = ${bucketOf12}`],
  [
    'its sum is that of other DOIs, or of none',
    `UPDATE doi_sum SET sum = (SELECT sum FROM doi_sum WHERE bucket = ${(bucketOf12 + 1) % doiBuckets}) WHERE bucket = ${bucketOf12}`,
  ],
];

/** `file`: the file whose progress is read. */
const progressDamages: [name: string, sql: string, file: string][] = [
  ['was overwritten', `UPDATE progress SET records = 300 WHERE file = 'a.xml.gz#1'`, 'a.xml.gz#1'],
  ['was cut', `UPDATE progress SET records = 2 WHERE file = 'a.xml.gz#1'`, 'a.xml.gz#1'],
  ['is another file’s', `UPDATE progress SET file = 'c.xml.gz#3' WHERE file = 'a.xml.gz#1'`, 'c.xml.gz#3'],
  [
    'is under another file’s name',
    `UPDATE progress SET file = 'c.xml.gz#3' WHERE file = 'a.xml.gz#1'`,
    'a.xml.gz#1',
  ],
  ['is lost', `DELETE FROM progress WHERE file = 'a.xml.gz#1'`, 'a.xml.gz#1'],
  ['has lost its checksum', `UPDATE progress SET checksum = NULL WHERE file = 'a.xml.gz#1'`, 'a.xml.gz#1'],
  ['is not in the sum of all', `UPDATE meta SET value = '1' WHERE name = 'progress'`, 'nobody’s'],
  ['has no sum any more', `DELETE FROM meta WHERE name = 'progress'`, 'a.xml.gz#1'],
];

for (const [engine, create] of Object.entries(engines))
  describe(`a damaged library on ${engine}`, () => {
    for (const [what, sql] of damages)
      it(`is reported if ${what}, and returns no partial results`, async (t) => {
        const { location, execute } = await create(t);
        await fill(location);
        assert.deepEqual((await reread(location)).slice(5), [
          '12',
          1,
          undefined,
          0,
          undefined,
          0,
          undefined,
          0,
        ]);
        await execute(sql);
        await assert.rejects(reread(location), LibraryDamaged);
        const writer = await openLibraryWriter(location, systemClock);
        t.after(() => writer.close());
        assert.notDeepEqual(await writer.verify(new AbortController().signal), []);
      });

    for (const [what, sql, file] of progressDamages)
      it(`refuses to resume a file whose progress ${what}, and still answers searches`, async (t) => {
        const { location, execute } = await create(t);
        await fill(location);
        assert.deepEqual(await progressOf(location, 'a.xml.gz#1', 'b.xml.gz#2', 'nobody’s'), [
          { records: 200, done: false },
          { records: 100, done: true },
          undefined,
        ]);
        const before = await reread(location);
        await execute(sql);
        await assert.rejects(progressOf(location, file), LibraryDamaged);
        const writer = await openLibraryWriter(location, systemClock);
        t.after(() => writer.close());
        const progress = { file, records: 300, done: true };
        await assert.rejects(writer.write({ put: [], remove: [], notices: [], progress }), LibraryDamaged);
        assert.notDeepEqual(await writer.verify(new AbortController().signal), []);
        // Everything that is found is complete: searches continue, and the Health page reports the corruption.
        assert.deepEqual(await reread(location), before);
        const library = await openLibrary(location);
        t.after(() => library.close());
        assert.match((await library.stats()).damaged ?? '', /^progress of /);
      });

    for (const [what, sql] of sumDamages)
      it(`is reported if a DOI is lost and ${what}`, async (t) => {
        const { location, execute } = await create(t);
        await fill(location);
        await execute('UPDATE record SET doi = NULL WHERE pmid = 12');
        await execute(sql);
        const library = await openLibrary(location);
        t.after(() => library.close());
        await assert.rejects(library.findByDoi('10.1000/cohort.11'), LibraryDamaged);
        assert.equal((await library.findByDoi('10.1000/cohort.13'))?.pmid, '14');
      });

    it('reports the same error through a thread', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      await execute(`UPDATE record SET record = x'00ff' WHERE pmid = 12`);
      const pool = await openSearchPool(location, log, { deadlineMs: 60_000, workMs: 60_000 });
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

    it('reports the missing row of any record', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      await execute('DELETE FROM record WHERE pmid > 20');
      const library = await openLibrary(location);
      t.after(() => library.close());
      for (let pmid = 21; pmid <= count; pmid += 1)
        await assert.rejects(library.get([`${pmid}` as Pmid]), LibraryDamaged, `${pmid}`);
    });

    it('distinguishes a record that was never added or was deleted from a lost one', async (t) => {
      const { location } = await create(t);
      await fill(location);
      const library = await openLibrary(location);
      t.after(() => library.close());
      assert.deepEqual(await library.get(['7', '301'] as Pmid[]), []);
    });
  });

/** SQL that SQLite rejects in strict tables, but whose result a corrupt page can contain. */
const wrongTypes: [what: string, sql: string][] = [
  ['a record is a number', 'UPDATE record SET record = 5 WHERE pmid = 12'],
  ['a record is gone, but for its row', 'UPDATE record SET record = NULL WHERE pmid = 12'],
  ['a checksum is a text', `UPDATE record SET checksum = 'x' WHERE pmid = 12`],
  ['a DOI is a text', `UPDATE record SET doi = 'x' WHERE pmid = 12`],
  ['a part of the index is a text', `UPDATE chunk SET bytes = 'x'`],
  ['what is deleted is a number', 'UPDATE segment SET dead = 7'],
  ['what is known of a segment is nothing', `UPDATE segment SET info = 'null'`],
  ['what is known of a segment is a number', 'UPDATE segment SET info = 5'],
  ['a sum of DOIs is a text', `UPDATE doi_sum SET sum = 'x'`],
];

describe('a library.db with values of wrong types', () => {
  for (const [what, sql] of wrongTypes)
    it(`is damaged if ${what}`, async (t) => {
      const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
      await fill(location);
      loosenTypes(location);
      assert.equal((await reread(location)).length, 13);
      await execute(sql);
      await assert.rejects(reread(location), LibraryDamaged);
      const writer = await openLibraryWriter(location, systemClock);
      t.after(() => writer.close());
      assert.notDeepEqual(await writer.verify(new AbortController().signal), []);
    });

  it('fails once if a record and its notices are unreadable, without an unhandled rejection', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    loosenTypes(location);
    const library = await openLibrary(location);
    t.after(() => library.close());
    await execute('UPDATE record SET record = 5 WHERE pmid = 12');
    await execute('DROP TABLE notice');
    await assert.rejects(library.get(['12'] as Pmid[]));
    // An unhandled rejection is reported in the next turn and fails the test.
    await new Promise(setImmediate);
  });
});

/** Makes SQLite take values of any type in every column. */
function loosenTypes(location: LibraryLocation): void {
  const path = location.kind === 'sqlite' ? location.path : '';
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(`
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '') WHERE type = 'table';
    PRAGMA writable_schema = RESET`);
  database.close();
}
