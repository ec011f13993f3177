import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AnswerEvent,
  AuthenticationError,
  type CitationCheckRequest,
  Citewell,
  type CitewellOptions,
  ConnectionError,
  InvalidRequestError,
  type LocalSearchRequest,
  PageClient,
  QuotaExceededError,
  type Reference,
  ServerError,
  StreamError,
} from './index.ts';

type Seen = { request: IncomingMessage; body: string };
type Handler = (response: ServerResponse, seen: Seen) => void;

/** A service on a port of its own that answers each request with the next handler, the last one again and again. */
async function serve(t: TestContext, ...handlers: Handler[]) {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    seen.push({ request, body });
    handlers[Math.min(seen.length, handlers.length) - 1]?.(response, { request, body });
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (options: Partial<CitewellOptions> = {}) =>
    new Citewell({ baseUrl, apiKey: 'cw_test', random: () => 0, ...options });
  return { client, baseUrl, seen };
}

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r1', ...headers });
    response.end(JSON.stringify({ error: 'refused', code }));
  };

const reset: Handler = (response) => response.socket?.resetAndDestroy();

const stream =
  (text: string, end: (response: ServerResponse) => void = (response) => response.end()): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'r1' });
    response.write(text, () => end(response));
  };

const frame = (event: AnswerEvent) => `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;

const reference: Reference = {
  pmid: '12345678',
  title: '二甲双胍与糖尿病',
  authors: 'Wang L',
  journal: 'J Synth Med',
  year: '2024',
};
const whole: AnswerEvent[] = [
  { event: 'thinking', data: { message: '正在检索' } },
  { event: 'tool_call', data: { tool: 'pubmed', input: { query: 'metformin' } } },
  { event: 'answer_chunk', data: { text: '二甲双胍' } },
  { event: 'answer_chunk', data: { text: '有效 [1]。' } },
  { event: 'references', data: { refs: [reference] } },
  { event: 'done', data: {} },
];
const folded = { answer: '二甲双胍有效 [1]。', references: [reference] };
const answer =
  (body: unknown): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
const answered = answer(folded);
const streamed = stream(`: hb\n\n${whole.map(frame).join('')}`);
const overloaded = refuse(503, 'overloaded', { 'retry-after-ms': '1' });

/** A service whose stream begins and then stands still; `left` resolves when its caller has gone. */
async function serveIdleStream(t: TestContext) {
  const left = Promise.withResolvers<void>();
  const begin = stream(frame({ event: 'thinking', data: { message: 'm' } }), (response) => {
    response.once('close', left.resolve);
  });
  return { ...(await serve(t, begin)), left: left.promise };
}

/** Matches an error of this class with these fields, for assert.rejects. */
const withFields =
  <Rejection extends Error>(type: new (...args: never[]) => Rejection, fields: Partial<Rejection>) =>
  (error: unknown) => {
    assert.ok(error instanceof type);
    for (const [name, value] of Object.entries(fields))
      assert.deepEqual(error[name as keyof Rejection], value, name);
    return true;
  };

test('ask sends the request as JSON with the key and returns the reply', async (t) => {
  const { client, seen } = await serve(t, answered);
  const reply = await client({ language: 'zh' }).ask({ question: '二甲双胍有效吗？', max_refs: 5 });
  assert.deepEqual(reply, folded);
  assert.equal(seen[0]?.request.method, 'POST');
  assert.equal(seen[0]?.request.url, '/ai/api/ask');
  assert.equal(seen[0]?.request.headers['x-api-key'], 'cw_test');
  assert.equal(seen[0]?.request.headers['content-type'], 'application/json');
  assert.equal(seen[0]?.request.headers['accept-language'], 'zh');
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), { question: '二甲双胍有效吗？', max_refs: 5 });
});

test('ask sends no key if there is none, as on the service’s own pages', async (t) => {
  const { client, seen } = await serve(t, answered);
  await client({ apiKey: undefined as never }).ask({ question: 'Does it work?' });
  assert.equal(seen[0]?.request.headers['x-api-key'], undefined);
});

test('usage sends GET with the given parameters and the key, and is retried like any call', async (t) => {
  const page = { totals: { requests: 2 }, next_cursor: null };
  const { client, seen } = await serve(t, overloaded, (response) => response.end(JSON.stringify(page)));
  const cursor = 'a+/=.&';
  const request = { from: '2026-01-01', group_by: 'model', limit: 5, cursor } as const;
  assert.deepEqual(await client().usage({ ...request, endpoint: undefined } as object), page);
  await client().usage();
  const { method, url, headers } = seen[1]?.request ?? {};
  assert.equal(method, 'GET');
  assert.equal(url, '/ai/api/my_usage?from=2026-01-01&group_by=model&limit=5&cursor=a%2B%2F%3D.%26');
  assert.equal(headers?.['x-api-key'], 'cw_test');
  assert.deepEqual(
    [headers?.['content-type'], headers?.['idempotency-key'], seen[1]?.body],
    [undefined, undefined, ''],
  );
  assert.equal(seen[2]?.request.url, '/ai/api/my_usage');
});

test('usageSteps and usageCsv send GET; the CSV is returned as a file', async (t) => {
  const { client, seen } = await serve(
    t,
    answer({ request_id: 'req_1', steps: [] }),
    (response) => response.end('request_id\r\n'),
    refuse(404, 'not_found'),
  );
  assert.deepEqual(await client().usageSteps('req_1'), { request_id: 'req_1', steps: [] });
  const csv = await client().usageCsv({ from: '2026-01-01' });
  assert.equal(await csv.text(), 'request_id\r\n');
  await assert.rejects(client().usageSteps('req_2'), InvalidRequestError);
  assert.deepEqual(
    seen.map(({ request }) => `${request.method} ${request.url}`),
    [
      'GET /ai/api/my_usage/steps?request_id=req_1',
      'GET /ai/api/my_usage?from=2026-01-01&format=csv',
      'GET /ai/api/my_usage/steps?request_id=req_2',
    ],
  );
});

test('apply is never retried; applicationStatus requests JSON', async (t) => {
  const form = { name: 'Li Wei', email: 'li@hospital.example', purpose: 'Ward questions.' };
  const { client, seen } = await serve(t, refuse(503, 'overloaded'), answer({ state: 'confirmed' }));
  await assert.rejects(client().apply(form), ServerError);
  assert.equal(seen.length, 1, 'a second one would be another application');
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), form);
  assert.deepEqual(await client().applicationStatus('a token'), { state: 'confirmed' });
  assert.equal(seen[1]?.request.url, '/apply/status?token=a+token');
  assert.equal(seen[1]?.request.headers.accept, 'application/json');
});

test('a page of the service sends no key and identifies itself as a page', async (t) => {
  const nobody = answer({ session: null, guest: true });
  const { baseUrl, seen } = await serve(t, nobody, nobody, nobody, (response) => response.end('PK'));
  const page = new PageClient({
    language: 'zh',
    fetch: (path, init) => fetch(new URL(String(path), baseUrl), init),
  });
  await page.session();
  await page.signIn({ guest: true });
  await page.signOut();
  await page.document({ review: '# A', language: 'en', references: [] });
  assert.deepEqual(
    seen.map(({ request }) => `${request.method} ${request.url} ${request.headers['x-citewell-page']}`),
    ['GET /web/session 1', 'POST /web/session 1', 'DELETE /web/session 1', 'POST /web/document 1'],
  );
  for (const { request } of seen) {
    assert.equal(request.headers['x-api-key'], undefined);
    assert.equal(request.headers['accept-language'], 'zh');
  }
  assert.deepEqual(JSON.parse(seen[1]?.body ?? ''), { guest: true });
});

test('search posts its conditions with the same idempotency key in all attempts', async (t) => {
  const page = { total: 0, articles: [], next_offset: null };
  const { client, seen } = await serve(t, refuse(503, 'overloaded', { 'retry-after-ms': '1' }), (response) =>
    response.end(JSON.stringify(page)),
  );
  const request: LocalSearchRequest = {
    terms: [{ field: 'title_abstract', value: '二甲双胍 "type 2"' }],
    year_from: '2015',
    sort: 'relevance',
  };
  assert.deepEqual(await client().search(request), page);
  await client().search();
  await client().search({ offset: 50 }, { idempotencyKey: 'page 2' });
  const [first, again, plain, named] = seen;
  assert.equal(first?.request.method, 'POST');
  assert.equal(first.request.url, '/ai/api/local_advanced_search');
  assert.deepEqual(
    seen.map(({ body }) => JSON.parse(body)),
    [request, request, {}, { offset: 50 }],
  );
  const keys = [first, again, plain, named].map((each) => each?.request.headers['idempotency-key']);
  assert.ok(keys[0] && keys[0] === keys[1] && keys[2] && keys[2] !== keys[0]);
  assert.equal(keys[3], 'page 2');
});

test('checkCitation posts the sentence and its source, and distinguishes a missing article from a failure', async (t) => {
  const reply = {
    consistent: true,
    is_review_citation: false,
    reason: 'It does.',
    deviation_analysis: '',
    pmid: '1',
    abstract: 'It works.',
  };
  const { client, seen } = await serve(
    t,
    (response) => response.end(JSON.stringify(reply)),
    refuse(404, 'article_not_found'),
  );
  const request: CitationCheckRequest = { sentence: 'It works [1].', pmid: '1', include: ['verification'] };
  assert.deepEqual(await client().checkCitation(request), reply);
  assert.equal(seen[0]?.request.url, '/ai/api/factcheck_verify');
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), request);
  await assert.rejects(client().checkCitation(request), { status: 404, code: 'article_not_found' });
  // Asking again would not bring it into being.
  assert.equal(seen.length, 2);
});

test('a rejected usage request throws the error class of its code', async (t) => {
  const { client } = await serve(t, refuse(400, 'invalid_request'));
  await assert.rejects(client().usage({ from: 'yesterday' }), InvalidRequestError);
});

test('baseUrl may end with a slash and contain a path', async (t) => {
  const { baseUrl, client, seen } = await serve(t, answered);
  await client({ baseUrl: `${baseUrl}/medical//` }).ask({ question: 'q' });
  assert.equal(seen[0]?.request.url, '/medical/ai/api/ask');
});

