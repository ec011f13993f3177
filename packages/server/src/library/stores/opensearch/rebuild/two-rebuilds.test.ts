import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { whyNoOpenSearch } from '../../../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../../../testing/library/opensearch/new-library.ts';
import { rebuildOpenSearch } from '../open-opensearch.ts';

const { signal } = new AbortController();

/** Number of records that take two steps to copy. */
const count = 700;

/** Clock by which the lease of another process has expired. */
const later = { ...systemClock, now: () => systemClock.now() + 120_000 };

async function filled(t: TestContext) {
  const made = await newLibrary(t);
  const writer = await made.writer();
  const articles = Array.from({ length: count }, (_, at) =>
    anArticle(String(at + 1), {
      title: `Heart failures, paper ${at}`,
      authors: ['Smith JA'],
      doi: `10.1/a.${at}`,
    }),
  );
  await writer.write({
    put: articles.map((article) => ({ article, revisedAt: undefined })),
    remove: [],
    notices: [],
  });
  const library = await made.library();
  return {
    ...{ ...made, writer },
    /** Searches that an index without our definition would answer otherwise. */
    async expectFound(): Promise<void> {
      for (const [field, value, total] of [
        ['title', '"heart failure"', count],
        ['author', 'Smith J', count],
        ['doi', '10.1/a.7', 1],
      ] as const) {
        const query = { conditions: [{ field, value }], years: {}, sort: 'date_desc' } as const;
        assert.equal(
          (await library.search({ ...query, limit: 1, offset: 0 }, { signal })).total,
          total,
          value,
        );
      }
      assert.deepEqual(await writer.verify(signal), []);
    },
  };
}

/** Starts a rebuild that stops after its first step, until `resume`. */
function paused(location: Parameters<typeof rebuildOpenSearch>[0]) {
  const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const controller = new AbortController();
  const work = async () => {
    try {
      return await rebuildOpenSearch(location, {
        signal: controller.signal,
        async onProgress() {
          reached.resolve();
          await resumed.promise;
          controller.signal.throwIfAborted();
        },
      });
    } catch (error) {
      return error;
    }
  };
  const outcome = work();
  return { outcome, reached: reached.promise, resume: resumed.resolve, controller };
}

describe('a rebuild that another process takes over', { skip: whyNoOpenSearch() }, () => {
  for (const [how, stop] of [
    ['is stopped', true],
    ['goes on', false],
  ] as const)
    it(`changes nothing more if it ${how}, and says why`, async (t) => {
      const { location, through, indices, expectFound } = await filled(t);
      const first = paused(location);
      await first.reached;
      const taken = await through(async ({ path }) => {
        // The second one has blocked the old index.
        if (!/-records-1\/_refresh/.test(path)) return undefined;
        if (stop) first.controller.abort(new Error('stopped'));
        first.resume();
        await first.outcome;
        return undefined;
      });
      assert.equal(await rebuildOpenSearch(taken, { signal, clock: later }), count);
      const outcome = await first.outcome;
      assert.ok(outcome instanceof StorageError, String(outcome));
      assert.match(outcome.sentence.en, /Another process has taken over the rebuild/);
      assert.match(outcome.sentence.zh, /另一个进程已接手重建/);
      assert.deepEqual(await indices(), ['-records-3', '-searches-1', '-state-1']);
      await expectFound();
    });
});

describe('the new index of a rebuild', { skip: whyNoOpenSearch() }, () => {
  it('is not created again if it was removed, and the old one stays in use', async (t) => {
    const { location, change, indices, expectFound } = await filled(t);
    const before = await indices();
    const onProgress = async (records: number) => {
      if (records < count) await change('DELETE', '-records-2');
    };
    await assert.rejects(rebuildOpenSearch(location, { signal, onProgress }));
    assert.deepEqual(await indices(), before);
    await expectFound();
  });

  it('does not replace the old one if it has another form, or if the old one could be changed', async (t) => {
    const { location, change, indices, expectFound } = await filled(t);
    const before = await indices();
    for (const [meddle, refusal] of [
      [() => change('PUT', '-records-2/_mapping', { _meta: { citewell: 0 } }), /another version of Citewell/],
      [() => change('PUT', '-records-1/_settings', { 'index.blocks.write': null }), /The library changed/],
    ] as const) {
      const onProgress = async (records: number) => {
        if (records === count) await meddle();
      };
      await assert.rejects(rebuildOpenSearch(location, { signal, onProgress }), refusal);
      assert.deepEqual(await indices(), before);
      await expectFound();
    }
  });
});
