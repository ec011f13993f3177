import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { SourceName } from '@citewell/core/records/article.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type Retriever, SourceError } from '../literature/sources/retriever.ts';
import type { PipelineEvent } from '../pipeline/events.ts';
import { retrieve } from './retrieve.ts';

/** A fourth source, which the protocol does not define yet. */
const names: readonly SourceName[] = ['pubmed', 'europepmc', 'fourth' as SourceName];

type Way = 'answers' | 'fails' | 'hangs';

/** Searches three remote sources with the given behaviors; returns the sources searched, the announced ones and the result. */
async function askThree(ways: readonly Way[]) {
  const asked: string[] = [];
  const remote = names.map(
    (source, index): Retriever => ({
      source,
      async search(_, { signal }) {
        asked.push(source);
        if (ways[index] === 'fails') throw new SourceError(source, 'unreachable');
        if (ways[index] === 'hangs')
          await delay(150, undefined, { signal }).catch(() => {
            throw new SourceError(source, 'timeout');
          });
        return { source, articles: [anArticle(String(index + 1))], executed: [], missing: [] };
      },
      fetch: async () => [],
    }),
  );
  const events: PipelineEvent[] = [];
  const found = await retrieve(
    aSearchQuery({ concepts: ['metformin'] }),
    { remote, library: undefined },
    {
      ...{ limit: 10, signal: new AbortController().signal, clock: { now: () => 0 }, end: 15_000 },
      ...{ log: () => {}, requestId: 'r', emit: (event) => void events.push(event) },
      sourceTimeouts: { sourceMs: 60, totalMs: 15_000, queueMs: 2_000 },
    },
  );
  const announced = events.flatMap((event) => (event.event === 'tool_call' ? [event.data.tool] : []));
  return { asked, announced, found };
}

describe('a third remote source', () => {
  it('is searched if the earlier ones fail', async () => {
    const { asked, announced, found } = await askThree(['fails', 'fails', 'answers']);
    assert.deepEqual(asked, names);
    assert.equal(announced.length, 3);
    assert.deepEqual(
      found.rankings.flat().map(({ pmid }) => pmid),
      ['3'],
    );
    assert.deepEqual(found.unavailable, ['pubmed', 'europepmc']);
  });

  it('is searched if the second times out too', async () => {
    const { asked } = await askThree(['fails', 'hangs', 'answers']);
    assert.deepEqual(asked, names);
  });

  it('is not searched if the second answers', async () => {
    const { asked, announced, found } = await askThree(['fails', 'answers', 'answers']);
    assert.deepEqual(asked, names.slice(0, 2));
    assert.equal(announced.length, 2);
    assert.deepEqual(
      found.rankings.flat().map(({ pmid }) => pmid),
      ['2'],
    );
  });

  it('leaves a late answer of an earlier source in place if it fails', async () => {
    const { found } = await askThree(['hangs', 'fails', 'fails']);
    assert.deepEqual(
      found.rankings.flat().map(({ pmid }) => pmid),
      ['1'],
    );
  });
});