test('an error response is thrown as the class of its code, with code and request id, and is not retried', async (t) => {
  const { client, seen } = await serve(t, refuse(401, 'invalid_key'));
  await assert.rejects(
    client().ask({ question: 'q' }),
    withFields(AuthenticationError, { code: 'invalid_key', status: 401, requestId: 'r1' }),
  );
  assert.equal(seen.length, 1);
});

for (const [what, first] of [
  ['408', refuse(408, 'request_timeout', { 'retry-after-ms': '1' })],
  ['429 rate_limited', refuse(429, 'rate_limited', { 'retry-after-ms': '1' })],
  ['500', refuse(500, 'internal_error', { 'retry-after-ms': '1' })],
  ['502', refuse(502, 'upstream_unavailable', { 'retry-after': '0' })],
  ['503', overloaded],
  ['409 while the first attempt is still running', refuse(409, 'conflict', { 'retry-after': '0' })],
  ['a reset connection', reset],
] as const)
  test(`after ${what} the call is sent again with the same idempotency key`, async (t) => {
    const { client, seen } = await serve(t, first, answered);
    assert.deepEqual(await client().ask({ question: 'q' }), folded);
    assert.equal(seen.length, 2);
    const keys = seen.map(({ request }) => request.headers['idempotency-key']);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.equal(keys[0], keys[1]);
  });

