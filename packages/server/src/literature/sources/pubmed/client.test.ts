import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { loadPubmedXmlCorpus, sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { type EutilsFault, eutilsFaults } from '@citewell/simulators/pubmed/eutils-faults.ts';
import { type EutilsOptions, startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticPmids, syntheticRecords } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { createSqliteCache } from '../../../database/sqlite/cache/cache.ts';
import type { LogFields } from '../../../platform/log.ts';
import {
  type Lasting,
  lastingOnTheWire,
  failsWith as sourceFailsWith,
  timeouts,
} from '../../../testing/app/source-failures.ts';
import type { RateLimiter } from '../remote/rate-limiter.ts';
import { SourceError, type SourceFailure } from '../retriever.ts';
import { createPubmedRetriever, type PubmedOptions } from './client.ts';

const never = new AbortController().signal;

const stroke = aSearchQuery({
  text: 'Does zelparin prevent stroke in atrial fibrillation?',
  concepts: ['zelparin', 'atrial fibrillation'],
});
const zelparin = { ...stroke, concepts: ['zelparin'] };
/** Records that mention zelparin. */
const zelparinRecords = syntheticRecords().filter(({ title, abstract }) =>
  /zelparin/i.test(JSON.stringify([title, abstract])),
).length;

/** Creates a client for the simulator: no pauses between attempts, its own cache, no rate limit by default. */
async function setUp(
  t: TestContext,
  options: Partial<PubmedOptions> & { simulator?: EutilsOptions; ownLimiter?: boolean } = {},
) {
  const simulator = await startEutilsSimulator({ rateLimit: false, ...options.simulator });
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const lines: [string, LogFields | undefined][] = [];
  const pausedUntil: number[] = [];
  const freely: RateLimiter = {
    acquire: async () => true,
    pauseUntil: (instant) => pausedUntil.push(instant),
  };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const pubmed = createPubmedRetriever({
    baseUrl: simulator.url,
    apiKey: undefined,
    email: undefined,
    cache,
    clock,
    log: (_level, event, fields) => lines.push([event, fields]),
    ...(!options.ownLimiter && { limiter: freely }),
    sleep: async () => {},
    ...options,
  });
  t.after(async () => {
    await pubmed.close();
    await simulator.close();
    cache.close();
  });
  const search = (
    query: SearchQuery = stroke,
    more: { signal?: AbortSignal; timeoutMs?: number; limit?: number } = {},
  ) =>
    pubmed.search(query, {
      limit: more.limit ?? 20,
      signal: more.signal ?? never,
      deadline: clock.now() + (more.timeoutMs ?? 60_000),
    });
  const fetch = (...pmids: string[]) =>
    pubmed.fetch(pmids as Pmid[], { signal: never, deadline: clock.now() + 60_000 });
  const sent = () => simulator.log().map(({ endpoint }) => endpoint);
  return { simulator, clock, pubmed, search, fetch, sent, lines, pausedUntil };
}

const failsWith = (failure: SourceFailure) => sourceFailsWith('pubmed', failure);

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1_000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(condition());
}

/** Expected result of searching one concept while a fault lasts, with the number of requests made. */
const lasting: Record<EutilsFault, Lasting> = {
  'rate-limited': { failure: 'rate_limited', requests: 3 },
  'rate-limited-documented': { failure: 'rate_limited', requests: 3 },
  'rate-limited-200': { failure: 'rate_limited', requests: 3 },
  'bad-key': { failure: 'rejected', requests: 1 },
  'backend-down': { failure: 'bad_reply', requests: 3 },
  'backend-unsupported': { failure: 'bad_reply', requests: 3 },
  'backend-unresolved': { failure: 'bad_reply', requests: 3 },
  'history-expired': { failure: 'bad_reply', requests: 3 },
  'over-cap': { failure: 'rejected', requests: 1 },
  'huge-count': { failure: 'bad_reply', requests: 3 },
  'short-idlist': { failure: 'bad_reply', requests: 3 },
  'efetch-timeout': { failure: 'bad_reply', requests: 4 },
  'efetch-timeout-200': { failure: 'bad_reply', requests: 4 },
  'efetch-empty-list': { failure: 'bad_reply', requests: 4 },
  'efetch-proxy': { failure: 'bad_reply', requests: 4 },
  'efetch-proxy-html': { failure: 'bad_reply', requests: 4 },
  'efetch-proxy-html-escaped': { failure: 'bad_reply', requests: 4 },
  'prolog-only': { failure: 'bad_reply', requests: 3 },
  'cpp-exception': { failure: 'bad_reply', requests: 3 },
  garbled: { failure: 'bad_reply', requests: 3 },
  'router-502': { failure: 'unreachable', requests: 3 },
  'router-503': { failure: 'unreachable', requests: 3 },
  'server-error': { failure: 'unreachable', requests: 3 },
  blocked: { failure: 'blocked', requests: 1 },
  'blocked-page': { failure: 'blocked', requests: 1 },
  'redirect-internal': { failure: 'bad_reply', requests: 3 },
  'uri-too-long': { failure: 'rejected', requests: 1 },
  html: { failure: 'bad_reply', requests: 3 },
  'invalid-json': { failure: 'bad_reply', requests: 3 },
  'missing-ids': 'survived',
  'wrong-ids': { failure: 'bad_reply', requests: 4 },
  'no-records': { failure: 'bad_reply', requests: 3 },
  ...lastingOnTheWire,
};

