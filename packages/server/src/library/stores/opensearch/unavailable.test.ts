import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@citewell/core/errors.ts';
import { type Library, LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { createLibraryRetriever } from '../../../literature/sources/local/retriever.ts';
import { SourceError } from '../../../literature/sources/retriever.ts';
import { readOpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { openOpenSearchLibrary, openOpenSearchWriter } from './open-opensearch.ts';

type Answer = { status?: number; body: unknown } | 'hang' | 'cut';
type Script = (request: { method: string; path: string }) => Answer | undefined;

const shards = { total: 3, successful: 3, failed: 0 };
const nothing = { timed_out: false, _shards: shards, hits: { total: { value: 0 }, hits: [] } };

const setting = {
  ...{ _id: 'setting', found: true, _source: { value: 'one' } },
  ...{ _seq_no: 1, _primary_term: 1 },
};

/** Replies of a healthy and empty cluster. */
const sound: Script = ({ method, path }) => {
  if (path === '/') return { body: { version: { distribution: 'opensearch', number: '2.19.1' } } };
  if (method === 'HEAD') return { body: '' };
  if (path.endsWith('/_mapping')) return { body: { one: { mappings: { _meta: { citewell: 1 } } } } };
  if (path.includes('/_settings')) return { body: { one: { settings: { index: {} } } } };
  if (path === '/_mget') return { body: { docs: [setting, setting] } };
  if (path.endsWith('/point_in_time')) return { body: { pit_id: 'view' } };
  if (path === '/_msearch') return { body: { responses: [nothing, nothing, nothing] } };
  if (path.endsWith('/_search')) return { body: nothing };
  if (path.endsWith('/_bulk')) return { body: { items: [] } };
  return undefined;
};

/** Cluster that replies by a script where it defines a reply, otherwise like a healthy one. */
async function cluster(
  t: TestContext,
  script: Script = () => undefined,
  tls?: { cert: Buffer; key: Buffer },
) {
  const state = {
    script,
    closed: 0,
    headers: [] as IncomingMessage['headers'][],
    urls: [] as string[],
    /** Milliseconds until a reply. */
    delayMs: 0,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    state.headers.push(request.headers);
    state.urls.push(request.url ?? '');
    response.on('close', () => {
      if (!response.writableFinished) state.closed++;
    });
    const [path = ''] = (request.url ?? '').split('?');
    const asked = { method: request.method ?? '', path };
    const said = state.script(asked) ?? sound(asked) ?? { status: 404, body: {} };
    if (said === 'hang') return;
    if (said === 'cut') {
      request.socket.destroy();
      return;
    }
    setTimeout(() => {
      response.writeHead(said.status ?? 200, { 'content-type': 'application/json' });
      response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
    }, state.delayMs);
  };
  const server = (tls ? createTlsServer(tls, answer) : createServer(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = (server.address() as { port: number }).port;
  return Object.assign(state, { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/books` });
}

function addressOf(url: string, secrets = {}) {
  return readOpenSearchAddress(url, secrets) ?? assert.fail(url);
}

async function open(t: TestContext, url: string, timeoutMs = 5_000): Promise<Library> {
  const library = await openOpenSearchLibrary({ address: addressOf(url) }, { timeoutMs });
  t.after(() => library.close());
  return library;
}

const query = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;
const relevant = { ...query, sort: 'relevance', conditions: [{ field: 'title', value: 'cancer' }] } as const;
const { signal } = new AbortController();

const refused = (status: number, type: string): Answer => ({ status, body: { error: { type }, status } });
const searches =
  (answer: Answer) =>
  ({ path }: { path: string }) =>
    path.endsWith('/_search') || path === '/_msearch' ? answer : undefined;
const inPart = (more: object): Answer => ({
  body: { ...nothing, ...more, responses: [{ ...nothing, ...more }] },
});

const failures: Record<string, Script> = {
  'a shard that failed': searches(inPart({ _shards: { total: 3, successful: 2, failed: 1 } })),
  'a shard that did not answer': searches(inPart({ _shards: { total: 3, successful: 2, failed: 0 } })),
  'no shard at all': searches(inPart({ _shards: { total: 0, successful: 0, failed: 0 } })),
  'a search that the server gave up': searches(inPart({ timed_out: true })),
  'a red index': searches(refused(503, 'search_phase_execution_exception')),
  'a missing index': searches(refused(404, 'index_not_found_exception')),
  'too much to do': searches(refused(429, 'es_rejected_execution_exception')),
  'credentials that are no longer valid': searches(refused(401, 'security_exception')),
  'a proxy’s page in place of a reply': searches({ body: '<html>' }),
  'another JSON in place of a reply': searches({ body: { message: 'maintenance' } }),
  'another JSON in place of every reply': () => ({ body: { message: 'maintenance' } }),
  'fewer results than searches': searches({ body: { ...nothing, hits: {}, responses: [] } }),
  'fewer documents than requested': ({ path }) => (path === '/_mget' ? { body: { docs: [] } } : undefined),
  'a connection that breaks off': searches('cut'),
  'no answer in time': searches('hang'),
  'a state that cannot be read': ({ path }) =>
    path === '/_mget'
      ? { body: { docs: [{ error: { type: 'no_shard_available_action_exception' } }] } }
      : undefined,
};

const isTooLate = (seconds: number) => (error: unknown) => {
  assert.ok(error instanceof ServiceError);
  assert.equal(error.code, 'overloaded');
  assert.match(error.body('en').error, new RegExp(`more than ${seconds} s`));
  return true;
};

describe('an OpenSearch that answers incompletely', () => {
  for (const [what, script] of Object.entries(failures))
    it(`is reported as unavailable, never as empty: ${what}`, async (t) => {
      const asked = await cluster(t);
      const library = await open(t, asked.url, 500);
      assert.equal((await library.search(query, { signal })).total, 0);
      asked.script = script;
      const isServiceError = (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        assert.ok(['upstream_unavailable', 'overloaded'].includes(error.code), error.code);
        return true;
      };
      for (const each of [query, relevant])
        await assert.rejects(library.search(each, { signal }), isServiceError);
      const question = { concepts: ['cancer'], required: [], years: {}, limit: 5 };
      await assert.rejects(library.rank(question, { signal }), isServiceError);
      const retriever = createLibraryRetriever(library, () => {});
      const plan = planQuery({
        question: 'cancer',
        history: [],
        years: {},
        category: undefined,
        thisYear: 2026,
      });
      await assert.rejects(
        retriever.search(plan, { limit: 5, signal, deadline: Number.POSITIVE_INFINITY }),
        (error) => error instanceof SourceError && error.source === 'library',
      );
    });

  it('reports an error if records or their notices could not be fetched', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url);
    asked.script = searches(inPart({ _shards: { total: 3, successful: 2, failed: 1 } }));
    await assert.rejects(library.get(['1' as never]), LibraryUnavailable);
    await assert.rejects(library.findByDoi('10.1/a'), LibraryUnavailable);
    await assert.rejects(library.stats(), LibraryUnavailable);
  });

  it('receives a cancellation when a caller disconnects', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url);
    await library.search(query, { signal });
    const controller = new AbortController();
    asked.script = (request) => {
      const answer = searches('hang')(request);
      if (answer === 'hang') setImmediate(() => controller.abort(new Error('left')));
      return answer;
    };
    const search = library.search(query, { signal: controller.signal });
    await assert.rejects(search, /left/);
    while (asked.closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(asked.closed, 1, 'its connection was closed, at which OpenSearch cancels the search');
  });

  it('receives a cancellation when the deadline passes, which each request states', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url, 500);
    // With a view and statistics, so that only the search itself takes long.
    await library.search(relevant, { signal });
    asked.urls.length = 0;
    asked.script = ({ path }) => (path.endsWith('/_search') ? 'hang' : undefined);
    await assert.rejects(library.search(relevant, { signal }), isTooLate(0.5));
    while (asked.closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(asked.closed, 1, 'its connection was closed, at which OpenSearch cancels the search');
    const limit = new URL(asked.urls.at(-1) ?? '', asked.url).searchParams.get('cancel_after_time_interval');
    assert.ok(Number.parseInt(limit ?? '', 10) <= 500, limit ?? 'no limit');
  });

  it('has one deadline for all requests of a search, a ranking or a look-up', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url, 1_000);
    asked.delayMs = 600;
    for (const [requests, call] of [
      [2, () => library.search(relevant, { signal })],
      [2, () => library.rank({ concepts: ['cancer'], required: [], years: {}, limit: 5 }, { signal })],
      [2, () => library.stats()],
    ] as const) {
      asked.urls.length = 0;
      await assert.rejects(call(), isTooLate(1));
      assert.ok(asked.urls.length <= requests, asked.urls.join());
    }
    asked.delayMs = 0;
    asked.urls.length = 0;
    assert.equal((await library.search(relevant, { signal })).total, 0);
    const counts = asked.urls.find((url) => url.startsWith('/_msearch')) ?? '';
    assert.match(counts, /cancel_after_time_interval=\d+ms/);
  });

  it('opens a new view for a later page if its point in time was lost with a node', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url);
    let failed = 0;
    asked.script = ({ path }) => {
      if (path !== '/_search' || failed++ > 0) return undefined;
      return refused(404, 'search_context_missing_exception');
    };
    assert.equal((await library.search(query, { signal })).total, 0);
    assert.ok(failed > 1, 'searched a second time');
  });
});

describe('views of a library in OpenSearch', () => {
  it('are opened once after a change, however many searches arrive together', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url);
    let generation = '';
    let opened = 0;
    asked.script = ({ path }) => {
      if (path === '/_mget')
        return { body: { docs: [setting, { ...setting, _source: { value: generation } }] } };
      if (path.endsWith('/point_in_time')) opened += 1;
      return undefined;
    };
    for (const [at, name] of ['one', 'two', 'three'].entries()) {
      generation = name;
      const leaving = new AbortController();
      const left = library.search(query, { signal: leaving.signal });
      const searches = Array.from({ length: 32 }, (_, from) =>
        library.search({ ...query, years: { from: 1_900 + from } }, { signal }),
      );
      leaving.abort(new Error('left'));
      await assert.rejects(left, /left/);
      await Promise.all(searches);
      await library.search(query, { signal });
      assert.equal(opened, at + 1);
    }
  });

  it('are requested again after an opening that failed', async (t) => {
    const asked = await cluster(t);
    const library = await open(t, asked.url);
    const opening = (answer: Answer) => {
      asked.script = ({ path }) => (path.endsWith('/point_in_time') ? answer : undefined);
    };
    opening(refused(503, 'search_phase_execution_exception'));
    const searches = [1, 2, 3].map(() => library.search(query, { signal }));
    for (const search of searches) await assert.rejects(search, LibraryUnavailable);
    opening({ body: { pit_id: 'view' } });
    assert.equal((await library.search(query, { signal })).total, 0);
  });
});

describe('the address of OpenSearch', () => {
  it('sends a user with a password, or an API key', async (t) => {
    const asked = await cluster(t);
    const withUser = asked.url.replace('//', '//me:p%40ss@');
    for (const [url, secrets, header] of [
      [withUser, {}, `Basic ${Buffer.from('me:p@ss').toString('base64')}`],
      [asked.url, { apiKey: 'abc' }, 'ApiKey abc'],
      [asked.url, {}, undefined],
    ] as const) {
      const library = await openOpenSearchLibrary({ address: addressOf(url, secrets) });
      await library.close();
      assert.equal(asked.headers.at(-1)?.authorization, header);
    }
  });

  it('is trusted through the certificate authority of CITEWELL_LIBRARY_CA, and not without it', async (t) => {
    const pem = (name: string) =>
      fileURLToPath(new URL(`../../../../../simulators/src/tls/test-only-${name}.pem`, import.meta.url));
    const asked = await cluster(t, undefined, {
      cert: readFileSync(pem('cert')),
      key: readFileSync(pem('key')),
    });
    const url = asked.url.replace('127.0.0.1', 'localhost');
    const library = await openOpenSearchLibrary({ address: addressOf(url, { caPath: pem('cert') }) });
    assert.equal((await library.search(query, { signal })).total, 0);
    await library.close();
    await assert.rejects(openOpenSearchLibrary({ address: addressOf(url) }), StorageError);
  });

  it('is rejected with a reason if another server answers, the credentials are wrong or nobody answers', async (t) => {
    const asked = await cluster(t);
    const begins = (wanted: RegExp) => (error: unknown) => {
      assert.ok(error instanceof StorageError);
      assert.match(error.sentence.en, wanted);
      assert.match(error.sentence.zh, /\p{Script=Han}/u);
      return true;
    };
    const opening = () => openOpenSearchWriter({ address: addressOf(asked.url) }, undefined, { retryMs: 0 });
    for (const version of [{ number: '8.15.0' }, { distribution: 'opensearch', number: '2.9.0' }]) {
      asked.script = ({ path }) => (path === '/' ? { body: { version } } : undefined);
      await assert.rejects(opening(), begins(/is not OpenSearch 2\.10 or newer/));
    }
    asked.script = ({ path }) => (path === '/' ? refused(401, 'security_exception') : undefined);
    await assert.rejects(opening(), begins(/requires credentials/));
    asked.script = () => 'cut';
    await assert.rejects(opening(), begins(/returns incomplete replies/));
    asked.script = ({ path }) =>
      path.endsWith('/_mapping') ? { body: { one: { mappings: {} } } } : undefined;
    await assert.rejects(opening(), begins(/another version of Citewell.*library rebuild/));
    asked.script = ({ method, path }) =>
      method === 'HEAD' && path.endsWith('-records') ? { status: 404, body: '' } : undefined;
    await assert.rejects(opening(), begins(/has lost its index books-records\..*books-state-1/));
  });

  it('is retried while a cluster restarts, if the writer can wait', async (t) => {
    const asked = await cluster(t);
    let calls = 0;
    asked.script = () => (calls++ < 2 ? refused(503, 'cluster_block_exception') : undefined);
    const writer = await openOpenSearchWriter({ address: addressOf(asked.url) });
    await writer.close();
    assert.ok(calls > 2);
  });

  it('accepts an index name and a number of shards, and nothing else', () => {
    const { shards: count, name, origin } = addressOf('https://h:9200/a-b?shards=3');
    assert.deepEqual([origin, name, count], ['https://h:9200', 'a-b', 3]);
    assert.equal(addressOf('https://h').name, 'citewell');
    for (const wrong of [
      'https://h/A',
      'https://h/a/b',
      'https://h/a?x=1',
      'https://h/?shards=0',
      'ftp://h',
      'h',
    ])
      assert.equal(readOpenSearchAddress(wrong), undefined, wrong);
  });
});