test('a call sends its caller’s idempotency key, or a new one', async (t) => {
  const { client, seen } = await serve(t, answered);
  const citewell = client();
  await citewell.ask({ question: 'q' }, { idempotencyKey: 'job 7' });
  await citewell.ask({ question: 'q' });
  await citewell.ask({ question: 'q' });
  const keys = seen.map(({ request }) => request.headers['idempotency-key']);
  assert.equal(keys[0], 'job 7');
  assert.equal(new Set(keys).size, 3);
});

test('a stream that has not begun is retried without an idempotency key, since it cannot be replayed', async (t) => {
  const { client, seen } = await serve(t, overloaded, streamed);
  assert.deepEqual(await client().askStream({ question: 'q' }).final(), folded);
  assert.deepEqual(
    seen.map(({ request }) => request.headers['idempotency-key']),
    [undefined, undefined],
  );
});

test('a stream sends an idempotency key only if the caller gives one', async (t) => {
  const { client, seen } = await serve(t, streamed, overloaded, streamed, streamed, streamed);
  assert.deepEqual(await client().reviewStream({ question: 'q' }).final(), folded);
  const rewrite = { call: 'job 7', section: 'Conclusion' };
  await client().reviewStream({ question: 'q', rewrite }, { idempotencyKey: 'job 8' }).final();
  await client().askStream({ question: 'q' }).final();
  await client().askStream({ question: 'q', mode: 'discussion' }, { idempotencyKey: 'job 9' }).final();
  assert.deepEqual(
    seen.map(({ request }) => request.headers['idempotency-key']),
    [undefined, 'job 8', 'job 8', undefined, 'job 9'],
  );
});

test('maxRetries limits the attempts, and the last failure is thrown', async (t) => {
  const { client, seen } = await serve(t, overloaded);
  await assert.rejects(client({ maxRetries: 3 }).ask({ question: 'q' }), ServerError);
  assert.equal(seen.length, 4);
  await assert.rejects(client({ maxRetries: 0 }).ask({ question: 'q' }), ServerError);
  assert.equal(seen.length, 5);
});

