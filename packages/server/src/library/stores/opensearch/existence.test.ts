import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { type Library, type LibraryBatch, LibraryMissing } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../testing/library/opensearch/new-library.ts';
import { temporaryFolder } from '../../../testing/process/temporary-folder.ts';
import { openOpenSearchLibrary, openOpenSearchWriter, rebuildOpenSearch } from './open-opensearch.ts';

const { signal } = new AbortController();
const all = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;
const question = { concepts: ['sepsis', '脓毒症'], required: [], years: {}, limit: 5 };

const batch: LibraryBatch = {
  put: [anArticle('1', { title: '脓毒症 sepsis', doi: '10.1/a' }), anArticle('2')].map((article) => ({
    article,
    revisedAt: undefined,
  })),
  remove: [],
  notices: [{ kind: 'retraction', of: '1' as Pmid, notice: { pmid: '2' as Pmid, citation: 'J. 2026' } }],
};

function says(wanted: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StorageError, String(error));
    assert.match(error.sentence.en, wanted);
    assert.match(error.sentence.zh, /\p{Script=Han}/u);
    return true;
  };
}

/** Calls every reading method; each must say that the library is missing. */
async function assertMissing(library: Library): Promise<void> {
  for (const read of [
    () => library.search(all, { signal }),
    () => library.rank(question, { signal }),
    () => library.get(['1' as Pmid]),
    () => library.findByDoi('10.1/a'),
    () => library.stats(),
  ])
    await assert.rejects(read(), (error) => {
      assert.ok(error instanceof LibraryMissing, `${read}: ${error}`);
      assert.match(error.detail?.en ?? '', /missing.*restore it from a snapshot/);
      assert.match(error.detail?.zh ?? '', /快照/);
      return true;
    });
}

describe('a library in OpenSearch that is missing', { skip: whyNoOpenSearch() }, () => {
  it('is created neither by a reader nor by a writer that expects it, and both name it', async (t) => {
    const { location, indices } = await newLibrary(t);
    const named = says(new RegExp(`has no library "${location.address.name}".*snapshot.*library create`));
    await assert.rejects(openOpenSearchLibrary(location), named);
    await assert.rejects(openOpenSearchWriter(location, undefined, { expected: 'existing' }), named);
    await assert.rejects(rebuildOpenSearch(location, { signal }), named);
    assert.deepEqual(await indices(), []);
  });

  it('is not created again by a writer where it was used before, except as a new one', async (t) => {
    const { location, change, indices } = await newLibrary(t);
    const marker = join(temporaryFolder(t), 'library.opensearch');
    const open = async (expected: 'any' | 'new' | 'existing') =>
      (await openOpenSearchWriter({ ...location, marker }, undefined, { expected })).close();
    await open('any');
    await assert.rejects(open('new'), says(/exists in OpenSearch.*delete its indices/));
    // What a service on this data folder opens leaves the marker, too.
    rmSync(`${marker}.made`);
    await open('existing');
    await change('DELETE', '-*');
    await assert.rejects(open('any'), says(/has no library/));
    assert.deepEqual(await indices(), []);
    await open('new');
    assert.deepEqual(await indices(), ['-records-1', '-searches-1', '-state-1']);
  });

  it('is reported by a running service as missing, also after another one took its place', async (t) => {
    const { writer: open, library: openLibrary, change } = await newLibrary(t);
    await (await open()).write(batch);
    const library = await openLibrary();
    assert.equal((await library.search(all, { signal })).total, 2);
    assert.deepEqual(await library.get(['7' as Pmid]), []);
    assert.equal(await library.findByDoi('10.1/b'), undefined);
    await change('DELETE', '-*');
    await assertMissing(library);
    const other = await open();
    await assertMissing(library);
    await other.write(batch);
    await assert.rejects(library.search(all, { signal }), LibraryMissing);
    assert.equal((await (await openLibrary()).search(all, { signal })).total, 2);
  });

  for (const part of ['state', 'records'] as const)
    it(`in part is never completed: its index of ${part}`, async (t) => {
      const { writer: open, library: openLibrary, location, change, indices } = await newLibrary(t);
      await (await open()).write(batch);
      const library = await openLibrary();
      assert.equal((await library.get(['1' as Pmid]))[0]?.retracted, true);
      await change('DELETE', `-${part}-1`);
      const left = await indices();
      const named = says(new RegExp(`has lost its index ${location.address.name}-${part}\\..*snapshot`));
      await assert.rejects(openOpenSearchLibrary(location), named);
      for (const expected of ['any', 'new', 'existing'] as const)
        await assert.rejects(openOpenSearchWriter(location, undefined, { expected }), named);
      await assert.rejects(rebuildOpenSearch(location, { signal }), named);
      assert.deepEqual(await indices(), left);
      await assert.rejects(library.get(['1' as Pmid]), LibraryMissing);
      await assert.rejects(library.search(all, { signal }), LibraryMissing);
    });

  it('in part because its creation was interrupted is completed by the next writer that may create it', async (t) => {
    const { writer: open, library: openLibrary, location, change } = await newLibrary(t);
    await (await open()).close();
    await change('DELETE', '-state/_doc/setting:made');
    await assert.rejects(openOpenSearchLibrary(location), says(/has lost its index/));
    await open();
    await change('DELETE', '-state-1');
    await (await open()).write(batch);
    assert.equal((await (await openLibrary()).stats()).records, 2);
  });
});
