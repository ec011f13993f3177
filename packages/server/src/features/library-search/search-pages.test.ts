import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LocalSearchResponse } from '@citewell/sdk';
import { type LibraryLocation, openLibraryWriter, openSearchPool } from '../../library/open-library.ts';
import { open, path, term } from '../../testing/app/library-search-app.ts';
import { whyNoOpenSearch } from '../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../testing/library/opensearch/new-library.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

/** Service over 30 records on hearts, of 30 years, the newest first. */
async function serve(t: TestContext, location: LibraryLocation) {
  const writer = await openLibraryWriter(location, systemClock);
  t.after(() => writer.close());
  const write = (years: readonly number[], remove: readonly number[] = []) =>
    writer.write({
      put: years.map((year) => ({
        article: anArticle(String(year), { title: `心脏 heart ${year}`, year: String(year) }),
        revisedAt: undefined,
      })),
      remove: remove.map((year) => String(year) as Pmid),
      notices: [],
    });
  await write(Array.from({ length: 30 }, (_, at) => 1990 + at));
  const limits = { deadlineMs: 600_000, workMs: 600_000 };
  const library = await openSearchPool(location, (_level, event) => t.diagnostic(event), limits);
  t.after(() => library.close());
  const { createKey, postTo } = await open(t, { services: { library } });
  const caller = async () => {
    const headers = { 'x-api-key': await createKey({}) };
    return async (offset: number): Promise<{ years: number[]; next: number | null }> => {
      const { status, body } = await postTo(path, { ...term('title', '心脏'), limit: 5, offset }, headers);
      assert.equal(status, 200, body);
      const { articles, next_offset: next } = JSON.parse(body) as LocalSearchResponse;
      return { years: articles.map(({ year }) => Number(year)), next };
    };
  };
  return { write, caller };
}

const engines: [engine: string, place: (t: TestContext) => Promise<LibraryLocation>, skip: string | false][] =
  [
    ['SQLite', async (t) => ({ kind: 'sqlite', path: join(temporaryFolder(t), 'library.db') }), false],
    [
      'OpenSearch',
      async (t) => ({ kind: 'opensearch', ...(await newLibrary(t)).location }),
      whyNoOpenSearch() ?? false,
    ],
  ];

for (const [engine, place, skip] of engines)
  describe(`the pages of a search of a library on ${engine}`, { skip }, () => {
    it('continue for each key where its last page ended', async (t) => {
      const { write, caller } = await serve(t, await place(t));
      const [one, other] = [await caller(), await caller()];
      assert.deepEqual((await one(0)).years, [2019, 2018, 2017, 2016, 2015]);
      await write([2020, 2021]);
      assert.deepEqual((await other(0)).years, [2021, 2020, 2019, 2018, 2017]);
      assert.deepEqual((await one(5)).years, [2014, 2013, 2012, 2011, 2010]);
      assert.deepEqual((await other(5)).years, [2016, 2015, 2014, 2013, 2012]);
      assert.deepEqual((await one(0)).years, [2021, 2020, 2019, 2018, 2017], 'a first page begins again');
    });

    it('lead past deleted records to the last one, without repeating any', async (t) => {
      const { write, caller } = await serve(t, await place(t));
      const page = await caller();
      const { years: seen, next: second } = await page(0);
      const deleted = [2014, 2013, 2012, 2011, 2010, 2009, 2008, 2015];
      await write([], deleted);
      for (let next = second; next !== null; ) {
        const { years, next: following } = await page(next);
        seen.push(...years);
        next = following;
      }
      assert.equal(new Set(seen).size, seen.length);
      const kept = Array.from({ length: 30 }, (_, at) => 2019 - at).filter((year) => !deleted.includes(year));
      assert.deepEqual(
        kept.filter((year) => !seen.includes(year)),
        [],
      );
    });
  });
