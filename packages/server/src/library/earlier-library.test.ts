import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { type LibraryBatch, LibraryDamaged } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { decodeRecord, recordText } from '@citewell/search-index/segments/record-codec.ts';
import {
  chunkBytes,
  earlierChunkBytes,
  type LibraryWriteStore,
} from '@citewell/search-index/segments/segment-store.ts';
import { addSums } from '@citewell/search-index/writing/add-sums.ts';
import { recordChecksum } from '@citewell/search-index/writing/checksum.ts';
import { createWriter } from '@citewell/search-index/writing/create-writer.ts';
import {
  answers,
  type Damageable,
  earlierDemonstration,
  engines,
  fill,
  progressOf,
  reread,
  withoutSums,
} from '../testing/library/damageable-library.ts';
import { openLibrary, openLibraryWriter } from './open-library.ts';
import { streamPlaces } from './stores/sqlite/reading.ts';
import { schemaVersion } from './stores/sqlite/schema.ts';

for (const [engine, create] of Object.entries(engines))
  describe(`a library of an earlier release on ${engine}`, () => {
    it('gets checksums of DOIs and progress in place, even if the migration is stopped and records are written meanwhile', async (t) => {
      const { location, execute, removeSums, openStore } = await create(t);
      await fill(location);
      const before = await reread(location);
      await removeSums();
      const reading = await openLibrary(location);
      assert.deepEqual(await answers(reading), before, 'it can be searched before');
      await reading.close();

      const store = await openStore();
      t.after(() => store.close());
      const writer = createWriter(store, { clock: systemClock });
      const write = (pmid: string, doi: string | undefined, progress?: LibraryBatch['progress']) =>
        writer.write({
          put: [
            {
              article: anArticle(pmid, { title: 'Again', version: 2, ...(doi && { doi }) }),
              revisedAt: undefined,
            },
          ],
          remove: [],
          notices: [],
          ...(progress && { progress }),
        });
      await write('12', '10.1000/new.12', { file: 'b.xml.gz#2', records: 101, done: true });
      let left = 20;
      const stopped: LibraryWriteStore = {
        ...store,
        transaction: (work) => (left-- > 0 ? store.transaction(work) : Promise.reject(new Error('stopped'))),
      };
      await assert.rejects(addSums(stopped), /stopped/);
      for (let pmid = 14; pmid < 60; pmid += 1)
        await write(`${pmid}`, pmid % 2 ? `10.1000/new.${pmid}` : undefined);
      await writer.write({ put: [], remove: ['61', '62', '63'] as Pmid[], notices: [] });
      await write('500', '10.1000/new.500', { file: 'c.xml.gz#3', records: 1, done: false });
      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      await addSums(store);

      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      const files = ['a.xml.gz#1', 'b.xml.gz#2', 'c.xml.gz#3', 'nobody’s'];
      assert.deepEqual(await progressOf(location, ...files), [
        { records: 200, done: false },
        { records: 101, done: true },
        { records: 1, done: false },
        undefined,
      ]);
      const library = await openLibrary(location);
      t.after(() => library.close());
      assert.equal((await library.findByDoi('10.1000/new.15'))?.pmid, '15');
      assert.equal(await library.findByDoi('10.1000/cohort.14'), undefined);
      await execute('UPDATE record SET doi = NULL WHERE pmid = 500');
      await assert.rejects(library.findByDoi('10.1000/new.500'), LibraryDamaged);
    });

    it('is read without checksums if it predates them, and gets them from compact', async (t) => {
      const { location, execute } = await create(t);
      await fill(location);
      const before = await reread(location);
      const path = location.kind === 'sqlite' ? location.path : '';
      await makeOld(execute, path);
      assert.deepEqual(await reread(location), before);
      const writer = await openLibraryWriter(location, systemClock);
      t.after(() => writer.close());
      const article = anArticle('400', { title: 'Metformin in a cohort' });
      await writer.write({ put: [{ article, revisedAt: '2026-01-01' }], remove: [], notices: [] });
      await writer.write({ put: [], remove: ['400' as Pmid], notices: [] });
      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      await writer.compact(new AbortController().signal);
      assert.deepEqual(await writer.verify(new AbortController().signal), []);
      assert.deepEqual(strip(await reread(location)), strip(before));
      const infos = readRows(path, 'SELECT info FROM segment').map(({ info }) => JSON.parse(String(info)));
      assert.deepEqual(
        infos.map((info) => info.chunkBytes),
        [chunkBytes],
      );
      await execute('UPDATE record SET checksum = NULL WHERE pmid = 12');
      await assert.rejects(reread(location), LibraryDamaged);
    });
  });

