import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import {
  eventually,
  exchange,
  openConnection,
  parseReply,
  postBytes,
} from '../../testing/process/raw-http.ts';

const body = '{"question":"x"}';

/** Ambiguous or invalid requests, with PATH in place of the path. */
const malformed: Record<string, string | Buffer> = {
  'both Content-Length and Transfer-Encoding': `POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: 16\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two Content-Length lines': `POST PATH HTTP/1.1\r\nHost: h\r\nContent-Length: 16\r\nContent-Length: 17\r\n\r\n${body}`,
  'lines ended by LF only': `POST PATH HTTP/1.1\nHost: h\nContent-Length: 16\n\n${body}`,
  'a space before the colon': `POST PATH HTTP/1.1\r\nHost : h\r\nContent-Length: 16\r\n\r\n${body}`,
  'a folded line': `POST PATH HTTP/1.1\r\nHost: h\r\nX-A: b\r\n c\r\nContent-Length: 16\r\n\r\n${body}`,
  'no Host': `POST PATH HTTP/1.1\r\nContent-Length: 16\r\nContent-Type: application/json\r\n\r\n${body}`,
  'two Hosts': `POST PATH HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 16\r\n\r\n${body}`,
  'a TLS hello': Buffer.from(`160301010001fc0303${'61'.repeat(60)}`, 'hex'),
  'the HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a NUL in a header': `POST PATH HTTP/1.1\r\nHost: h\r\nX-API-Key: a\0b\r\n\r\n`,
  'a bad chunk size': `POST PATH HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  'no HTTP at all': 'hello\r\n\r\n',
  'a lower-case unknown method': 'foo / HTTP/1.1\r\nHost: h\r\n\r\n',
  CONNECT: 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
};

it('answers malformed requests with a two-string 400 and closes, on both paths', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  for (const path of answerPaths)
    for (const [name, bytes] of Object.entries(malformed)) {
      const sent = typeof bytes === 'string' ? bytes.replace('PATH', path) : bytes;
      const reply = await exchange(port, sent);
      await t.test(`${name} at ${path}`, () => {
        assertErrorResponse(reply, 400, 'invalid_request');
        assert.equal(reply.headers.connection, 'close');
      });
    }
  assert.deepEqual(test.settled, []);
});

it('answers headers over 16 KB with 431, however long they are', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  for (const size of [17_000, 200_000]) {
    const bytes = postBytes('/ai/api/ask', { 'X-Long': 'a'.repeat(size) }, body);
    assertErrorResponse(await exchange(port, bytes), 431, 'headers_too_large');
  }
});

it('delivers its error to clients that send their whole body before they read, and closes', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  const large = JSON.stringify({ question: 'x'.repeat(6_000_000) });
  const rejections: [headers: Record<string, string>, status: number, code: string][] = [
    [{ 'X-API-Key': test.key }, 413, 'payload_too_large'],
    [{}, 401, 'missing_key'],
    [{ 'X-API-Key': test.key, Expect: 'foo' }, 417, 'expectation_failed'],
  ];
  for (let round = 0; round < 5; round += 1)
    for (const [headers, status, code] of rejections) {
      const bytes = postBytes('/ai/api/ask', { ...headers, Connection: 'close' }, large);
      const connection = openConnection(port);
      connection.socket.pause();
      let failure: Error | undefined;
      connection.socket.on('error', (error) => {
        failure = error;
      });
      for (let start = 0; start < bytes.length; start += 100_000) {
        const sent = connection.socket.write(bytes.slice(start, start + 100_000));
        if (!sent) await Promise.race([once(connection.socket, 'drain'), connection.closed]);
      }
      connection.socket.resume();
      await connection.closed;
      assert.equal(failure, undefined, `${status} in round ${round}`);
      const reply = parseReply(connection.seen());
      assertErrorResponse(reply, status, code);
      assert.equal(reply.headers.connection, 'close');
    }
});

it('stops waiting for the rest of a rejected body', async (t) => {
  const test = await buildTestApp(t, { serverLimits: { requestTimeoutMs: 300, checkIntervalMs: 50 } });
  const port = await test.listen();
  const head = postBytes('/ai/api/ask', { Connection: 'close', 'Content-Length': '9000000' }, '{');
  const connection = openConnection(port);
  connection.socket.write(head);
  await connection.until('missing_key');
  await connection.closed;
});

it('answers slow headers, a slow body and a missing body with 408 and closes', async (t) => {
  const test = await buildTestApp(t, { serverLimits: { requestTimeoutMs: 300, checkIntervalMs: 50 } });
  const port = await test.listen();
  const headers = { 'X-API-Key': test.key };
  for (const path of answerPaths) {
    const whole = postBytes(path, headers, body);
    const cuts = [20, whole.length - 5, whole.length - body.length];
    for (const cut of cuts)
      assertErrorResponse(await exchange(port, whole.slice(0, cut)), 408, 'request_timeout');
  }
  assert.deepEqual(test.settled, []);
});

it('accepts a large body over a slow line as long as its bytes keep coming', async (t) => {
  const limits = { requestTimeoutMs: 300, checkIntervalMs: 50, bodyBytesPerSecond: 10_000 };
  const test = await buildTestApp(t, { serverLimits: limits });
  const port = await test.listen();
  const large = JSON.stringify({ question: 'x', file_content: 'Metformin lowers HbA1c. '.repeat(1_000) });
  const bytes = postBytes('/ai/api/ask', { 'X-API-Key': test.key, Connection: 'close' }, large);
  const connection = openConnection(port);
  const start = performance.now();
  for (let at = 0; at < bytes.length; at += 1_500) {
    connection.socket.write(bytes.slice(at, at + 1_500));
    await sleep(50);
  }
  await connection.closed;
  assert.ok(performance.now() - start > 2 * limits.requestTimeoutMs);
  assert.equal(parseReply(connection.seen()).status, 200);
});

