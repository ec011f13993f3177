import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { createWriter } from '@citewell/search-index/writing/create-writer.ts';
import { openSqliteLibraryStore } from '../stores/sqlite/sqlite-store.ts';
import { refreshLibrary } from './refresh-library.ts';

const { signal } = new AbortController();

it('resumes after the last written batch, and starts over once it is complete', async (t) => {
  const store = openSqliteLibraryStore(':memory:');
  t.after(() => store.close());
  const writer = createWriter(store, { clock: systemClock });
  const put = Array.from({ length: 450 }, (_, at) => ({
    article: anArticle(String(at + 1), at % 10 === 0 ? { volume: '1' } : {}),
    revisedAt: '2024-01-01',
  }));
  await writer.write({ put, remove: [], notices: [] });
  const asked: Pmid[][] = [];
  const fetch = async (pmids: readonly Pmid[]) => {
    asked.push([...pmids]);
    if (asked.length === 2) throw new Error('down');
    return pmids
      .filter((pmid) => pmid !== '2')
      .map((pmid) => anArticle(pmid, { volume: '9', title: 'Other' }));
  };
  await assert.rejects(refreshLibrary(writer, { fetch, signal }), /down/);
  const seen: number[] = [];
  const counts = await refreshLibrary(writer, { fetch, signal, report: (count) => seen.push(count) });
  assert.deepEqual(counts, { asked: 205, filled: 205, missing: 0 });
  assert.deepEqual(asked[2], asked[1], 'the batch that failed comes first');
  assert.equal(seen.at(-1), 450);
  const last = await refreshLibrary(writer, { fetch, signal });
  assert.deepEqual([last, asked.at(-1)], [{ asked: 1, filled: 0, missing: 1 }, ['2']]);
  for await (const { title, pmid, volume } of writer.records())
    assert.deepEqual(
      [title, volume],
      [`Paper ${pmid}.`, pmid === '2' ? undefined : Number(pmid) % 10 === 1 ? '1' : '9'],
    );

  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(refreshLibrary(writer, { fetch, signal: stopped }), /stopped/);
});
