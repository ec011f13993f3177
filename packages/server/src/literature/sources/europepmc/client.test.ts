import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type EuropepmcFault, europepmcFaults } from '@citewell/simulators/europepmc/europepmc-faults.ts';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { syntheticPmids } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { createSqliteCache } from '../../../database/sqlite/cache/cache.ts';
import type { LogFields } from '../../../platform/log.ts';
import {
  type Lasting,
  lastingOnTheWire,
  failsWith as sourceFailsWith,
  timeouts,
} from '../../../testing/app/source-failures.ts';
import type { RemoteOptions } from '../remote/options.ts';
import type { SourceFailure } from '../retriever.ts';
import { createEuropepmcRetriever } from './client.ts';

const never = new AbortController().signal;
const stroke = aSearchQuery({ concepts: ['zelparin', 'atrial fibrillation'] });
const zelparin = aSearchQuery({ concepts: ['zelparin'] });

async function setUp(t: TestContext, options: Partial<RemoteOptions> = {}) {
  const simulator = await startEuropepmcSimulator();
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const lines: [string, LogFields | undefined][] = [];
  const pausedUntil: number[] = [];
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const europepmc = createEuropepmcRetriever({
    baseUrl: simulator.url,
    cache,
    clock,
    log: (_level, event, fields) => lines.push([event, fields]),
    limiter: { acquire: async () => true, pauseUntil: (instant) => pausedUntil.push(instant) },
    sleep: async () => {},
    ...options,
  });
  t.after(async () => {
    await europepmc.close();
    await simulator.close();
    cache.close();
  });
  const until = () => ({ signal: never, deadline: clock.now() + 60_000 });
  const search = (query: SearchQuery = zelparin, limit = 20) =>
    europepmc.search(query, { limit, ...until() });
  const fetch = (...pmids: string[]) => europepmc.fetch(pmids as Pmid[], until());
  const requests = () => simulator.log().length;
  return { simulator, clock, cache, europepmc, search, fetch, requests, lines, pausedUntil };
}

const failsWith = (failure: SourceFailure) => sourceFailsWith('europepmc', failure);

/** Expected result of searching one concept while a fault lasts, with the number of requests made. */
const lasting: Record<EuropepmcFault, Lasting> = {
  'version-only': { failure: 'rejected', requests: 1 },
  'error-code': { failure: 'rejected', requests: 1 },
  'single-object': 'survived',
  'no-results-key': { failure: 'bad_reply', requests: 3 },
  'cursor-echo': 'survived',
  'missing-records': 'survived',
  'rate-limited': { failure: 'rate_limited', requests: 3 },
  'server-error': { failure: 'unreachable', requests: 3 },
  unavailable: { failure: 'unreachable', requests: 3 },
  html: { failure: 'bad_reply', requests: 3 },
  'invalid-json': { failure: 'bad_reply', requests: 3 },
  ...lastingOnTheWire,
};

