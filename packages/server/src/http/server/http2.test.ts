import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chunk } from '../../pipeline/events.ts';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { eventually } from '../../testing/process/raw-http.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const tls = {
  certPath: fileURLToPath(new URL('../../../../simulators/src/tls/test-only-cert.pem', import.meta.url)),
  keyPath: fileURLToPath(new URL('../../../../simulators/src/tls/test-only-key.pem', import.meta.url)),
};
const body = '{"question":"Does it work?"}';

async function listenHttp2(t: TestContext, options: TestAppOptions = {}) {
  const test = await buildTestApp(t, { ...options, tls });
  const port = await test.listen();
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  t.after(() => session.destroy());
  return { ...test, port, session };
}

function post(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string | string[]>,
  payload: string,
) {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/json',
    ...headers,
  });
  stream.setEncoding('utf8');
  let text = '';
  let status = 0;
  let replyHeaders: Record<string, unknown> = {};
  stream.on('response', (received) => {
    status = Number(received[':status']);
    replyHeaders = received;
  });
  stream.on('data', (part: string) => {
    text += part;
  });
  stream.on('error', () => {});
  stream.end(payload);
  const ended = new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve) =>
    stream.on('close', () => resolve({ status, headers: replyHeaders, body: text })),
  );
  return { stream, ended, seen: () => text };
}