test('an exhausted quota is never retried, with or without x-should-retry', async (t) => {
  const { client, seen } = await serve(t, refuse(429, 'quota_exceeded:100/100', { 'retry-after-ms': '1' }));
  await assert.rejects(
    client().ask({ question: 'q' }),
    withFields(QuotaExceededError, { used: 100, limit: 100 }),
  );
  assert.equal(seen.length, 1);
});

test('x-should-retry: false ends the attempts', async (t) => {
  const { client, seen } = await serve(t, refuse(503, 'overloaded', { 'x-should-retry': 'false' }));
  await assert.rejects(client().ask({ question: 'q' }), ServerError);
  assert.equal(seen.length, 1);
});

test('an abort ends the wait between two attempts with the signal’s reason', async (t) => {
  const { client, seen } = await serve(t, refuse(503, 'overloaded', { 'retry-after': '30' }));
  const controller = new AbortController();
  const asked = client().ask({ question: 'q' }, { signal: controller.signal });
  asked.catch(() => {});
  while (seen.length === 0) await nextTurn();
  controller.abort(new Error('closed the tab'));
  await assert.rejects(asked, { message: 'closed the tab' });
  assert.equal(seen.length, 1);
});

test('a signal aborted before the call sends nothing', async (t) => {
  const { client, seen } = await serve(t, answered);
  const signal = AbortSignal.abort(new Error('too late'));
  await assert.rejects(client().ask({ question: 'q' }, { signal }), { message: 'too late' });
  await assert.rejects(client().askStream({ question: 'q' }, { signal }).final(), { message: 'too late' });
  assert.equal(seen.length, 0);
});

test('a refused connection is a ConnectionError with its cause', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const client = new Citewell({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', maxRetries: 0 });
  await assert.rejects(client.ask({ question: 'q' }), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.ok(error.cause instanceof Error);
    return true;
  });
});

test('a service silent for timeoutMs fails without another attempt', async (t) => {
  const { client, seen } = await serve(t, () => {});
  await assert.rejects(client({ timeoutMs: 50 }).ask({ question: 'q' }), {
    name: 'ConnectionError',
    message: 'Nothing was heard from the service for 50 ms.',
  });
  assert.equal(seen.length, 1);
});

test('a silent stream fails, and a heartbeat keeps it open', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const reply = new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  const client = new Citewell({
    baseUrl: '',
    apiKey: 'k',
    timeoutMs: 100,
    fetch: async (_, init) => {
      init?.signal?.addEventListener('abort', () => void writer.abort(init.signal?.reason));
      return reply;
    },
  });
  const events: AnswerEvent[] = [];
  const read = (async () => {
    for await (const event of client.askStream({ question: 'q' })) events.push(event);
  })();
  read.catch(() => {});
  for (let beat = 0; beat < 5; beat++) {
    await writer.write(new TextEncoder().encode(': hb\n\n'));
    await nextTurn();
    t.mock.timers.tick(80);
  }
  await writer.write(new TextEncoder().encode(frame({ event: 'thinking', data: { message: 'm' } })));
  while (events.length === 0) await nextTurn();
  t.mock.timers.tick(80);
  t.mock.timers.tick(80);
  await assert.rejects(read, {
    name: 'ConnectionError',
    message: 'Nothing was heard from the service for 100 ms.',
  });
});

test('a redirect is not followed, because it would disclose the key', async (t) => {
  const elsewhere = await serve(t, answered);
  const { client } = await serve(t, (response) => {
    response.writeHead(307, { location: `${elsewhere.baseUrl}/ai/api/ask` }).end();
  });
  await assert.rejects(client().ask({ question: 'q' }), (error) => {
    assert.ok(error instanceof InvalidRequestError);
    assert.match(error.message, /redirects to http:.*baseUrl/);
    return true;
  });
  assert.equal(elsewhere.seen.length, 0);
});

test('a page from another server is reported as such, for replies and streams', async (t) => {
  const { client } = await serve(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  });
  const expected = { name: 'ConnectionError', message: 'What answered is not this service; check baseUrl.' };
  await assert.rejects(client().ask({ question: 'q' }), expected);
  await assert.rejects(client().askStream({ question: 'q' }).final(), expected);
});

test('askStream yields the events in order, and final() folds the same events', async (t) => {
  const { client, seen } = await serve(t, streamed);
  const answer = client().askStream({ question: 'q', lang: 'zh', history: [{ q: 'a', a: 'b' }] });
  assert.deepEqual(await Array.fromAsync(answer), whole);
  assert.deepEqual(await answer.final(), folded);
  assert.deepEqual(await answer.final(), folded);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.request.url, '/ai/api/ask_stream');
});

