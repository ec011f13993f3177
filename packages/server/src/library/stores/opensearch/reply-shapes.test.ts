import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../testing/library/opensearch/new-library.ts';
import { rebuildOpenSearch } from './open-opensearch.ts';

const { signal } = new AbortController();
const query = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;
const maintenance = { message: '系统维护中' };
const batch = {
  put: [{ article: anArticle('1', { title: '糖尿病' }), revisedAt: undefined }],
  remove: [],
  notices: [],
  progress: { file: 'a', records: 1, done: true },
};

describe('a reply of OpenSearch in another form, with status 200', { skip: whyNoOpenSearch() }, () => {
  it('is never taken for an empty result', async (t) => {
    const { writer: open, library: openLibrary, through } = await newLibrary(t);
    await (await open()).write(batch);
    let isDown = false;
    const library = await openLibrary(await through(async () => (isDown ? maintenance : undefined)));
    assert.equal((await library.search(query, { signal })).total, 1);
    isDown = true;
    for (const read of [
      () => library.search(query, { signal }),
      () => library.rank({ concepts: ['糖尿病'], required: [], years: {}, limit: 5 }, { signal }),
      () => library.get(['1' as Pmid]),
      () => library.findByDoi('10.1/a'),
      () => library.stats(),
    ])
      await assert.rejects(read(), LibraryUnavailable);
  });

  it('is never taken for a change that was made', async (t) => {
    const { writer: open, through } = await newLibrary(t);
    const writer = await open();
    for (const part of ['-records/_bulk', '_refresh', '-state/_bulk']) {
      let isDown = true;
      const other = await open(
        await through(async ({ path }) => (isDown && path.includes(part) ? maintenance : undefined)),
      );
      const own = { ...batch, progress: { ...batch.progress, file: part } };
      await assert.rejects(other.write(own), /CITEWELL_LIBRARY_URL\) returns incomplete replies/);
      assert.equal(await writer.progressOf(part), undefined);
      isDown = false;
      await other.write(own);
      assert.deepEqual(await writer.progressOf(part), { records: 1, done: true });
    }
  });

  it('to the last step of a rebuild leaves the old records', async (t) => {
    const { writer: open, library: openLibrary, indices, through } = await newLibrary(t);
    const writer = await open();
    await writer.write(batch);
    const before = await indices();
    const location = await through(async ({ path }) =>
      path.startsWith('/_aliases') ? maintenance : undefined,
    );
    await assert.rejects(rebuildOpenSearch(location, { signal, retryMs: 0 }), StorageError);
    assert.deepEqual(await indices(), before);
    assert.equal((await (await openLibrary()).search(query, { signal })).total, 1);
    await writer.write({ ...batch, remove: ['1' as Pmid] });
  });
});
