import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { open, term } from '../../testing/app/library-search-app.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

/** Accounts in a file, and the number of flushes of its log so far. */
function countedStore(t: TestContext) {
  const path = join(temporaryFolder(t), 'citewell.db');
  const flush = t.mock.method(fs, 'fdatasync');
  syncBuiltinESMExports();
  t.after(() => {
    flush.mock.restore();
    syncBuiltinESMExports();
  });
  const store = openSqliteAccounts({ path, clock: systemClock, quotaTimeZone: 'UTC' });
  t.after(() => store.close());
  return { store, flushes: () => flush.mock.callCount() };
}

describe('commits that a caller waits for', () => {
  it('number one for a library search: its settlement includes admission and step', async (t) => {
    const { store, flushes } = countedStore(t);
    const { found } = await open(t, { store });
    await found(term('title', 'metformin'));
    const before = flushes();
    await found(term('title', 'metformin'));
    assert.equal(flushes() - before, 1);
    const keyId = (await store.listKeys())[0]?.id ?? '';
    const filter = { keyId, from: '2000-01-01', to: '2100-01-01', endpoint: undefined, outcome: undefined };
    const [newest] = await store.listCalls(filter, { after: undefined, limit: 1 });
    assert.ok(newest);
    const steps = await store.listSteps(keyId, newest.id);
    assert.deepEqual(
      steps?.map(({ kind, source, promptTokens, completionTokens }) => [
        kind,
        source,
        promptTokens + completionTokens,
      ]),
      [['search', 'provider', newest.charged]],
    );
  });

  it('number two for a stream, whose admission is committed before its first event', async (t) => {
    const { store, flushes } = countedStore(t);
    const { postTo } = await open(t, { store });
    const question = { question: 'Does metformin lower HbA1c in adults with type 2 diabetes?' };
    for (const [path, expected] of [
      ['/ai/api/ask', 1],
      ['/ai/api/ask_stream', 2],
    ] as const) {
      const before = flushes();
      const { status, body } = await postTo(path, question);
      assert.equal(status, 200, body);
      assert.equal(flushes() - before, expected, path);
    }
  });

  it('are shared by the pairs of a batch of citation checks', async (t) => {
    const { store, flushes } = countedStore(t);
    const { postTo } = await open(t, { store });
    const abstract =
      'Metformin reduced the risk of myocardial infarction by 25% in adults with type 2 diabetes.';
    const { pmid, title } = anArticle('101', {});
    const pair = {
      sentence: 'Metformin reduced the risk of myocardial infarction by 25%.',
      pmid,
      title,
      abstract,
    };
    const check = async (count: number) => {
      const before = flushes();
      const { status, body } = await postTo('/ai/api/factcheck_batch', { pairs: Array(count).fill(pair) });
      assert.equal(status, 200, body);
      return flushes() - before;
    };
    await check(1);
    // Each pair has two transactions.
    const pairs = 40;
    const flushed = await check(pairs);
    assert.ok(flushed <= 1.5 * pairs, `${flushed} flushes for ${pairs} pairs`);
  });
});