test('polish and avatarChatStream post their request once and are read like an answer', async (t) => {
  const { client, seen } = await serve(t, streamed);
  assert.deepEqual(await client().polish({ text: 'x', insert_refs: false }).final(), folded);
  assert.deepEqual(await Array.fromAsync(client().avatarChatStream({ message: '你好', lang: 'zh' })), whole);
  assert.deepEqual(
    seen.map(({ request: { method, url }, body }) => [method, url, JSON.parse(body)]),
    [
      ['POST', '/ai/api/polish', { text: 'x', insert_refs: false }],
      ['POST', '/ai/api/avatar_chat', { message: '你好', lang: 'zh', stream: true }],
    ],
  );
  assert.ok(seen.every(({ request }) => request.headers['idempotency-key'] === undefined));
});

test('avatarChat posts under an idempotency key; categories and personas are read with GET', async (t) => {
  const { client, seen } = await serve(t, (response) => response.end('{}'));
  await client().avatarChat({ message: 'Hello', persona: 'librarian' });
  await client().categories();
  await client().personas();
  assert.deepEqual(
    seen.map(({ request: { method, url } }) => `${method} ${url}`),
    ['POST /ai/api/avatar_chat', 'GET /ai/api/categories', 'GET /ai/api/personas'],
  );
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), { message: 'Hello', persona: 'librarian' });
  assert.ok(seen[0]?.request.headers['idempotency-key']);
});

test('iterating the events after final() throws at once', async (t) => {
  const { client } = await serve(t, streamed);
  const answer = client().askStream({ question: 'q' });
  const final = answer.final();
  assert.throws(() => answer[Symbol.asyncIterator](), /iterated once/);
  assert.deepEqual(await final, folded);
});

test('a stream that is never read sends nothing', async (t) => {
  const { client, seen } = await serve(t, answered);
  client().askStream({ question: 'q' });
  await client().ask({ question: 'q' });
  assert.deepEqual(
    seen.map(({ request }) => request.url),
    ['/ai/api/ask'],
  );
});

test('a rejected stream throws from the iteration and from final()', async (t) => {
  const { client } = await serve(t, refuse(429, 'quota_exceeded:3/3'));
  const answer = client().askStream({ question: 'q' });
  await assert.rejects(Array.fromAsync(answer), QuotaExceededError);
  await assert.rejects(answer.final(), QuotaExceededError);
});

test('an error event is yielded, and final() rejects with its message', async (t) => {
  const events: AnswerEvent[] = [
    { event: 'answer_chunk', data: { text: '半句' } },
    { event: 'error', data: { message: '外部服务无法访问' } },
    { event: 'done', data: {} },
  ];
  const { client } = await serve(t, stream(events.map(frame).join('')));
  const answer = client().askStream({ question: 'q' });
  assert.deepEqual(await Array.fromAsync(answer), events);
  await assert.rejects(
    answer.final(),
    withFields(StreamError, { message: '外部服务无法访问', code: undefined, requestId: 'r1' }),
  );
});

for (const [how, end] of [
  ['ends', (response: ServerResponse) => response.end()],
  ['breaks off', (response: ServerResponse) => response.socket?.resetAndDestroy()],
] as const)
  test(`a stream that ${how} without done is a ConnectionError and is not retried`, async (t) => {
    const begun = whole.slice(0, 3);
    const { client, seen } = await serve(t, stream(begun.map(frame).join(''), end));
    const answer = client().askStream({ question: 'q' });
    const events: AnswerEvent[] = [];
    await assert.rejects(async () => {
      for await (const event of answer) events.push(event);
    }, ConnectionError);
    assert.deepEqual(events, begun);
    await assert.rejects(answer.final(), ConnectionError);
    assert.equal(seen.length, 1);
  });

test('leaving the iteration closes the request, and final() reports an abandoned stream', async (t) => {
  const { client, left } = await serveIdleStream(t);
  const answer = client().askStream({ question: 'q' });
  for await (const _ of answer) break;
  await left;
  await assert.rejects(answer.final(), {
    name: 'ConnectionError',
    message: 'The stream was left before its end.',
  });
});

test('an abort during the stream closes the request and rejects with the signal’s reason', async (t) => {
  const { client, left } = await serveIdleStream(t);
  const controller = new AbortController();
  const answer = client().askStream({ question: 'q' }, { signal: controller.signal });
  await assert.rejects(
    async () => {
      for await (const _ of answer) controller.abort(new Error('stopped'));
    },
    { message: 'stopped' },
  );
  await left;
  await assert.rejects(answer.final(), { message: 'stopped' });
});
