import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { type LibraryBatch, LibraryMissing } from '@citewell/core/records/library.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../testing/library/opensearch/new-library.ts';

const { signal } = new AbortController();

const batch = (
  file: string,
  from: number,
  count: number,
  more: Partial<LibraryBatch> = {},
): LibraryBatch => ({
  put: Array.from({ length: count }, (_, at) => ({
    article: anArticle(String(from + at), { title: `心脏 heart ${from + at}` }),
    revisedAt: undefined,
  })),
  remove: [],
  notices: [],
  progress: { file, records: count, done: true },
  ...more,
});

describe('a snapshot of a library in OpenSearch', { skip: whyNoOpenSearch() }, () => {
  it('is restored under a running service, which continues with it, notices and progress included', async (t) => {
    const { writer: open, library: openLibrary, location, indices } = await newLibrary(t);
    const { origin, name } = location.address;
    const call = async (method: string, path: string, body?: object): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      assert.ok(reply.ok, text);
      return text;
    };
    const [writer, library] = [await open(), await openLibrary()];
    const notice = { kind: 'retraction', of: '1' as Pmid, notice: { citation: 'J. 2026' } } as const;
    await writer.write(batch('a', 1, 20, { notices: [notice] }));
    const page = async (offset: number) => {
      const query = {
        conditions: [{ field: 'title', value: '心脏' }],
        years: {},
        sort: 'relevance',
      } as const;
      const { total, articles } = await library.search({ ...query, limit: 15, offset }, { signal });
      return [total, articles.map(({ pmid, retracted }) => [pmid, retracted])];
    };
    const before = [await page(0), await page(15)];

    // As docs/operator/library-opensearch.md (Backup) says.
    await call('PUT', `/_snapshot/${name}`, { type: 'fs', settings: { location: name } });
    const aliases = `${name}-records,${name}-state,${name}-searches`;
    const snapshot = `/_snapshot/${name}/one`;
    const copied = { indices: aliases, include_global_state: false };
    await call('PUT', `${snapshot}?wait_for_completion=true`, copied);
    t.after(async () => {
      await call('DELETE', snapshot);
      await call('DELETE', `/_snapshot/${name}`);
    });

    await writer.write(batch('b', 101, 30, { remove: ['1' as Pmid] }));
    assert.notDeepEqual(await page(0), before[0]);
    const listed = (await call('GET', `/_cat/aliases/${aliases}?h=index`)).split(/\s+/).filter(Boolean);
    await call('DELETE', `/${listed.join()}`);
    assert.deepEqual(await indices(), []);
    await assert.rejects(page(0), LibraryMissing);
    await call('POST', `${snapshot}/_restore?wait_for_completion=true`, { include_global_state: false });

    assert.deepEqual([await page(0), await page(15)], before);
    assert.equal((await library.get(['1' as Pmid]))[0]?.retracted, true);
    assert.deepEqual(await writer.progressOf('a'), { records: 20, done: true });
    assert.equal(await writer.progressOf('b'), undefined);
    assert.equal((await writer.write(batch('b', 101, 30))).added, 30);
    assert.equal((await page(0))[0], 50);
    assert.deepEqual(await writer.verify(signal), []);
  });
});
