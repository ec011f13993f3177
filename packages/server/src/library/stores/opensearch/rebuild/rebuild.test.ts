import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { ReadOnlyError, StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../../testing/library/opensearch/new-library.ts';
import { rebuildOpenSearch } from '../open-opensearch.ts';

const { signal } = new AbortController();

function batch(articles: readonly Article[], file: string): LibraryBatch {
  return {
    put: articles.map((article) => ({ article, revisedAt: undefined })),
    remove: [],
    notices: [],
    progress: { file, records: articles.length, done: true },
  };
}

const first = batch([anArticle('1')], 'a');
const second = batch(
  Array.from({ length: 30 }, (_, at) => anArticle(String(at + 100), { title: `糖尿病 ${at}` })),
  'b',
);

/** Holds the requests whose path contains a part: `reached` resolves with the first one, `release` lets them pass. */
async function heldAt(part: string, through: Awaited<ReturnType<typeof newLibrary>>['through']) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = await through(async ({ path }) => {
    if (!path.includes(part)) return undefined;
    reached.resolve();
    await released.promise;
    return undefined;
  });
  return { held, reached: reached.promise, release: released.resolve };
}

describe('a rebuild beside an ingest', { skip: whyNoOpenSearch() }, () => {
  it('copies records that were acknowledged before it and not yet visible to searches', async (t) => {
    const { writer: open, location, through } = await newLibrary(t);
    await (await open()).write(first);
    const { held, reached, release } = await heldAt('/_refresh', through);
    const late = await open(held);
    const rebuild = async () => {
      await reached;
      try {
        return await rebuildOpenSearch(location, { signal });
      } finally {
        release();
      }
    };
    const [, copied] = await Promise.all([late.write(second), rebuild()]);
    assert.equal(copied, 31);
    const after = await open();
    assert.equal((await Array.fromAsync(after.records())).length, 31);
    assert.deepEqual(await after.progressOf('b'), { records: 30, done: true });
    assert.deepEqual(await after.verify(signal), []);
  });

  it('refuses records that arrive during it, whose ingest then has no progress and can be resumed', async (t) => {
    const { writer: open, location, through } = await newLibrary(t);
    await (await open()).write(first);
    const { held, reached, release } = await heldAt('-records/_bulk', through);
    const late = await open(held);
    const rebuild = async () => {
      await reached;
      return rebuildOpenSearch(location, {
        signal,
        async onProgress() {
          release();
          await refused.promise;
        },
      });
    };
    const refused = Promise.withResolvers<void>();
    const write = async () => {
      await assert.rejects(late.write(second), ReadOnlyError);
      refused.resolve();
    };
    const [copied] = await Promise.all([rebuild(), write()]);
    assert.equal(copied, 1);
    const after = await open();
    assert.equal(await after.progressOf('b'), undefined);
    assert.equal((await after.write(second)).added, 30);
  });

  it('lets a running ingest change nothing, notices included, and tells it why', async (t) => {
    const { writer: open, library: openLibrary, location } = await newLibrary(t);
    const [writer, library] = [await open(), await openLibrary()];
    const notice = { pmid: '9' as Pmid, citation: 'J. 2026' };
    const said = { kind: 'retraction', of: '1' as Pmid, notice } as const;
    await writer.write({ ...batch([anArticle('1'), anArticle('9')], 'a'), notices: [said] });
    const isRetracted = async () => (await library.get(['1' as Pmid]))[0]?.retracted;
    assert.equal(await isRetracted(), true);
    const withdrawn = batch([anArticle('9', { version: 2 })], 'b');
    const copied = await rebuildOpenSearch(location, {
      signal,
      async onProgress() {
        await assert.rejects(writer.write(withdrawn), (error) => {
          assert.ok(error instanceof StorageError);
          assert.match(error.sentence.en, /cannot be changed: a rebuild/);
          assert.match(error.sentence.zh, /不接受更改/);
          return true;
        });
      },
    });
    assert.equal(copied, 2);
    assert.deepEqual([await isRetracted(), await writer.progressOf('b')], [true, undefined]);
    await writer.write(withdrawn);
    assert.equal(await isRetracted(), false);
  });

  it('is abandoned if the old index has other records at its end than it copied', async (t) => {
    const { writer: open, location, change, indices } = await newLibrary(t);
    const writer = await open();
    await writer.write(first);
    const before = await indices();
    const [stored] = [await change('GET', '-records/_doc/1')] as [{ _source: object }];
    const addUnseen = async () => {
      await change('PUT', '-records/_settings', { 'index.blocks.write': null });
      await change('PUT', '-records/_doc/2', { ...stored._source, pmid: 2 });
    };
    await assert.rejects(
      rebuildOpenSearch(location, { signal, onProgress: addUnseen }),
      (error) => error instanceof StorageError && /The library changed/.test(error.message),
    );
    assert.deepEqual(await indices(), before);
    await change('DELETE', '-records/_doc/2');
    assert.equal((await writer.write(second)).added, 30, 'the library can be changed again');
  });

  it('removes what a rebuild left that was killed after it had moved the alias', async (t) => {
    const { writer: open, location, change, indices } = await newLibrary(t);
    const writer = await open();
    await writer.write(first);
    await rebuildOpenSearch(location, { signal });
    assert.ok((await indices()).includes('-records-2'));
    await change('PUT', '-records-1', { settings: { 'index.blocks.write': true } });
    assert.deepEqual(await writer.verify(signal), [
      `Index ${location.address.name}-records-1 is not in use: a rebuild is writing it, or an interrupted one left it. The next "citewell library rebuild" removes it.`,
    ]);
    assert.equal(await rebuildOpenSearch(location, { signal }), 1);
    assert.deepEqual(await indices(), ['-records-3', '-searches-1', '-state-1']);
    assert.deepEqual(await writer.verify(signal), []);
  });
});
