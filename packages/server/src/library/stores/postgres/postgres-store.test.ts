import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import {
  type Chunk,
  type DocumentRow,
  SegmentGone,
  type SegmentInfo,
  streams,
  type WriteTransaction,
} from '@citewell/search-index/segments/segment-store.ts';
import { addSums } from '@citewell/search-index/writing/add-sums.ts';
import { createLibrary } from '@citewell/search-index/writing/create-library.ts';
import { bucketOfDoi, expectDois } from '@citewell/search-index/writing/doi-sums.ts';
import { openDatabase, PostgresDatabase, type Run } from '../../../database/postgres/database.ts';
import { migrations as accountMigrations } from '../../../database/postgres/migrations.ts';
import { type Schema, sharedPostgres, startPostgres } from '../../../testing/accounting/postgres-server.ts';
import { addDemonstration } from '../../demonstration.ts';
import { openLibraryWriter, openSearchPool } from '../../open-library.ts';
import { openPostgresReading, openPostgresWriting } from './postgres-store.ts';
import { createReading } from './reading.ts';

const log = () => {};

async function open(t: TestContext, given?: Schema) {
  const schema = given ?? (await (await sharedPostgres()).createSchema());
  const writing = await openPostgresWriting(schema.url, log);
  t.after(() => writing.close());
  const reading = await openPostgresReading(schema.url, log);
  t.after(() => reading.close());
  return { schema, writing, reading };
}

const info: SegmentInfo = {
  docs: 3,
  totalLength: 30,
  years: [[2020, 3]],
  bytes: { directory: 1, terms: 2, blocks: 3, positions: 4, keys: 5, lengths: 6 },
};

function row(pmid: number, more: Partial<DocumentRow> = {}): DocumentRow {
  const record = randomBytes(pmid % 7);
  return { pmid, dateKey: 7, version: 1, revisedAt: '', sample: false, doi: undefined, record, ...more };
}

/** A live segment with these chunks. */
async function addSegment(write: WriteTransaction, chunks: Omit<Chunk, 'segment'>[] = []): Promise<number> {
  const segment = await write.createSegment(1);
  await write.writeChunks(chunks.map((chunk) => ({ ...chunk, segment })));
  await write.publish(segment, info);
  await write.changed(5);
  return segment;
}

const chunk = (bytes: Uint8Array, at = 0) => ({ stream: 'terms' as const, chunk: at, bytes });