function strip(all: unknown[]): unknown[] {
  return all.map((each) => (Array.isArray(each) ? each : { ...(each as object), statistics: undefined }));
}

/** Recreates the state of a release before checksums, after its tables have got the new columns. */
async function makeOld(execute: Damageable['execute'], path: string): Promise<void> {
  const withoutChecked = "json_remove(info, '$.checked', '$.chunkBytes')";
  joinChunks(path);
  for (const sql of [
    'UPDATE record SET checksum = NULL, noticed = NULL',
    'UPDATE chunk SET checksum = NULL',
    `UPDATE segment SET info_checksum = NULL, dead_checksum = NULL, info = ${withoutChecked}`,
    `DELETE FROM meta WHERE name = 'segments'`,
    `INSERT INTO meta VALUES ('unchecked', 'yes')`,
  ])
    await execute(sql);
}

describe('a library.db from before checksums', () => {
  it('gets those of DOIs and progress even if the migration is killed repeatedly with kill -9', async (t) => {
    const { location, removeSums, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    const before = await reread(location);
    await removeSums();
    const path = location.kind === 'sqlite' ? location.path : '';
    for (const transactions of [1, 2, 30])
      assert.equal(await killWhileAddingSums(path, transactions), 'SIGKILL');
    const [{ value } = { value: '' }] = readRows(path, `SELECT value FROM meta WHERE name = 'unsummed'`);
    assert.ok(Number(value) > 0, 'it goes on where it was');
    assert.deepEqual(await progressOf(location, 'b.xml.gz#2'), [{ records: 100, done: true }]);
    assert.deepEqual(readRows(path, `SELECT value FROM meta WHERE name = 'unsummed'`), []);
    assert.deepEqual(await reread(location), before);
    await execute('UPDATE record SET doi = NULL WHERE pmid = 12');
    await assert.rejects(reread(location), LibraryDamaged);
  });

  it('is migrated to the current schema with its records', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    const before = await reread(location);
    await execute(`
      ${withoutSums}; ALTER TABLE record DROP COLUMN checksum; ALTER TABLE record DROP COLUMN noticed;
      ALTER TABLE segment DROP COLUMN info_checksum; ALTER TABLE segment DROP COLUMN dead_checksum;
      ALTER TABLE chunk DROP COLUMN checksum; DELETE FROM meta WHERE name = 'segments';
      UPDATE segment SET info = json_remove(info, '$.checked'); PRAGMA user_version = 2`);
    assert.deepEqual(await reread(location), before);
  });
});

describe('a library.db with records compressed without the dictionary', () => {
  it('is searched, written, verified and compacted like any other', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    const before = await reread(location);
    const path = location.kind === 'sqlite' ? location.path : '';
    removeDictionary(path);
    await execute(`${earlierDemonstration} PRAGMA user_version = 5`);
    assert.deepEqual(strip(await reread(location)), strip(before));

    const writer = await openLibraryWriter(location, systemClock);
    t.after(() => writer.close());
    const known = await Array.fromAsync(writer.records());
    const put = known.slice(0, 3).map((article) => ({ article, revisedAt: '2026-01-01' }));
    const chinese = anArticle('400', { title: '二甲双胍的队列研究', abstract: [{ text: '死亡率下降。' }] });
    const written = await writer.write({
      put: [...put, { article: chinese, revisedAt: '2026-01-01' }],
      ...{ remove: [], notices: [] },
    });
    assert.deepEqual(written, { added: 1, replaced: 0, unchanged: 3, removed: 0 });
    assert.deepEqual(await writer.verify(new AbortController().signal), []);
    await writer.compact(new AbortController().signal);
    assert.deepEqual(await writer.verify(new AbortController().signal), []);
    assert.deepEqual(await Array.fromAsync(writer.records()), [...known, chinese]);
  });
});

