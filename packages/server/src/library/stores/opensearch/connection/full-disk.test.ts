import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../../testing/library/opensearch/new-library.ts';
import { openOpenSearchWriter, rebuildOpenSearch } from '../open-opensearch.ts';

const { signal } = new AbortController();

const put = (...articles: Article[]): LibraryBatch => ({
  put: articles.map((article) => ({ article, revisedAt: undefined })),
  remove: [],
  notices: [],
});

/** Block that OpenSearch sets on indices whose disk is full. */
const full = 'index.blocks.read_only_allow_delete';

/** Expects the error of an operator's command, which names OpenSearch and the block. */
const namesBlock = (origin: string) => (error: unknown) => {
  assert.ok(error instanceof StorageError, String(error));
  assert.ok(error.sentence.en.startsWith(`OpenSearch at ${origin} (CITEWELL_LIBRARY_URL) is read-only`));
  assert.match(error.sentence.en, /\(status 429, cluster_block_exception\)\. Free space/);
  assert.match(error.sentence.zh, /不接受更改（状态 429，cluster_block_exception）。如磁盘已满/);
  return true;
};

async function filled(t: TestContext) {
  const made = await newLibrary(t);
  const writer = await made.writer();
  await writer.write(put(...Array.from({ length: 700 }, (_, at) => anArticle(String(at + 1)))));
  const { origin } = made.location.address;
  return { ...made, writer, origin };
}

describe('a full disk of OpenSearch', { skip: whyNoOpenSearch() }, () => {
  it('ends an ingest at its first refused write, with an error that names it', async (t) => {
    const { change, through, writer } = await filled(t);
    let bulks = 0;
    const location = await through(async ({ path }) => {
      if (path.includes('-records/_bulk')) bulks += 1;
      return undefined;
    });
    // It waits for a cluster that restarts, not for one that is full.
    const patient = await openOpenSearchWriter(location);
    t.after(() => patient.close());
    await change('PUT', '-records/_settings', { [full]: true });
    const { origin } = location.address;
    await assert.rejects(patient.write(put(anArticle('701'))), namesBlock(origin));
    assert.equal(bulks, 1);
    await change('PUT', '-records/_settings', { [full]: null });
    assert.equal((await writer.write(put(anArticle('701')))).added, 1);
  });

  for (const [index, when] of [
    ['-records-1', 0],
    ['-records-1', 500],
    ['-records-2', 500],
  ] as const)
    it(`ends a rebuild, of which nothing is left, if ${index} is blocked after ${when} records`, async (t) => {
      const { change, indices, location, origin, writer } = await filled(t);
      const before = await indices();
      const fill = () => change('PUT', `${index}/_settings`, { [full]: true });
      if (when === 0) await fill();
      const onProgress = async (records: number) => {
        if (records === when) await fill();
      };
      await assert.rejects(rebuildOpenSearch(location, { signal, onProgress }), namesBlock(origin));
      assert.deepEqual(await indices(), before);
      await change('PUT', '-records-1/_settings', { [full]: null });
      assert.equal(await rebuildOpenSearch(location, { signal }), 700);
      assert.equal((await writer.write(put(anArticle('701')))).added, 1);
      assert.deepEqual(await writer.verify(signal), []);
    });
});