describe('the library in PostgreSQL', () => {
  it('begins empty', async (t) => {
    const { reading } = await open(t);
    assert.deepEqual(await reading.snapshot(), { generation: 0, segments: [], checksum: 0 });
    assert.equal(await reading.generation(), 0);
    assert.equal(await reading.meta('changed_at'), undefined);
    assert.deepEqual(await reading.progress('a'), {
      ...{ row: undefined, sum: 0, total: undefined, isSummed: false },
    });
    assert.deepEqual(await reading.documents([1]), []);
    assert.ok(Number(await reading.bytes()) > 0);
  });

  it('gives bytes back as they were, in the order asked for, from every stream', async (t) => {
    const { reading, writing } = await open(t);
    const chunks = streams.flatMap((stream, order) =>
      [0, 1].map((at) => ({ stream, chunk: at, bytes: randomBytes(order * 20_000 + at) })),
    );
    const segment = await writing.transaction((write) => addSegment(write, chunks));
    const shuffled = chunks.toSorted((one, other) => other.bytes.length - one.bytes.length);
    const read = await reading.read(
      shuffled.map(({ stream, chunk: at }) => ({ segment, stream, chunk: at })),
    );
    for (const [place, { bytes }] of shuffled.entries())
      assert.ok(bytes.equals(read[place]?.bytes ?? bytes.subarray(1)));
  });

  it('shows all of a commit or nothing of it, and a snapshot of one moment', async (t) => {
    const { reading, writing } = await open(t);
    const before = await reading.generation();
    await assert.rejects(
      writing.transaction(async (write) => {
        await addSegment(write, [chunk(randomBytes(10))]);
        await write.putDocuments([row(1)]);
        assert.equal((await write.snapshot()).segments.length, 1, 'a writer reads its own changes');
        assert.equal((await write.documents([1])).length, 1);
        assert.deepEqual(await reading.snapshot(), { generation: before, segments: [], checksum: 0 });
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await reading.snapshot(), { generation: before, segments: [], checksum: 0 });
    assert.deepEqual(await reading.documents([1]), []);
    const segment = await writing.transaction((write) => addSegment(write));
    assert.partialDeepStrictEqual(await reading.snapshot(), {
      generation: before + 1,
      segments: [{ id: segment, info, deletedDocs: Buffer.alloc(0), deletedCount: 0 }],
    });
    assert.equal(await reading.meta('changed_at'), '5');
  });

  it('reports deleted records whenever there are more, and no segments once they are retired', async (t) => {
    const { reading, writing } = await open(t);
    const one = await writing.transaction((write) => addSegment(write));
    const other = await writing.transaction((write) => addSegment(write));
    for (const [deletedDocs, deletedCount] of [
      [Uint8Array.of(1), 1],
      [Uint8Array.of(5), 2],
    ] as const) {
      await writing.transaction((write) => write.setDeletedDocs(one, deletedDocs, deletedCount));
      for (let time = 0; time < 2; time += 1) {
        const { segments } = await reading.snapshot();
        assert.deepEqual(
          segments.map((segment) => [
            segment.id,
            [...segment.deletedDocs],
            segment.deletedCount,
            segment.info,
          ]),
          [
            [one, [...deletedDocs], deletedCount, info],
            [other, [], 0, info],
          ],
        );
      }
    }
    await writing.transaction((write) => write.retire([one], 100));
    assert.deepEqual(
      (await reading.snapshot()).segments.map(({ id }) => id),
      [other],
    );
  });

  it('keeps the bytes of a retired segment until it is swept, and says then that they are gone', async (t) => {
    const { reading, writing } = await open(t);
    const bytes = randomBytes(100);
    const segment = await writing.transaction((write) => addSegment(write, [chunk(bytes)]));
    const address = { segment, stream: 'terms' as const, chunk: 0 };
    await writing.transaction((write) => write.retire([segment], 100));
    await writing.transaction((write) => write.sweep(100));
    assert.deepEqual((await reading.read([address]))[0]?.bytes, bytes);
    await writing.transaction((write) => write.sweep(101));
    await assert.rejects(async () => reading.read([address]), SegmentGone);
    const live = await writing.transaction((write) => addSegment(write, [chunk(bytes)]));
    const abandoned = await writing.transaction((write) => write.createSegment(1));
    await writing.transaction((write) => write.sweep(1_000));
    assert.deepEqual((await reading.read([{ ...address, segment: live }]))[0]?.bytes, bytes);
    assert.ok(abandoned > live && live > segment, 'ids grow');
  });

  it('replaces a record by its PMID, and counts records rightly', async (t) => {
    const { reading, writing } = await open(t);
    await addSums(writing);
    const large = 9_999_999_999;
    const first = [row(1), row(large, { doi: 2 ** 48 - 1, sample: true }), row(3, { doi: 77 })];
    await writing.transaction((write) => write.putDocuments(first));
    const second = [
      row(3, { dateKey: 9, version: 2, revisedAt: '2020-01-02', record: randomBytes(50_000) }),
      row(4),
    ];
    await writing.transaction((write) => write.putDocuments(second));
    await writing.transaction((write) => write.deleteDocuments([1, 2]));
    const expected = [second[0], second[1], first[1]].map((each) => ({
      pmid: each?.pmid,
      record: each?.record,
    }));
    const stored = (documents: readonly { pmid: number; record: Uint8Array }[]) =>
      documents.map(({ pmid, record }) => ({ pmid, record }));
    assert.deepEqual(stored(await reading.documentsAfter(0, 2)), expected.slice(0, 2));
    assert.deepEqual(stored(await reading.documentsAfter(4, 10)), expected.slice(2));
    const last = bucketOfDoi(2 ** 48 - 1);
    const dois = await reading.dois(0, last);
    assert.equal(dois.sums.size, last + 1);
    assert.deepEqual(dois.entries, [{ doi: 2 ** 48 - 1, pmid: large }], 'the new version of 3 has none');
    expectDois(0, last, dois);
    assert.deepEqual((await reading.dois(0, last - 1)).entries, []);
    const found = await reading.documents([large, 5, 3]);
    assert.deepEqual(new Set(found.map(({ pmid }) => pmid)), new Set([large, 3]));
    const heads = await writing.transaction((write) => write.heads([3, 5]));
    assert.deepEqual(heads, [{ pmid: 3, dateKey: 9, version: 2, revisedAt: '2020-01-02', sample: false }]);
    const samples = await writing.transaction((write) => write.sampleHeads());
    assert.deepEqual(
      samples.map(({ pmid }) => pmid),
      [large],
    );
  });

  it('takes notices once, and back by the record that gave them', async (t) => {
    const { reading, writing } = await open(t);
    const citation = '《柳叶刀》'.repeat(2_000);
    const notice = { kind: 'retraction' as const, of: 1, from: 2, citation };
    const others = [
      { ...notice, kind: 'erratum' as const },
      { ...notice, from: 0 },
      { ...notice, of: 9_999_999_999 },
    ];
    for (let time = 0; time < 2; time += 1)
      await writing.transaction((write) => write.putNotices([notice, notice, ...others]));
    assert.equal((await reading.notices([1])).length, 3);
    assert.deepEqual(await reading.notices([9_999_999_999]), [others[2]]);
    await writing.transaction((write) => write.deleteNoticesFrom([2, 0]));
    assert.deepEqual(await reading.notices([1, 9_999_999_999]), [others[1]]);
  });

  it('keeps names and progress', async (t) => {
    const { reading, writing } = await open(t);
    for (const records of [10, 20])
      await writing.transaction(async (write) => {
        await write.setProgress({ file: 'a.xml.gz', records, done: records === 20, checksum: records });
        await write.setMeta('synced_at', String(records));
      });
    assert.deepEqual(await reading.progress('a.xml.gz'), {
      ...{ row: { records: 20, done: true, checksum: 20 }, sum: 20, total: undefined, isSummed: false },
    });
    assert.equal(await reading.meta('synced_at'), '20');
  });

  it('lets one write at a time, whichever process, and nobody who reads wait for it', async (t) => {
    const { writing, reading, schema } = await open(t);
    const { writing: elsewhere } = await open(t, schema);
    const order: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = writing.transaction(async (write) => {
      begin();
      await held;
      await write.putDocuments([row(1)]);
      order.push('first');
    });
    await begun;
    const rest = [writing, elsewhere, elsewhere].map((store, at) =>
      store.transaction(async (write) => {
        order.push(`after ${(await write.documents([1, 10, 11, 12])).length}`);
        await write.putDocuments([row(10 + at)]);
      }),
    );
    assert.equal((await reading.snapshot()).generation, 0);
    letGo();
    await Promise.all([first, ...rest]);
    assert.deepEqual(order, ['first', 'after 1', 'after 2', 'after 3']);
  });

  it('lets one merge at a time, while others write', async (t) => {
    const { writing, schema } = await open(t);
    const { writing: elsewhere } = await open(t, schema);
    const merged = await writing.mergeAlone(async () => {
      assert.equal(await elsewhere.mergeAlone(async () => 'two'), undefined);
      await elsewhere.transaction((write) => write.putDocuments([row(1)]));
      return 'one';
    });
    assert.equal(merged, 'one');
    assert.equal(await elsewhere.mergeAlone(async () => 'two'), 'two');
    await assert.rejects(
      writing.mergeAlone(async () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await elsewhere.mergeAlone(async () => 'three'), 'three');
    await writing.shrink(new AbortController().signal);
    assert.deepEqual(await writing.check(), []);
  });

  it('stands beside the accounts in one schema, and refuses tables of a newer version', async (t) => {
    const schema = await (await sharedPostgres()).createSchema();
    const accounts = await openDatabase(schema.url, accountMigrations, log);
    await accounts.close();
    const { writing } = await open(t, schema);
    await writing.transaction((write) => write.putDocuments([row(1)]));
    const again = await openDatabase(schema.url, accountMigrations, log);
    await again.close();
    await schema.execute('UPDATE library_schema_version SET version = 99');
    await assert.rejects(openPostgresReading(schema.url, log), (error) => {
      assert.ok(error instanceof StorageError);
      assert.match(error.sentence.en, /newer Citewell \(schema 99/);
      assert.match(error.sentence.zh, /架构版本 99/);
      return true;
    });
  });

  it('is asked once for its state and once for the records of a search whose words are known, whatever their number', async (t) => {
    const { url } = await (await sharedPostgres()).createSchema();
    const writer = await openLibraryWriter({ kind: 'postgres', url }, log, systemClock);
    t.after(() => writer.close());
    await addDemonstration(writer);
    const database = new PostgresDatabase(url, log);
    t.after(() => database.close());
    const asked: string[] = [];
    const run: Run = (statement, values) => {
      asked.push(statement.name ?? statement.text);
      return database.run(statement, values);
    };
    const library = createLibrary(
      { ...createReading(run), close: () => {} },
      { timeoutMs: Number.POSITIVE_INFINITY },
    );
    const conditions = [
      { field: 'title_abstract', value: 'metformin trial "type 2 diabetes"' },
      { field: 'journal', value: 'journal' },
    ] as const;
    const { signal } = new AbortController();
    for (const sort of ['date_desc', 'relevance'] as const) {
      const query = { conditions, years: {}, sort, limit: 20, offset: 0 };
      await library.search(query, { signal });
      asked.length = 0;
      const other = { ...query, years: { from: 1990 } };
      assert.ok((await library.search(other, { signal })).articles.length > 0);
      assert.deepEqual(asked.toSorted(), ['library_documents', 'library_generation', 'library_notices']);
    }
  });

  it('is searched again when a database that went away is back', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const location = { kind: 'postgres', url: server.url } as const;
    const writer = await openLibraryWriter(location, log, systemClock);
    t.after(() => writer.close());
    await addDemonstration(writer);
    const pool = await openSearchPool(location, log, { deadlineMs: 600_000, workMs: 600_000 });
    t.after(() => pool.close());
    const query = { conditions: [], years: {}, sort: 'date_desc', limit: 5, offset: 0 } as const;
    const search = () => pool.search(query, { signal: new AbortController().signal });
    const before = await search();
    assert.equal(before.articles.length, 5);
    await server.crash();
    await assert.rejects(search(), (error) => !(error instanceof ServiceError));
    await server.restart();
    assert.deepEqual(await search(), before);
  });
});