describe('HTTPS', () => {
  it('uses HTTP/2 if the client does: JSON and streams, many on one connection', async (t) => {
    const { session, key, settled } = await listenHttp2(t);
    const reply = await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended;
    assert.equal(reply.status, 200);
    assert.equal(JSON.parse(reply.body).answer, 'It works [1].');
    const streams = await Promise.all(
      Array.from(
        { length: 50 },
        () => post(session, '/ai/api/ask_stream', { authorization: `Bearer ${key}` }, body).ended,
      ),
    );
    for (const { status, headers, body: text } of streams) {
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.equal(parseEvents(text).at(-1)?.event, 'done');
    }
    assert.equal(settled.length, 51);
  });

  it('uses HTTP/1.1 if the client does', { tags: ['rule.2.https'] }, async (t) => {
    const { port, key } = await listenHttp2(t);
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      httpsRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/ai/api/ask_stream',
          method: 'POST',
          headers,
          rejectUnauthorized: false,
          agent: false,
        },
        (response) => {
          let received = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            received += part;
          });
          response.on('end', () => resolve(received));
        },
      )
        .on('error', reject)
        .end(body);
    });
    assert.equal(parseEvents(text).at(-1)?.event, 'done');
  });

  it('rejects over HTTP/2 as over HTTP/1.1', async (t) => {
    const { session, key, app } = await listenHttp2(t);
    const refused = async (path: string, headers: Record<string, string | string[]>, payload: string) =>
      post(session, path, headers, payload).ended;
    assertErrorResponse(await refused('/ai/api/ask', {}, body), 401, 'missing_key');
    assertErrorResponse(await refused('/ai/api/ask', { 'x-api-key': [key, key] }, body), 401, 'invalid_key');
    assertErrorResponse(await refused('/ai/api/ask', { 'x-api-key': key }, '{'), 400, 'invalid_request');
    assertErrorResponse(await refused('/nothing', { 'x-api-key': key }, body), 404, 'not_found');
    assertErrorResponse(await refused('/livez', { 'x-api-key': key }, body), 405, 'method_not_allowed');
    assertErrorResponse(await refused('/ai/api/%ZZ', { 'x-api-key': key }, body), 400, 'invalid_request');
    const large = JSON.stringify({ question: 'x'.repeat(3 * 1024 * 1024) });
    assertErrorResponse(await refused('/ai/api/ask', { 'x-api-key': key }, large), 413, 'payload_too_large');
    assert.ok(app.server.listening);
  });

  it('answers every other method with 405 and Allow, including unknown methods', async (t) => {
    const { session } = await listenHttp2(t);
    const refused = async (method: string, path: string) => {
      const stream = session.request({ ':method': method, ':path': path }, { endStream: true });
      let body = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      await once(stream, 'close');
      return { status: Number(headers[':status']), headers, body };
    };
    const others = METHODS.filter((method) => !['POST', 'HEAD', 'CONNECT'].includes(method));
    for (const method of [...others, 'FOO', 'get']) {
      const reply = await refused(method, '/ai/api/ask?x=1');
      assertErrorResponse(reply, 405, 'method_not_allowed');
      assert.equal(reply.headers.allow, 'POST', method);
    }
    assertErrorResponse(await refused('FOO', '/nothing'), 404, 'not_found');
  });

  it('answers a body that never arrives with 408 and resets its stream', async (t) => {
    const { session, key } = await listenHttp2(t, { serverLimits: { requestTimeoutMs: 100 } });
    const stream = session.request({
      ':method': 'POST',
      ':path': '/ai/api/ask',
      'content-type': 'application/json',
      'x-api-key': key,
    });
    stream.setEncoding('utf8').write('{"quest');
    let text = '';
    let status = 0;
    let headers: Record<string, unknown> = {};
    stream.on('response', (received) => {
      headers = received;
      status = Number(received[':status']);
    });
    stream.on('data', (part: string) => {
      text += part;
    });
    // The client never ends its own half of the stream.
    await once(stream, 'close');
    assertErrorResponse({ status, headers, body: text }, 408, 'request_timeout');
    assert.equal(stream.rstCode, constants.NGHTTP2_NO_ERROR);
    assert.equal((await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended).status, 200);
  });

  it('resets an answered stream that keeps sending its body', async (t) => {
    const { session, key } = await listenHttp2(t);
    for (const [method, path, status] of [
      ['POST', '/ai/api/ask', 401],
      ['POST', '/nothing', 404],
      ['FOO', '/livez', 405],
      ['GET', '/livez', 200],
    ] as const) {
      const stream = session.request({ ':method': method, ':path': path }, { endStream: false });
      stream.write('a beginning');
      stream.resume();
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      assert.equal(headers[':status'], status);
      await once(stream, 'close');
    }
    assert.equal((await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended).status, 200);
  });

  it('destroys a stalled session even if a stream is open', async (t) => {
    const { session, key, settled } = await listenHttp2(t, {
      serverLimits: { stallTimeoutMs: 200 },
      async answer(_request, _dependencies, { signal, emit }) {
        await emit(chunk('first'));
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    });
    post(session, '/ai/api/ask_stream', { 'x-api-key': key }, body);
    await once(session, 'close');
    await eventually(() => settled.length === 1, 'the call is settled');
    assert.equal(settled[0]?.outcome, 'client_disconnected');
  });

  it('stops a call whose stream is cancelled, although HTTP/2 reports the stream as finished', async (t) => {
    const { session, key, settled } = await listenHttp2(t, {
      async answer(_request, _dependencies, { signal, emit }) {
        await emit(chunk('first'));
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    });
    for (const path of ['/ai/api/ask_stream', '/ai/api/ask']) {
      const { stream, seen } = post(session, path, { 'x-api-key': key }, body);
      if (path.endsWith('stream')) await eventually(() => seen().includes('first'), 'the stream began');
      else await new Promise((resolve) => setTimeout(resolve, 100));
      const before = settled.length;
      stream.close(constants.NGHTTP2_CANCEL);
      await eventually(() => settled.length === before + 1, 'the call is settled');
      assert.equal(settled.at(-1)?.outcome, 'client_disconnected');
    }
  });

  it('buffers little for an HTTP/2 client that stops reading, and disconnects it', async (t) => {
    let made = 0;
    const { session, key, settled } = await listenHttp2(t, {
      eventStream: { stallTimeoutMs: 100 },
      async answer(_request, _dependencies, { emit }) {
        for (;;) {
          made += 1;
          await emit(chunk('x'.repeat(1_000)));
        }
      },
    });
    const { stream } = post(session, '/ai/api/ask_stream', { 'x-api-key': key }, body);
    stream.pause();
    await eventually(() => settled.length === 1, 'the call is settled');
    assert.equal(settled[0]?.outcome, 'client_disconnected');
    assert.ok(made < 1_000, `${made} events were made for nobody`);
  });

  it('ignores a request whose stream was reset in the same packet', async (t) => {
    const { session, key, logLines } = await listenHttp2(t);
    await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended;
    const before = logLines.length;
    for (let count = 0; count < 50; count += 1)
      post(session, '/ai/api/ask', { 'x-api-key': key }, body).stream.close(constants.NGHTTP2_CANCEL);
    assert.equal((await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended).status, 200);
    const begun = logLines.slice(before).filter((line) => line.includes('"event":"request"'));
    assert.equal(begun.length, 1);
  });

  it('closes a session that resets too many streams, and serves the next one', async (t) => {
    const { session, port, key } = await listenHttp2(t);
    const closed = new Promise((resolve) => session.on('error', () => {}).on('close', resolve));
    for (let count = 0; count < 300 && !session.destroyed; count += 1) {
      post(session, '/ai/api/ask', { 'x-api-key': key }, body).stream.close(constants.NGHTTP2_CANCEL);
      if (count % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    const next = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    t.after(() => next.destroy());
    assert.equal((await post(next, '/ai/api/ask', { 'x-api-key': key }, body).ended).status, 200);
  });

  it('drains: waits for streams, ends unfinished ones and closes the sessions', async (t) => {
    const { session, key, app } = await listenHttp2(t, {
      drainLimits: { stopCallsAfterMs: 50 },
      async answer(_request, _dependencies, { signal, emit }) {
        await emit(chunk('first'));
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    });
    const { ended, seen } = post(session, '/ai/api/ask_stream', { 'x-api-key': key }, body);
    await eventually(() => seen().includes('first'), 'the stream began');
    await app.close();
    const events = parseEvents((await ended).body).map(({ event }) => event);
    assert.deepEqual(events, ['answer_chunk', 'error', 'done']);
    await eventually(() => session.closed, 'the session is closed');
  });

  it('answers streams opened during a drain with 503, while the running one continues', async (t) => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { session, key, app } = await listenHttp2(t, {
      drainLimits: { refuseForMs: 200 },
      async answer(_request, _dependencies, { emit }) {
        started.resolve();
        await release.promise;
        await emit(chunk('x'));
      },
    });
    const running = post(session, '/ai/api/ask', { 'x-api-key': key }, body);
    await started.promise;
    const closed = app.close();
    const late = await post(session, '/ai/api/ask', { 'x-api-key': key }, body).ended;
    assert.equal(late.status, 503);
    assert.equal(late.headers['retry-after'], '5');
    release.resolve();
    assert.equal((await running.ended).status, 200);
    await closed;
    await eventually(() => session.closed, 'the session is closed');
  });
});