describe('the PubMed client', { concurrency: 4 }, () => {
  test('runs the precise and the broad search in parallel, then fetches the records', async (t) => {
    const { simulator, search, sent } = await setUp(t, { email: 'operator@example.org' });
    simulator.setFault('slow', { endpoint: 'esearch', delayMs: 200 });
    const result = await search();
    assert.deepEqual(sent(), ['esearch', 'esearch', 'efetch']);
    const [first, second, third] = simulator.log();
    assert.ok(first && second && third);
    assert.ok(second.at - first.at < third.at - second.at);
    assert.deepEqual(
      result.executed.map(({ query }) => query),
      [
        '(zelparin*[tiab]) AND ("Atrial Fibrillation"[Mesh] OR "atrial fibrillation*"[tiab])',
        '(zelparin) OR (atrial fibrillation)',
      ],
    );
    for (const { total, translation } of result.executed) {
      assert.ok(total > 0);
      assert.match(translation ?? '', /zelparin/);
    }
    assert.ok(result.articles.some(({ pmid }) => pmid === syntheticPmids.trial));
    assert.deepEqual(result.missing, []);
    for (const { method, params } of simulator.log()) {
      assert.equal(method, 'POST');
      assert.partialDeepStrictEqual(params, {
        db: 'pubmed',
        tool: 'citewell',
        email: 'operator@example.org',
      });
      assert.equal('api_key' in params, false);
    }
    assert.partialDeepStrictEqual(first.params, { sort: 'relevance', retmax: '40' });
  });

  test('caches a search for an hour and its records for thirty days', async (t) => {
    const { simulator, clock, search, sent } = await setUp(t);
    const { articles, executed } = await search();
    simulator.clearLog();
    const again = await search();
    assert.deepEqual(sent(), []);
    assert.deepEqual(again.articles, articles);
    assert.deepEqual(
      again.executed.map(({ query, total }) => ({ query, total })),
      executed.map(({ query, total }) => ({ query, total })),
    );
    clock.ahead = 2 * 3_600_000;
    assert.deepEqual((await search()).articles, articles);
    assert.deepEqual(sent(), ['esearch', 'esearch']);
  });

  test('shares requests among equal searches and continues after one caller aborts', async (t) => {
    const { simulator, search, sent } = await setUp(t);
    simulator.setFault('slow', { delayMs: 100 });
    const leaver = new AbortController();
    const results = [search(stroke, { signal: leaver.signal }), search(), search()];
    leaver.abort(new Error('gone'));
    const [left, ...stayed] = await Promise.allSettled(results);
    assert.equal(left?.status, 'rejected');
    for (const each of stayed) assert.ok(each.status === 'fulfilled' && each.value.articles.length > 0);
    assert.deepEqual(sent(), ['esearch', 'esearch', 'efetch']);
  });

  test('closes the upstream request when the last caller aborts', async (t) => {
    const { simulator, search, sent } = await setUp(t);
    simulator.setFault('hang');
    const controller = new AbortController();
    const result = search(zelparin, { signal: controller.signal });
    await until(() => sent().length === 1);
    controller.abort(new Error('gone'));
    await assert.rejects(result, /gone/);
    await until(() => simulator.log().every(({ abandoned }) => abandoned));
    assert.deepEqual(sent(), ['esearch']);
  });

  test('sends both dates or none, and adds the category to every search', {
    tags: ['ask.request.category_id.searched'],
  }, async (t) => {
    const { simulator, search } = await setUp(t);
    const dates = async (years: SearchQuery['years']) => {
      simulator.clearLog();
      const { articles } = await search({ ...zelparin, years });
      const { mindate, maxdate, datetype } = simulator.log()[0]?.params ?? {};
      return { mindate, maxdate, datetype, years: new Set(articles.map(({ year }) => year)) };
    };
    assert.partialDeepStrictEqual(await dates({ from: 2022 }), {
      mindate: '2022',
      maxdate: '3000',
      datetype: 'pdat',
    });
    assert.partialDeepStrictEqual(await dates({ to: 2021 }), {
      mindate: '1800',
      maxdate: '2021',
      datetype: 'pdat',
    });
    assert.deepEqual((await dates({ from: 2021, to: 2021 })).years, new Set(['2021']));
    assert.partialDeepStrictEqual(await dates({}), {
      mindate: undefined,
      maxdate: undefined,
      datetype: undefined,
    });
    simulator.clearLog();
    await search({ ...zelparin, pubmedFilter: 'stroke[mh]' });
    const sent = simulator.log().filter(({ endpoint }) => endpoint === 'esearch');
    assert.ok(sent.length > 0);
    for (const { params } of sent) assert.equal(params.term, '((zelparin)) AND (stroke[mh])');
  });

  test('lists typed PMIDs and DOIs first, whatever the years', async (t) => {
    const { search } = await setUp(t);
    const { articles, missing } = await search({
      ...zelparin,
      years: { from: 2030 },
      pmids: [syntheticPmids.shortPmid, '123456789'] as Pmid[],
      dois: ['10.5555/simul.2021.0001'],
    });
    assert.deepEqual(
      articles.map(({ pmid }) => pmid),
      [syntheticPmids.shortPmid, syntheticPmids.trial],
    );
    assert.deepEqual(missing, []);
  });

  test('sends nothing for an untranslated Chinese question and reports no executed search', async (t) => {
    const { search, sent } = await setUp(t);
    const query: SearchQuery = { ...stroke, text: '高血压怎么办？', language: 'zh', concepts: [] };
    assert.deepEqual(await search(query), { source: 'pubmed', articles: [], executed: [], missing: [] });
    assert.deepEqual(sent(), []);
  });

  test('returns an empty result with its count', async (t) => {
    const { search } = await setUp(t);
    const { articles, executed } = await search({ ...stroke, concepts: ['qqzzxx', 'zzqqyy'] });
    assert.deepEqual(articles, []);
    assert.deepEqual(
      executed.map(({ total }) => total),
      [0, 0],
    );
  });

  test('removes query syntax from a question, so that PubMed receives words only', async (t) => {
    const { simulator, search } = await setUp(t);
    const texts = [
      '((',
      'AND',
      'cancer[tiab] OR all[sb]',
      '#1',
      'term=x&db=gene',
      '"unclosed',
      'IL-6',
      'p<0.05 C++',
      'β-catenin',
      '2010:2020[dp]',
      'a*',
      'x\u0000y',
      '\ud800',
    ];
    for (const text of texts) await search({ ...stroke, text, concepts: [text, 'stroke'] });
    for (const { params, status } of simulator.log()) {
      assert.equal(status, 200);
      assert.equal(params.db, 'pubmed');
      // Only the tagged search has our own syntax: what remains without it is words.
      const ours = /"[\p{L}\p{N} .'’-]+"\[(?:tiab|Mesh)\]|[\p{L}\p{N}]+\*?\[tiab\]/gu;
      assert.doesNotMatch((params.term ?? '').replace(ours, ''), /[[\]"#*:=&<+]/);
    }
  });

  test('runs one more search per relaxation step with the caller’s years and category, and fetches only new records', async (t) => {
    const { simulator, pubmed, clock, search } = await setUp(t);
    const query = {
      ...stroke,
      concepts: ['zelparin', 'atrial fibrillation'],
      years: { from: 2015, to: 2025 },
      pubmedFilter: 'stroke[mh]',
    };
    await search(query);
    for (const step of ['synonyms', 'words'] as const) {
      simulator.clearLog();
      const options = { limit: 20, signal: never, deadline: clock.now() + 60_000, step };
      const { executed } = await pubmed.search(query, options);
      assert.deepEqual(
        executed.map((each) => each.query),
        pubmed.render?.(query, step),
      );
      const searches = simulator.log().filter(({ endpoint }) => endpoint === 'esearch');
      assert.equal(searches.length, 1, step);
      assert.partialDeepStrictEqual(searches[0]?.params, {
        mindate: '2015',
        maxdate: '2025',
        datetype: 'pdat',
      });
      assert.match(searches[0]?.params.term ?? '', / AND \(stroke\[mh\]\)$/);
    }
  });

  test('searches misspelt words in PubMed’s spelling, and repeats no search for correct ones', async (t) => {
    const { simulator, pubmed, clock, sent } = await setUp(t);
    const options = { limit: 20, signal: never, deadline: clock.now() + 60_000, step: 'spelling' } as const;
    const misspelt = { ...zelparin, concepts: ['zelparine'], text: 'zelparine', pubmedFilter: 'stroke[mh]' };
    const { executed, articles, spelling } = await pubmed.search(misspelt, options);
    assert.deepEqual(spelling, { typed: 'zelparine', meant: 'zelparin' });
    assert.deepEqual(
      executed.map(({ query }) => query),
      ['(zelparin) AND (stroke[mh])'],
    );
    assert.ok(articles.length > 0);
    assert.deepEqual(sent().slice(0, 2), ['espell', 'esearch']);
    simulator.clearLog();
    assert.deepEqual((await pubmed.search(zelparin, options)).executed, []);
    assert.deepEqual(sent(), ['espell']);
  });

  test('names words unknown to PubMed on every call, without another request', async (t) => {
    const { search, sent, simulator } = await setUp(t);
    const query = { ...stroke, text: 'qqzzxx stroke', concepts: ['qqzzxx', 'stroke'] };
    for (let time = 1; time <= 2; time++) {
      const { executed } = await search(query);
      assert.ok(executed.some(({ notFound }) => notFound?.includes('qqzzxx')));
      if (time === 2) assert.deepEqual(sent(), []);
      simulator.clearLog();
    }
  });

  test('searches a probable misspelling in both spellings and reports the correction if only it matches', async (t) => {
    const { search } = await setUp(t);
    const suggestions = [{ typed: 'zelparni', meant: 'zelparin' }];
    const misspelt = { ...zelparin, text: 'zelparni', concepts: ['zelparni'], suggestions };
    const found = await search(misspelt);
    assert.deepEqual(found.spelling, { typed: 'zelparni', meant: 'zelparin' });
    assert.ok(found.articles.length > 0);
    assert.match(found.executed[0]?.query ?? '', /zelparni.* OR .*zelparin/);
    const known = { ...misspelt, suggestions: [{ typed: 'zelparin', meant: 'heparin' }] };
    assert.equal((await search({ ...known, text: 'zelparin', concepts: ['zelparin'] })).spelling, undefined);
  });

  for (const fault of Object.keys(eutilsFaults) as EutilsFault[]) {
    const outcome = lasting[fault];
    if (outcome === 'survived') continue;

    test(`fails a search as ${outcome.failure} while “${fault}” lasts, instead of returning an empty result`, async (t) => {
      const attemptTimeoutMs = timeouts.has(fault) ? 300 : 20_000;
      const { simulator, search, sent } = await setUp(t, { attemptTimeoutMs });
      simulator.setFault(fault);
      await assert.rejects(search(zelparin), failsWith(outcome.failure));
      assert.equal(sent().length, outcome.requests);
    });

    if (outcome.requests === 1) continue;
    test(`recovers from a single “${fault}” by retrying, without losing a record`, async (t) => {
      const { simulator, search } = await setUp(t, {
        attemptTimeoutMs: timeouts.has(fault) ? 1_000 : 20_000,
      });
      simulator.setFault(fault, { times: 1, delayMs: 10_000 });
      const { articles, missing } = await search(zelparin);
      assert.equal(articles.length, zelparinRecords);
      assert.deepEqual(missing, []);
    });
  }

  test('requests an omitted record once more, then reports it as missing', async (t) => {
    const once = await setUp(t);
    once.simulator.setFault('missing-ids', { times: 1 });
    assert.deepEqual((await once.search(zelparin)).missing, []);
    assert.deepEqual(once.sent(), ['esearch', 'efetch', 'efetch']);

    const lastingly = await setUp(t);
    lastingly.simulator.setFault('missing-ids');
    const { articles, missing } = await lastingly.search(zelparin);
    assert.equal(missing.length, 1);
    assert.equal(articles.length, zelparinRecords - 1);
    assert.ok(articles.every(({ pmid }) => !missing.includes(pmid)));
    const asked = lastingly.simulator.log().map(({ params }) => params.id);
    assert.equal(asked.at(-1), missing[0]);
  });

  test('rejects a fetch reply with records it did not request', async (t) => {
    const { simulator, fetch } = await setUp(t);
    simulator.setFault('wrong-ids');
    await assert.rejects(fetch(syntheticPmids.shortPmid), failsWith('bad_reply'));
    simulator.clearFaults();
    assert.equal((await fetch(syntheticPmids.shortPmid))[0]?.pmid, syntheticPmids.shortPmid);
  });

  test('retries a truncated reply, wherever it ends', async (t) => {
    const { simulator, search, clock } = await setUp(t);
    const { articles } = await search(zelparin);
    for (const fault of ['cut', 'truncated'] as const)
      for (let seed = 1; seed <= 15; seed++) {
        clock.ahead += 31 * 24 * 3_600_000;
        simulator.setFault(fault, { endpoint: 'efetch', times: 1, seed });
        const again = await search(zelparin);
        assert.deepEqual(again.articles, articles);
        assert.deepEqual(again.missing, []);
      }
  });

  test('pauses the limiter for all callers on Retry-After', async (t) => {
    const { simulator, search, pausedUntil, clock } = await setUp(t);
    simulator.setFault('rate-limited', { times: 1 });
    const before = clock.now();
    await search(zelparin);
    assert.equal(pausedUntil.length, 1);
    const pauseMs = Number(pausedUntil[0]) - before;
    assert.ok(pauseMs >= 2_000 && pauseMs < 60_000, `${pauseMs}`);
  });

  test('sends equal searches once and keeps a separate deadline for each caller', async (t) => {
    const { simulator, search, sent } = await setUp(t, { attemptTimeoutMs: 1_000 });
    simulator.setFault('hang', { times: 1 });
    const impatient = assert.rejects(search(zelparin, { timeoutMs: 400 }), failsWith('timeout'));
    const patient = [search(zelparin), search(zelparin)];
    const gone = new AbortController();
    const leaver = assert.rejects(search(zelparin, { signal: gone.signal }), /gone/);
    gone.abort(new Error('gone'));
    await Promise.all([impatient, leaver]);
    for (const { articles } of await Promise.all(patient)) assert.ok(articles.length > 0);
    assert.equal(sent().filter((endpoint) => endpoint === 'efetch').length, 1);
  });

  test('fails at once as rate_limited if the pause exceeds the deadline', async (t) => {
    const { simulator, search, sent } = await setUp(t, { ownLimiter: true });
    simulator.setFault('rate-limited');
    await assert.rejects(search(zelparin, { timeoutMs: 1_900 }), failsWith('rate_limited'));
    assert.deepEqual(sent(), ['esearch']);
  });

  // Measured by the total duration: no limiter can tell when requests arrive on a busy machine.
  test('starts at most three requests per second, ten with a key, retries included', async (t) => {
    for (const [apiKey, perSecond, questions] of [
      [undefined, 3, 4],
      ['0123456789abcdef', 10, 12],
    ] as const) {
      const { simulator, search, clock } = await setUp(t, { apiKey, ownLimiter: true });
      simulator.setFault('server-error', { times: 2 });
      const before = clock.now();
      const searches = Array.from({ length: questions }, (_, i) => search(zelparin, { limit: 20 + i }));
      for (const { articles } of await Promise.all(searches)) assert.ok(articles.length > 0);
      const seconds = Math.floor((simulator.log().length - 1) / perSecond);
      assert.ok(clock.now() - before >= seconds * 1_000, `${simulator.log().length} requests`);
      assert.ok(simulator.log().every(({ params }) => params.api_key === apiKey));
    }
  });

  test('completes some searches of a burst and rejects the others, without starting any that would time out', async (t) => {
    const { simulator, search } = await setUp(t, { ownLimiter: true });
    const searches = Array.from({ length: 20 }, (_, i) =>
      search(zelparin, { limit: 20 + i, timeoutMs: 4_000 }),
    );
    const results = await Promise.allSettled(searches);
    const served = results.filter(({ status }) => status === 'fulfilled').length;
    assert.ok(served >= 3, `${served}`);
    for (const result of results) if (result.status === 'rejected') failsWith('rate_limited')(result.reason);
    assert.equal(simulator.log().filter(({ endpoint }) => endpoint === 'esearch').length, served);
  });

  test('counts attempts and pauses together against the deadline', async (t) => {
    const { simulator, search } = await setUp(t, {
      sleep: () => assert.fail('no time for a pause'),
      random: () => 20,
    });
    simulator.setFault('server-error');
    await assert.rejects(search(zelparin, { timeoutMs: 5_000 }), failsWith('unreachable'));
  });

  test('stops calling PubMed for thirty seconds after five failures, then sends one probe', async (t) => {
    const { simulator, search, sent, clock } = await setUp(t);
    simulator.setFault('server-error');
    await assert.rejects(search(zelparin), failsWith('unreachable'));
    await assert.rejects(search(zelparin), failsWith('unreachable'));
    assert.equal(sent().length, 5);
    await assert.rejects(search(zelparin), failsWith('circuit_open'));
    clock.ahead += 30_001;
    await assert.rejects(search(zelparin), failsWith('unreachable'));
    assert.equal(sent().length, 6);
    clock.ahead += 30_001;
    simulator.clearFaults();
    assert.ok((await search(zelparin)).articles.length > 0);
  });

  test('stops calling PubMed for ten minutes after a block', async (t) => {
    const { simulator, search, sent, clock } = await setUp(t);
    simulator.setFault('blocked', { times: 2 });
    await assert.rejects(search(), failsWith('blocked'));
    const requests = sent().length;
    assert.ok(requests <= 2);
    clock.ahead += 9 * 60_000;
    await assert.rejects(search(), failsWith('circuit_open'));
    assert.equal(sent().length, requests);
    clock.ahead += 61_000;
    assert.ok((await search(zelparin)).articles.length > 0);
  });

  test('puts neither the key, the question nor the reply into errors or log lines', async (t) => {
    const apiKey = 'bad0canary0key0';
    const { search, lines } = await setUp(t, { apiKey });
    await assert.rejects(search({ ...stroke, concepts: ['canaryword'] }), (error) => {
      assert.ok(error instanceof SourceError);
      assert.equal(error.failure, 'rejected');
      assert.doesNotMatch(
        `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
        /canary|API key invalid/,
      );
      return true;
    });
    assert.deepEqual(lines, [['source_failed', { source: 'pubmed', failure: 'rejected', status: 400 }]]);
  });

  test('fetches records in the requested order and omits nonexistent ones', async (t) => {
    const { simulator, fetch, sent } = await setUp(t);
    const { trial, book, retracted, chinese } = syntheticPmids;
    const articles = await fetch(chinese, '123456789', trial, '4294967296', book, retracted, trial);
    assert.deepEqual(
      articles.map(({ pmid }) => pmid),
      [chinese, trial, book, retracted, trial],
    );
    assert.deepEqual(
      articles.map((article) => article.retracted),
      [false, false, false, true, false],
    );
    simulator.clearLog();
    await fetch(trial, book);
    assert.deepEqual(sent(), []);
    assert.deepEqual(await fetch(), []);
  });

  test('fetches more than two hundred records in batches', async (t) => {
    const { simulator, fetch } = await setUp(t);
    const unknown = Array.from({ length: 250 }, (_, i) => String(700_000_000 + i));
    assert.equal((await fetch(...unknown, syntheticPmids.trial)).length, 1);
    const sizes = simulator.log().map(({ params }) => params.id?.split(',').length);
    assert.deepEqual(sizes, [200, 51, 200, 50]);
  });

  test('fetches every real record of a large set unchanged', async (t) => {
    const records = loadPubmedXmlCorpus();
    if (!records) {
      t.skip(sharedDataMissing());
      return;
    }
    const { fetch } = await setUp(t, { simulator: { records } });
    const pmids = records.map(({ pmid }) => pmid);
    const articles = await fetch(...pmids);
    t.diagnostic(`${articles.length} of ${pmids.length} records`);
    assert.deepEqual(
      articles.map(({ pmid }) => pmid),
      pmids,
    );
  });
});