describe('a library.db whose demonstration records have their earlier name', () => {
  const demonstrationPmids = ['9900000001', '9900000002'] as Pmid[];

  it('keeps them, does not write them again, and removes them with the first real record', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    const shipped = {
      version: 'a',
      read: () => demonstrationPmids.map((pmid) => anArticle(pmid, { demonstration: true })),
    };
    const writeShipped = async (read = shipped.read) => {
      const writer = await openLibraryWriter(location, systemClock);
      await writer.putDemonstration({ ...shipped, read }, 'auto');
      await writer.close();
    };
    const stats = async () => {
      const library = await openLibrary(location);
      const { records, demonstration } = await library.stats();
      await library.close();
      return [records, demonstration];
    };
    await writeShipped();
    await execute(earlierDemonstration);
    assert.deepEqual(await stats(), [2, 2]);
    await writeShipped(() => assert.fail('they are in the library'));

    const writer = await openLibraryWriter(location, systemClock);
    t.after(() => writer.close());
    await writer.write({
      put: [{ article: anArticle('1'), revisedAt: '2026-01-01' }],
      ...{ remove: [], notices: [] },
    });
    assert.deepEqual(await stats(), [1, 0]);
    assert.deepEqual(await writer.verify(new AbortController().signal), []);
  });
});

describe('a library.db of a later release', () => {
  it('is refused with a message in both languages, and left as it is', async (t) => {
    const { location, execute } = await (engines.SQLite ?? assert.fail())(t);
    await fill(location);
    await execute(`PRAGMA user_version = ${schemaVersion + 1}`);
    const isTooNew = (error: unknown) =>
      error instanceof StorageError &&
      /written by a newer version of Citewell/.test(error.sentence.en) &&
      /更新版本的 Citewell/.test(error.sentence.zh);
    await assert.rejects(openLibrary(location), isTooNew);
    await assert.rejects(openLibraryWriter(location, systemClock), isTooNew);
    const path = location.kind === 'sqlite' ? location.path : '';
    assert.equal(readRows(path, 'PRAGMA user_version')[0]?.user_version, schemaVersion + 1);
  });
});

/** Compresses every record as earlier releases did. */
function removeDictionary(path: string): void {
  const database = new DatabaseSync(path);
  const update = database.prepare('UPDATE record SET record = ?, checksum = ? WHERE pmid = ?');
  for (const { pmid, record } of database.prepare('SELECT pmid, record FROM record').all()) {
    const earlier = deflateRawSync(recordText(decodeRecord(record as Uint8Array)), { windowBits: 12 });
    update.run(earlier, recordChecksum(Number(pmid), earlier), Number(pmid));
  }
  database.close();
}

/** Joins the chunks of each segment and stream, as earlier releases stored them. */
function joinChunks(path: string): void {
  const database = new DatabaseSync(path);
  const rows = database.prepare('SELECT place, bytes FROM chunk ORDER BY place').all();
  const ofStreams = Map.groupBy(rows, ({ place }) => Math.floor(Number(place) / streamPlaces));
  database.exec('DELETE FROM chunk');
  const insert = database.prepare('INSERT INTO chunk (place, bytes) VALUES (?, ?)');
  for (const [stream, parts] of ofStreams) {
    const bytes = Buffer.concat(parts.map((part) => part.bytes as Uint8Array));
    for (let at = 0; at * earlierChunkBytes < bytes.length; at += 1)
      insert.run(
        stream * streamPlaces + at,
        bytes.subarray(at * earlierChunkBytes, (at + 1) * earlierChunkBytes),
      );
  }
  database.close();
}

function readRows(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Adds sums in a separate process, which is killed within its last transaction; resolves with the signal. */
async function killWhileAddingSums(path: string, transactions: number): Promise<string | null> {
  const urlOf = (specifier: string) => JSON.stringify(import.meta.resolve(specifier));
  const program = `
    import { doiHash } from '@citewell/search-index/analysis/doi.ts';
import { addSums } from ${urlOf('@citewell/search-index/writing/add-sums.ts')};
    import { openSqliteLibraryStore } from ${urlOf('./stores/sqlite/sqlite-store.ts')};
    const store = openSqliteLibraryStore(${JSON.stringify(path)});
    let left = ${transactions};
    await addSums({
      ...store,
      transaction: (work) => store.transaction(async (write) => {
        const result = await work(write);
        if (--left === 0) process.kill(process.pid, 'SIGKILL');
        return result;
      }),
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  return signal;
}
