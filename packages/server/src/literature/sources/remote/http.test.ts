import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { SourceError, type SourceFailure } from '../retriever.ts';
import { createHttpClient, type HttpReply } from './http.ts';

const never = new AbortController().signal;
const readText = (reply: HttpReply) => reply.text(1_000_000);

async function setUp(
  t: TestContext,
  answer: (...call: Parameters<RequestListener>) => unknown,
  bodyMaxBytes = 1_000_000,
) {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
  const http = createHttpClient({ source: 'pubmed', baseUrl, clock: systemClock, bodyMaxBytes });
  t.after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  type Options = {
    method?: 'GET' | 'POST';
    timeoutMs?: number;
    signal?: AbortSignal;
    read?: (reply: HttpReply) => Promise<string>;
  };
  const send = (options: Options = {}) =>
    http.exchange(
      {
        method: options.method ?? 'POST',
        path: '/esearch.fcgi',
        params: new URLSearchParams({ term: 'x&db=gene 糖尿病' }),
      },
      { signal: options.signal ?? never, deadline: Date.now() + (options.timeoutMs ?? 10_000) },
      options.read ?? readText,
    );
  return { send };
}

function failsWith(failure: SourceFailure, status?: number) {
  return (error: unknown) =>
    error instanceof SourceError && error.failure === failure && error.status === status;
}

test('parameters are escaped in the query of a GET and in the form of a POST', async (t) => {
  const seen: string[] = [];
  const { send } = await setUp(t, async (request, response) => {
    request.setEncoding('utf8');
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.method} ${request.url} ${body}`);
    response.end('ok');
  });
  assert.equal(await send({ method: 'GET' }), 'ok');
  assert.equal(await send({ method: 'POST' }), 'ok');
  const form = 'term=x%26db%3Dgene+%E7%B3%96%E5%B0%BF%E7%97%85';
  assert.deepEqual(seen, [`GET /base/esearch.fcgi?${form} `, `POST /base/esearch.fcgi ${form}`]);
});

test('redirects are rejected, and one to the misuse page is reported as blocked', async (t) => {
  let requests = 0;
  let location = '/elsewhere';
  const { send } = await setUp(t, (_request, response) => {
    requests++;
    response.writeHead(302, { location }).end();
  });
  await assert.rejects(send(), failsWith('bad_reply', 302));
  location = 'https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml?x=1';
  await assert.rejects(send(), failsWith('blocked', 302));
  assert.equal(requests, 2);
});

test('the deadline ends a reply that never starts, stops half-way or never ends', async (t) => {
  const answers: RequestListener[] = [
    () => {},
    (_request, response) => {
      response.writeHead(200).write('half');
    },
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    },
  ];
  for (const answer of answers) {
    const { send } = await setUp(t, answer);
    await assert.rejects(send({ timeoutMs: 60 }), failsWith('timeout'));
  }
});

test('nothing is sent after the deadline', async (t) => {
  let requests = 0;
  const { send } = await setUp(t, () => requests++);
  await assert.rejects(send({ timeoutMs: 0 }), failsWith('timeout'));
  assert.equal(requests, 0);
});

test('an aborted request closes the connection and rejects with the signal’s reason', async (t) => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { send } = await setUp(t, (_request, response) => {
    response.on('close', () => closed.resolve());
    controller.abort(new Error('gone'));
  });
  await assert.rejects(send({ signal: controller.signal }), /gone/);
  await closed.promise;
  await assert.rejects(send({ signal: controller.signal }), /gone/);
});

test('a reset, a truncated body and a refused connection are reported as unreachable', async (t) => {
  const reset = await setUp(t, (request) => request.socket.resetAndDestroy());
  await assert.rejects(reset.send(), failsWith('unreachable'));
  const cut = await setUp(t, (request, response) => {
    response.write('<half', () => request.socket.destroy());
  });
  await assert.rejects(cut.send(), failsWith('unreachable'));
  const http = createHttpClient({ source: 'pubmed', baseUrl: 'http://127.0.0.1:1', clock: systemClock });
  t.after(() => http.close());
  const request = { method: 'GET', path: '/', params: new URLSearchParams() } as const;
  const options = { signal: never, deadline: Date.now() + 10_000 };
  await assert.rejects(http.exchange(request, options, readText), failsWith('unreachable'));
});

test('an oversized body and invalid UTF-8 are reported as bad replies', async (t) => {
  const large = await setUp(t, (_request, response) => response.end('x'.repeat(2_000)), 1_000);
  await assert.rejects(large.send(), failsWith('bad_reply'));
  const gbk = await setUp(t, (_request, response) => response.end(Buffer.from([0xc4, 0xe3, 0xba, 0xc3])));
  await assert.rejects(gbk.send(), failsWith('bad_reply', 200));
  const endless = await setUp(t, (_request, response) => {
    const more = setInterval(() => response.write('x'.repeat(600)), 5);
    response.on('close', () => clearInterval(more));
  });
  const read = (reply: HttpReply) => reply.text(1_000);
  await assert.rejects(endless.send({ read }), failsWith('bad_reply', 200));
});

test('Retry-After is read in seconds or as a date, up to ten minutes', async (t) => {
  const headers = ['2', new Date(Date.now() + 60_000).toUTCString(), '99999999', 'soon', undefined];
  const seen: (number | undefined)[] = [];
  for (const header of headers) {
    const server = createServer((_request, response) =>
      response.writeHead(429, header ? { 'retry-after': header } : {}).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const http = createHttpClient({ source: 'pubmed', baseUrl, clock: systemClock });
    t.after(() => http.close().then(() => server.close()));
    await http.exchange(
      { method: 'GET', path: '/', params: new URLSearchParams() },
      { signal: never, deadline: Date.now() + 10_000 },
      async (reply) => seen.push(reply.retryAfterMs),
    );
  }
  assert.equal(seen[0], 2_000);
  assert.ok(Number(seen[1]) > 30_000 && Number(seen[1]) <= 60_000);
  assert.deepEqual(seen.slice(2), [600_000, undefined, undefined]);
});

test('an error in our own reader is thrown unchanged', async (t) => {
  const { send } = await setUp(t, (_request, response) => response.end('ok'));
  const read = async () => {
    throw new TypeError('a bug');
  };
  await assert.rejects(send({ read }), TypeError);
});

test('an unresolvable host is reported as no_route', async (t) => {
  // RFC 2606 reserves .invalid permanently.
  const http = createHttpClient({ source: 'pubmed', baseUrl: 'http://citewell.invalid', clock: systemClock });
  t.after(() => http.close());
  const request = { method: 'GET', path: '/', params: new URLSearchParams() } as const;
  const options = { signal: never, deadline: Date.now() + 10_000 };
  await assert.rejects(http.exchange(request, options, readText), failsWith('no_route'));
});

test('an attempt may take half of the time to the deadline, even beyond the minimum timeout', async (t) => {
  const server = createServer((_request, response) => setTimeout(() => response.end('late'), 300));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = { source: 'pubmed', baseUrl: `http://127.0.0.1:${port}`, clock: systemClock } as const;
  const request = { method: 'GET', path: '/', params: new URLSearchParams() } as const;
  const clients = [
    createHttpClient({ ...base, attemptLeastMs: 50 }),
    createHttpClient({ ...base, attemptTimeoutMs: 50 }),
  ] as const;
  t.after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    server.closeAllConnections();
    server.close();
  });
  const options = () => ({ signal: never, deadline: Date.now() + 20_000 });
  assert.equal(await clients[0].exchange(request, options(), readText), 'late');
  await assert.rejects(clients[1].exchange(request, options(), readText), failsWith('timeout'));
});