it('limits the total time of a body, however steadily it comes', async (t) => {
  const limits = { requestTimeoutMs: 300, bodyTimeoutMs: 400, checkIntervalMs: 50, bodyBytesPerSecond: 1 };
  const test = await buildTestApp(t, { serverLimits: limits });
  const port = await test.listen();
  const headers = { 'X-API-Key': test.key, 'Content-Length': '900000' };
  const connection = openConnection(port);
  connection.socket.write(postBytes('/ai/api/ask', headers, '{'));
  const trickle = setInterval(() => connection.socket.write(' '.repeat(100)), 20);
  await connection.until('request_timeout');
  clearInterval(trickle);
  await connection.closed;
  assertErrorResponse(parseReply(connection.seen()), 408, 'request_timeout');
});

it('keeps a long stream open beyond its timeouts', async (t) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const test = await buildTestApp(t, {
    serverLimits: { requestTimeoutMs: 100, checkIntervalMs: 20 },
    eventStream: { heartbeatMs: 50 },
    async answer(_request, _dependencies, { emit }) {
      await emit({ event: 'thinking', data: { message: 'long' } });
      await released;
      await emit({ event: 'answer_chunk', data: { text: 'late' } });
    },
  });
  const port = await test.listen();
  const connection = openConnection(port);
  connection.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  // Ten heartbeats: several times the request timeout.
  await connection.until(/(?:: hb\n\n[\s\S]*){10}/);
  release();
  await connection.until('event: done');
  connection.socket.destroy();
});

it('disconnects a client that does not read its reply', async (t) => {
  const test = await buildTestApp(t, {
    serverLimits: { stallTimeoutMs: 200 },
    async answer(_request, _dependencies, { emit }) {
      await emit({ event: 'answer_chunk', data: { text: 'x'.repeat(20_000_000) } });
    },
  });
  const connection = openConnection(await test.listen());
  connection.socket.pause();
  connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
  await eventually(() => test.logLines.some((line) => line.includes('/ai/api/ask')), 'the request is over');
  connection.socket.resume();
  await connection.closed;
  assert.ok(connection.seen().length < 20_000_000);
});

it('answers methods unknown to Node like others: 405 with Allow, or 404', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  for (const path of answerPaths) {
    const reply = await exchange(port, `FOO ${path}?x=1 HTTP/1.1\r\nHost: h\r\n\r\n`);
    assertErrorResponse(reply, 405, 'method_not_allowed');
    assert.equal(reply.headers.allow, 'POST');
  }
  assertErrorResponse(await exchange(port, 'FOO /nothing HTTP/1.1\r\nHost: h\r\n\r\n'), 404, 'not_found');
});

it('answers an unknown expectation with a two-string 417, in the requested language', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  for (const path of answerPaths) {
    const headers = { Expect: 'foo', 'X-API-Key': test.key, Connection: 'close', 'Accept-Language': 'zh' };
    const reply = await exchange(port, postBytes(path, headers, body));
    assert.match(assertErrorResponse(reply, 417, 'expectation_failed'), /仅支持/);
  }
});

it('rejects HTTP/0.9 with 400, and unknown transfer codings with 501', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  const old = await exchange(port, 'GET /livez\r\n\r\n');
  assert.match(assertErrorResponse(old, 400, 'invalid_request'), /HTTP\/1\.1/);
  assert.equal(old.headers.connection, 'close');
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  for (const path of answerPaths)
    for (const [language, says] of [
      ['en', /chunked/],
      ['zh', /仅支持/],
    ] as const) {
      const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${test.key}\r\nAccept-Language: ${language}\r\n`;
      const reply = await exchange(port, `${head}Transfer-Encoding: gzip, chunked\r\n\r\n${chunks}`);
      assert.match(assertErrorResponse(reply, 501, 'not_implemented'), says);
      assert.equal(reply.headers.connection, 'close');
    }
  assert.deepEqual(test.settled, []);
});

it('answers Expect: 100-continue with 100', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  const connection = openConnection(port);
  const bytes = postBytes('/ai/api/ask', { Expect: '100-continue', 'X-API-Key': test.key }, body);
  connection.socket.write(bytes.slice(0, -body.length));
  await connection.until('100 Continue');
  connection.socket.write(body);
  await connection.until('It works');
  connection.socket.destroy();
});

it('finishes a stream before it rejects the bytes behind its request', async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    async answer(_request, _dependencies, { emit }) {
      await emit({ event: 'thinking', data: { message: 'long' } });
      await release.promise;
    },
  });
  const port = await test.listen();
  const connection = openConnection(port);
  connection.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await connection.until('event: thinking');
  connection.socket.write('garbage garbage\r\n\r\n');
  release.resolve();
  await connection.closed;
  const [, stream = '', rejection = '', ...more] = connection.seen().split('HTTP/1.1 ');
  assert.match(stream, /event: done\ndata: \{\}\n\n\r\n0\r\n\r\n$/);
  assert.match(rejection, /^400 /);
  assert.deepEqual(more, []);
  assert.equal(test.settled[0]?.outcome, 'ok');
});

it('answers again on the same connection after rejecting a request whose body was not read', async (t) => {
  const test = await buildTestApp(t);
  const port = await test.listen();
  const connection = openConnection(port);
  connection.socket.write(postBytes('/ai/api/ask', {}, JSON.stringify({ question: 'x'.repeat(500_000) })));
  const first = await connection.until('missing_key');
  assert.equal(parseReply(first).status, 401);
  connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
  await connection.until('It works');
  connection.socket.destroy();
});
