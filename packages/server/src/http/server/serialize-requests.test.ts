import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { eventually, exchange, openConnection, postBytes } from '../../testing/process/raw-http.ts';

const body = '{"question":"Does it work?"}';
const livez = 'GET /livez HTTP/1.1\r\nHost: h\r\n\r\n';
const lastLivez = 'GET /livez HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';

/** An answer that counts how many of its calls run concurrently. */
function countingAnswer() {
  const count = { most: 0, running: 0, begun: 0 };
  const answer: TestAppOptions['answer'] = async (_request, _dependencies, { emit }) => {
    count.begun += 1;
    count.running += 1;
    count.most = Math.max(count.most, count.running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await emit({ event: 'answer_chunk', data: { text: `answer ${count.begun}.` } });
    count.running -= 1;
  };
  return { count, answer };
}

/** The statuses of all replies in these bytes. */
function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

async function seenUntilClosed(port: number, bytes: string): Promise<string> {
  const connection = openConnection(port);
  connection.socket.write(bytes);
  await connection.closed;
  return connection.seen();
}

describe('pipelined requests', () => {
  it('are answered in order, one at a time', async (t) => {
    const { count, answer } = countingAnswer();
    const test = await buildTestApp(t, { answer });
    const port = await test.listen();
    const ask = postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body);
    const text = await seenUntilClosed(port, ask.repeat(20) + lastLivez);
    assert.deepEqual(statuses(text), Array(21).fill(200));
    const answers = [...text.matchAll(/answer (\d+)\./g)].map(([, number]) => Number(number));
    assert.deepEqual(
      answers,
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.equal(count.most, 1);
  });

  it('are answered one at a time behind bodies of unknown length and bodies full of empty lines', async (t) => {
    const { count, answer } = countingAnswer();
    const test = await buildTestApp(t, { answer });
    const port = await test.listen();
    const head = `POST /ai/api/ask HTTP/1.1\r\nHost: h\r\nX-API-Key: ${test.key}\r\nContent-Type: application/json\r\n`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const spaced = `{"question":${'\r\n\r\n'.repeat(5_000)}"x"}`;
    const long = `${head}Content-Length: ${spaced.length}\r\n\r\n${spaced}`;
    const text = await seenUntilClosed(port, (chunked + long).repeat(3) + chunked.repeat(5) + lastLivez);
    assert.deepEqual(statuses(text), Array(12).fill(200));
    assert.equal(count.most, 1);
  });

  it('are answered wherever the bytes are split', async (t) => {
    const test = await buildTestApp(t);
    const port = await test.listen();
    const bytes =
      postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body).repeat(2) + livez.repeat(2) + lastLivez;
    for (const size of [1, 3, 64, 500]) {
      const connection = openConnection(port);
      connection.socket.setNoDelay(true);
      for (let at = 0; at < bytes.length; at += size) {
        connection.socket.write(bytes.slice(at, at + size));
        if (at % (size * 16) === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await connection.closed;
      assert.deepEqual(statuses(connection.seen()), Array(5).fill(200), `${size} bytes at a time`);
    }
  });

  it('wait while nobody reads the earlier replies', async (t) => {
    const test = await buildTestApp(t);
    const port = await test.listen();
    const connection = openConnection(port);
    connection.socket.pause();
    const sent = 3_000;
    connection.socket.write('GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(sent));
    const begun = () => test.logLines.filter((line) => line.includes('"event":"request"')).length;
    let before = -1;
    // Until the kernel's buffer for unread replies is full.
    await eventually(() => {
      const stands = begun() === before && before > 0;
      before = begun();
      return stands;
    }, 'no more requests are answered');
    assert.ok(begun() < sent / 2, `${begun()} of ${sent} were answered`);
    assert.ok((await exchange(port, lastLivez)).status === 200);
    connection.socket.destroy();
  });

  it('do not delay noticing that the client has disconnected', async (t) => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const test = await buildTestApp(t, {
      async answer(_request, _dependencies, { emit, signal }) {
        await emit({ event: 'thinking', data: { message: 'long' } });
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        stop();
      },
    });
    const connection = openConnection(await test.listen());
    const ask = postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body);
    connection.socket.write(ask.repeat(3));
    await connection.until('event: thinking');
    connection.socket.destroy();
    await stopped;
    await eventually(() => test.settled.length === 1, 'the one call that ran is settled');
    assert.equal(test.settled[0]?.outcome, 'client_disconnected');
  });

  it('do not delay it even with megabytes of them queued, for JSON or a stream', async (t) => {
    for (const path of ['/ai/api/ask', '/ai/api/ask_stream']) {
      const running = Promise.withResolvers<void>();
      const stopped = Promise.withResolvers<void>();
      const test = await buildTestApp(t, {
        async answer(_request, _dependencies, { signal }) {
          running.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          stopped.resolve();
        },
      });
      const connection = openConnection(await test.listen());
      const ask = postBytes(path, { 'X-API-Key': test.key }, body);
      connection.socket.write(ask + livez.repeat(100_000));
      await running.promise;
      connection.socket.destroy();
      await stopped.promise;
      await eventually(() => test.settled.length === 1, 'the one call that ran is settled');
      assert.equal(test.settled[0]?.outcome, 'client_disconnected');
    }
  });

  it('are dropped if too many follow a long call, which still gets its reply', async (t) => {
    const test = await buildTestApp(t, {
      async answer(_request, _dependencies, { emit }) {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        await emit({ event: 'answer_chunk', data: { text: 'late' } });
      },
    });
    const ask = postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body);
    const text = await seenUntilClosed(await test.listen(), ask + livez.repeat(100_000));
    assert.deepEqual(statuses(text), [200]);
    assert.match(text, /connection: close[\s\S]*late/i);
  });

  it('are answered before garbage that follows them is rejected', async (t) => {
    const test = await buildTestApp(t);
    const port = await test.listen();
    const ask = postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body);
    const chunkedAsk = `POST /ai/api/ask HTTP/1.1\r\nHost: h\r\nX-API-Key: ${test.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const request of [ask, chunkedAsk, ask + livez]) {
      const text = await seenUntilClosed(port, `${request}FOO\r\n\r\n`);
      const replies = statuses(text);
      assert.equal(replies.pop(), 400);
      assert.ok(replies.length > 0 && replies.every((status) => status === 200), text);
      assert.match(text, /It works \[1\]/);
      assert.match(text, /"code":"invalid_request"\}$/);
    }
    assert.deepEqual(
      test.settled.map(({ outcome }) => outcome),
      ['ok', 'ok', 'ok'],
    );
  });
});

it('serializes requests under TLS, too', async (t) => {
  const { count, answer } = countingAnswer();
  const file = (name: string) =>
    fileURLToPath(new URL(`../../../../simulators/src/tls/${name}`, import.meta.url));
  const tls = { certPath: file('test-only-cert.pem'), keyPath: file('test-only-key.pem') };
  const test = await buildTestApp(t, { answer, tls });
  const port = await test.listen();
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body).repeat(5) + lastLivez);
  await new Promise((resolve) => socket.once('close', resolve));
  assert.deepEqual(statuses(text), Array(6).fill(200));
  assert.equal(count.most, 1);
  const status = await new Promise((resolve, reject) =>
    httpsRequest({ port, host: '127.0.0.1', path: '/livez', rejectUnauthorized: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end(),
  );
  assert.equal(status, 200);
});
