import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../testing/library/opensearch/new-library.ts';
import { openOpenSearchLibrary } from './open-opensearch.ts';

const { signal } = new AbortController();
const thirty = {
  put: Array.from({ length: 30 }, (_, at) => ({
    article: anArticle(String(at + 1), { title: `糖尿病 diabetes ${at}` }),
    revisedAt: undefined,
  })),
  remove: [],
  notices: [],
};

const faults = {
  'is missing': ['DELETE', '-searches-1', undefined],
  'is read-only': ['PUT', '-searches/_settings', { 'index.blocks.read_only': true }],
  'is closed to reading': ['PUT', '-searches/_settings', { 'index.blocks.read': true }],
  'is on a full disk': ['PUT', '-searches/_settings', { 'index.blocks.read_only_allow_delete': true }],
} as const;

describe('a search whose index for further pages is lost', { skip: whyNoOpenSearch() }, () => {
  for (const [what, [method, path, body]] of Object.entries(faults))
    it(`is answered, with its further pages, if the index ${what}`, async (t) => {
      const { writer: open, library: openLibrary, location, change } = await newLibrary(t);
      const writer = await open();
      await writer.write(thirty);
      const replicas = [await openLibrary(), await openLibrary()];
      await change(method, path, body);
      for (const sort of ['date_desc', 'relevance'] as const) {
        const query = {
          conditions: [{ field: 'title', value: '糖尿病' }],
          years: {},
          sort,
          limit: 10,
        } as const;
        const seen = new Set<string>();
        for (const [page, library] of [replicas[0], replicas[1], replicas[0]].entries()) {
          const { total, articles } = await (library ?? assert.fail()).search(
            { ...query, offset: 10 * page },
            { signal },
          );
          assert.equal(total, 30);
          for (const { pmid } of articles) seen.add(pmid);
        }
        assert.equal(seen.size, 30);
      }
      assert.equal((await (replicas[0] ?? assert.fail()).stats()).records, 30);
      const named = new RegExp(`Index ${location.address.name}-searches(?:-1)? is (?:missing|blocked)`);
      assert.match((await writer.verify(signal)).join('\n'), named);
      if (body === undefined) {
        const next = await open();
        assert.deepEqual(await next.verify(signal), [], 'created again by the next writer');
      } else {
        const unblocked = Object.fromEntries(Object.keys(body).map((block) => [block, null]));
        await change('PUT', path, unblocked);
      }
    });

  it('is answered, with its further pages, if the index has no shard', async (t) => {
    const { writer: open, library: openLibrary, location, change } = await newLibrary(t);
    const writer = await open();
    await writer.write(thirty);
    const alias = `${location.address.name}-searches`;
    await change('DELETE', '-searches-1');
    await change('PUT', '-searches-1?wait_for_active_shards=0', {
      settings: { 'index.routing.allocation.require._name': 'none' },
      aliases: { [alias]: {} },
    });
    const library = await openLibrary();
    const query = { conditions: [], years: {}, sort: 'date_desc', limit: 20 } as const;
    for (const [offset, count] of [
      [0, 20],
      [20, 10],
    ] as const)
      assert.equal((await library.search({ ...query, offset }, { signal })).articles.length, count);
    assert.equal((await library.stats()).records, 30);
    assert.match((await writer.verify(signal)).join('\n'), new RegExp(`Index ${alias}-1 is red`));
  });

  it('does not wait for it each time, and uses it again after a while', async (t) => {
    const { writer: open, through } = await newLibrary(t);
    await (await open()).write(thirty);
    let tries = 0;
    let now = 0;
    const library = await openOpenSearchLibrary(
      await through(async ({ path }) => {
        if (!path.includes('-searches/_doc/')) return undefined;
        tries++;
        return 'cut';
      }),
      { timeoutMs: 120_000, clock: { now: () => now } },
    );
    t.after(() => library.close());
    const query = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;
    for (let turn = 0; turn < 3; turn++) assert.equal((await library.search(query, { signal })).total, 30);
    assert.equal(tries, 1);
    now += 60_000;
    assert.equal((await library.search(query, { signal })).total, 30);
    assert.equal(tries, 2);
  });

  it('keeps its page if its deadline passes only while the next page is recorded', async (t) => {
    const { writer: open, through } = await newLibrary(t);
    await (await open()).write(thirty);
    const library = await openOpenSearchLibrary(
      await through(async ({ path }) => {
        if (path.includes('-searches/_doc/')) await setTimeout(1_500);
        return undefined;
      }),
      { timeoutMs: 1_000 },
    );
    t.after(() => library.close());
    const query = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;
    assert.equal((await library.search(query, { signal })).total, 30);
  });
});
