import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticRecords } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { createSqliteCache } from '../../../database/sqlite/cache/cache.ts';
import { SourceError } from '../retriever.ts';
import { createPubmedRetriever } from './client.ts';

async function setUp(t: TestContext) {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const clock = { now: () => Date.now() };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const limiter = { acquire: async () => true as const, pauseUntil: () => {} };
  const retriever = createPubmedRetriever({
    ...{ cache, clock, limiter, log: () => {}, sleep: async () => {} },
    ...{ baseUrl: eutils.url, apiKey: undefined, email: undefined, attemptTimeoutMs: 2_000 },
  });
  t.after(async () => {
    await retriever.close();
    cache.close();
    await eutils.close();
  });
  const options = { limit: 10, signal: new AbortController().signal, deadline: Date.now() + 20_000 };
  return { eutils, related: (pmids: Pmid[]) => retriever.related?.(pmids, options) };
}

const own = syntheticRecords()
  .slice(0, 2)
  .map(({ pmid }) => pmid as Pmid);

describe('related articles from PubMed', () => {
  it('exclude the records themselves and contain each article once, closest first', async (t) => {
    const { related } = await setUp(t);
    const articles = (await related(own))?.articles ?? [];
    const pmids = articles.map(({ pmid }) => pmid);
    assert.ok(pmids.length > 0 && pmids.length <= 10);
    assert.equal(new Set(pmids).size, pmids.length);
    assert.deepEqual(
      pmids.filter((pmid) => own.includes(pmid)),
      [],
    );
  });

  it('that cannot be fetched are reported as missing', async (t) => {
    const { eutils, related } = await setUp(t);
    const whole = await related(own);
    eutils.setFault('missing-ids');
    const { articles = [], missing = [] } = (await related(own.slice(0, 1))) ?? {};
    assert.ok(whole?.missing.length === 0 && articles.length > 0);
    assert.equal(missing.length, 1);
    assert.ok(articles.every(({ pmid }) => !missing.includes(pmid)));
  });

  it('fail with a SourceError if PubMed is unavailable', async (t) => {
    const { eutils, related } = await setUp(t);
    eutils.setFault('backend-down');
    await assert.rejects(async () => related(own), SourceError);
  });
});