describe('the Europe PMC client', { concurrency: 4 }, () => {
  test('sends one round trip for a new search and none for a repeated one', async (t) => {
    const { simulator, search, requests } = await setUp(t);
    const { articles, executed, missing } = await search(stroke);
    assert.equal(requests(), 2);
    for (const { method, endpoint, params } of simulator.log()) {
      assert.deepEqual([method, endpoint], ['GET', 'search']);
      assert.partialDeepStrictEqual(params, {
        resultType: 'core',
        format: 'json',
        synonym: 'true',
        pageSize: '20',
      });
    }
    assert.deepEqual(
      executed.map(({ query }) => query),
      [
        '("zelparin" AND "atrial fibrillation") AND SRC:MED',
        '("zelparin" OR "atrial fibrillation") AND SRC:MED',
      ],
    );
    assert.deepEqual(missing, []);
    const trial = articles.find(({ pmid }) => pmid === syntheticPmids.trial);
    assert.partialDeepStrictEqual(trial, {
      title: 'Zelparin for stroke prevention in atrial fibrillation: a randomized controlled trial.',
      year: '2021',
      journal: 'Simulated cardiology',
      doi: '10.5555/simul.2021.0001',
    });
    assert.equal(trial?.abstract[2]?.label, 'Results');
    simulator.clearLog();
    const again = await search(stroke);
    assert.deepEqual([again.articles, again.executed, requests()], [articles, executed, 0]);
  });

  test('returns only records with a PMID', async (t) => {
    const { search } = await setUp(t);
    const { articles } = await search(aSearchQuery({ concepts: ['stroke', 'hypertension'] }), 100);
    assert.ok(articles.length > 0);
    for (const { pmid } of articles) assert.match(pmid, /^\d+$/);
  });

  test('restricts searches, but not identifier lookups, by year and category', async (t) => {
    const { search } = await setUp(t);
    const { articles } = await search({ ...zelparin, years: { from: 2021, to: 2021 } });
    assert.deepEqual(new Set(articles.map(({ year }) => year)), new Set(['2021']));
    const typedIn = await search({
      ...zelparin,
      years: { from: 2030 },
      pmids: ['7'] as Pmid[],
      dois: ['10.5555/simul.2021.0001'],
    });
    assert.deepEqual(typedIn.articles.map(({ pmid }) => pmid).sort(), ['7', syntheticPmids.trial]);
    const inCategory = await search({ ...zelparin, categoryTerms: ['nothing like it'] });
    assert.deepEqual([inCategory.articles, inCategory.executed[0]?.total], [[], 0]);
  });

  test('sends long queries by POST', async (t) => {
    const { simulator, fetch } = await setUp(t);
    const unknown = Array.from({ length: 120 }, (_, i) => String(700_000_000 + i));
    const articles = await fetch(...unknown, syntheticPmids.trial, '7', syntheticPmids.trial);
    assert.deepEqual(
      articles.map(({ pmid }) => pmid),
      [syntheticPmids.trial, '7', syntheticPmids.trial],
    );
    assert.deepEqual(
      simulator
        .log()
        .map(({ method, endpoint }) => `${method} ${endpoint}`)
        .sort(),
      ['GET search', 'POST searchPOST'],
    );
  });

  test('marks retracted papers but not their notices', async (t) => {
    const { fetch } = await setUp(t);
    const { retracted, retractedByLinkOnly, retractedByTypeOnly, retractionNotice } = syntheticPmids;
    const articles = await fetch(retracted, retractedByLinkOnly, retractedByTypeOnly, retractionNotice);
    assert.deepEqual(
      articles.map((article) => article.retracted),
      [true, true, true, false],
    );
  });

  test('keeps the PubMed version of a record that both sources have', async (t) => {
    const { cache, search } = await setUp(t);
    const known = anArticle(syntheticPmids.trial, { title: 'As PubMed has it.' });
    await cache.putArticles([known]);
    await search();
    assert.deepEqual((await cache.getArticles([known.pmid])).get(known.pmid), known);
  });

  test('sends nothing for an untranslated Chinese question, and returns an empty result with its count', async (t) => {
    const { search, requests } = await setUp(t);
    const untranslated = await search(aSearchQuery({ text: '高血压怎么办？', language: 'zh' }));
    assert.deepEqual(untranslated, { source: 'europepmc', articles: [], executed: [], missing: [] });
    assert.equal(requests(), 0);
    const { articles, executed } = await search(aSearchQuery({ concepts: ['qqzzxx'] }));
    assert.deepEqual([articles, executed[0]?.total], [[], 0]);
  });

  for (const fault of Object.keys(europepmcFaults) as EuropepmcFault[]) {
    const outcome = lasting[fault];
    if (outcome === 'survived') {
      test(`completes a search despite “${fault}”`, async (t) => {
        const { simulator, search, requests } = await setUp(t);
        simulator.setFault(fault);
        assert.ok((await search()).articles.length > 0);
        assert.equal(requests(), 1);
      });
      continue;
    }
    test(`fails a search as ${outcome.failure} while “${fault}” lasts, instead of returning an empty result`, async (t) => {
      const { simulator, search, requests } = await setUp(t, {
        attemptTimeoutMs: timeouts.has(fault) ? 300 : 20_000,
      });
      simulator.setFault(fault);
      await assert.rejects(search(), failsWith(outcome.failure));
      assert.equal(requests(), outcome.requests);
    });
    if (outcome.requests === 1) continue;
    test(`recovers from a single “${fault}” by retrying`, async (t) => {
      const { simulator, search } = await setUp(t, {
        attemptTimeoutMs: timeouts.has(fault) ? 1_000 : 20_000,
      });
      simulator.setFault(fault, { times: 1, delayMs: 10_000 });
      assert.ok((await search()).articles.length > 0);
    });
  }

  test('pauses all callers for Retry-After', async (t) => {
    const { simulator, search, pausedUntil, clock } = await setUp(t);
    simulator.setFault('rate-limited', { times: 1 });
    const before = clock.now();
    await search();
    assert.ok(Number(pausedUntil[0]) - before >= 3_000);
  });

  test('opens its own circuit after five failures', async (t) => {
    const { simulator, search, requests, clock } = await setUp(t);
    simulator.setFault('unavailable');
    await assert.rejects(search(), failsWith('unreachable'));
    await assert.rejects(search(), failsWith('unreachable'));
    await assert.rejects(search(), failsWith('circuit_open'));
    assert.equal(requests(), 5);
    simulator.clearFaults();
    clock.ahead += 30_001;
    assert.ok((await search()).articles.length > 0);
  });

  test('puts neither the question nor the reply into errors or log lines', async (t) => {
    const { simulator, search, lines } = await setUp(t);
    simulator.setFault('error-code');
    await assert.rejects(search(aSearchQuery({ concepts: ['canaryword'] })), (error) => {
      assert.doesNotMatch(`${(error as Error).stack} ${JSON.stringify(error)}`, /canary|criteria/);
      return failsWith('rejected')(error);
    });
    assert.deepEqual(lines, [['source_failed', { source: 'europepmc', failure: 'rejected', status: 200 }]]);
  });
});
