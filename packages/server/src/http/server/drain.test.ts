import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { chunk } from '../../pipeline/events.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { eventually, openConnection, parseReply, postBytes } from '../../testing/process/raw-http.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const body = '{"question":"Does it work?"}';

it('waits for running streams to end, and then closes their connections', async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
      await emit(chunk('last'));
    },
  });
  const port = await test.listen();
  const connection = openConnection(port);
  connection.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await connection.until('first');
  const closed = test.app.close();
  await eventually(() => !test.app.server.listening, 'the server stops listening');
  release.resolve();
  await closed;
  await connection.closed;
  assert.match(connection.seen(), /last[\s\S]*event: done/);
  assert.doesNotMatch(connection.seen(), /event: error/);
  assert.equal(test.settled[0]?.outcome, 'ok');
});

it('ends each unfinished stream with one error and one done, and settles it', async (t) => {
  const count = 50;
  const test = await buildTestApp(t, {
    drainLimits: { stopCallsAfterMs: 50 },
    async answer(_request, _dependencies, { signal, emit }) {
      await emit(chunk('first'));
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    },
  });
  const port = await test.listen();
  const connections = Array.from({ length: count }, () => openConnection(port));
  for (const { socket } of connections)
    socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await Promise.all(connections.map((connection) => connection.until('first')));
  await test.app.close();
  for (const connection of connections) {
    await connection.closed;
    const text = connection.seen();
    const events = parseEvents(text.slice(text.indexOf('event: ')).replace(/\r\n[0-9a-f]+\r\n/g, ''));
    assert.deepEqual(
      events.map(({ event }) => event),
      ['answer_chunk', 'error', 'done'],
    );
    assert.match(String(events[1]?.data.message), /restarting/);
  }
  assert.equal(test.settled.length, count);
  assert.ok(test.settled.every(({ outcome, delivered }) => outcome === 'internal_error' && delivered));
});

it('rejects an unfinished JSON call with 503 and Retry-After', async (t) => {
  const started = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    drainLimits: { stopCallsAfterMs: 20 },
    async answer(_request, _dependencies, { signal }) {
      started.resolve();
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    },
  });
  const connection = openConnection(await test.listen());
  connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
  await started.promise;
  await test.app.close();
  await connection.closed;
  const reply = parseReply(connection.seen());
  assertErrorResponse(reply, 503, 'overloaded');
  assert.equal(reply.headers['retry-after'], '5');
});

/** Starts a service with a stream that is open until `release` is called. */
async function serveOpenStream(t: TestContext, drainLimits?: { lingerMs: number }) {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    ...(drainLimits && { drainLimits }),
    async answer(_request, _dependencies, { emit }) {
      await release.promise;
      await emit(chunk('x'));
    },
  });
  const port = await test.listen();
  const busy = openConnection(port);
  busy.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await busy.until('text/event-stream');
  return { test, port, busy, release: release.resolve };
}

it('answers a request on a kept connection with 503 and closes it, while /livez still answers', async (t) => {
  const { test, port, busy, release } = await serveOpenStream(t);
  // Started before the drain, so that its connections are not idle; finished during it.
  const expectations = [...answerPaths, '/readyz', '/livez'].map((path) => {
    const whole = path.startsWith('/ai/')
      ? postBytes(path, { 'X-API-Key': test.key }, body)
      : `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
    const connection = openConnection(port);
    connection.socket.write(whole.slice(0, 10));
    return { path, connection, rest: whole.slice(10) };
  });
  await eventually(
    () => expectations.every(({ connection }) => connection.socket.bytesWritten > 0),
    'the connections are open',
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  const closed = test.app.close();
  await eventually(() => !test.app.server.listening, 'the server stops listening');
  for (const { path, connection, rest } of expectations) {
    connection.socket.write(rest);
    await connection.closed;
    const reply = parseReply(connection.seen());
    if (path === '/livez') {
      assert.equal(reply.status, 200);
      continue;
    }
    assertErrorResponse(reply, 503, 'overloaded');
    assert.equal(reply.headers['retry-after'], '5');
  }
  release();
  await closed;
  await busy.closed;
});

it('answers requests sent as it begins, on kept and new connections, with 503 and closes them', async (t) => {
  const test = await buildTestApp(t, { drainLimits: { refuseForMs: 300 } });
  const port = await test.listen();
  const kept = Array.from({ length: 20 }, () => openConnection(port));
  for (const { socket, until } of kept) {
    socket.write('GET /livez HTTP/1.1\r\nHost: h\r\n\r\n');
    await until('"ok"');
  }
  const silent = openConnection(port);
  const closed = test.app.close();
  const newcomers = Array.from({ length: 20 }, () => openConnection(port));
  const call = postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body);
  for (const { socket } of [...kept.slice(1), ...newcomers]) socket.write(call);
  await closed;
  for (const connection of [...kept.slice(1), ...newcomers]) {
    await connection.closed;
    const reply = parseReply(connection.seen().replace(/^HTTP[\s\S]*?"ok"\}/, ''));
    assertErrorResponse(reply, 503, 'overloaded');
    assert.equal(reply.headers['retry-after'], '5');
    assert.equal(reply.headers.connection, 'close');
  }
  await Promise.all([kept[0]?.closed, silent.closed]);
  assert.equal(test.settled.length, 0);
});

it('answers a request on a silent connection with 503 after the listener has closed', async (t) => {
  const { test, port, busy, release } = await serveOpenStream(t, { lingerMs: 60_000 });
  const kept = openConnection(port);
  kept.socket.write('GET /livez HTTP/1.1\r\nHost: h\r\n\r\n');
  await kept.until('"ok"');
  const closed = test.app.close();
  await eventually(() => !test.app.server.listening, 'the server stops listening');
  await new Promise((resolve) => setTimeout(resolve, 300));
  kept.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
  await kept.closed;
  const reply = parseReply(kept.seen().replace(/^HTTP[\s\S]*?"ok"\}/, ''));
  assertErrorResponse(reply, 503, 'overloaded');
  assert.equal(reply.headers.connection, 'close');
  release();
  await busy.closed;
  await closed;
});

it('sends Connection: close with the last reply of a running call', async (t) => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    async answer(_request, _dependencies, { emit }) {
      started.resolve();
      await release.promise;
      await emit(chunk('x'));
    },
  });
  const connection = openConnection(await test.listen());
  connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
  await started.promise;
  const closed = test.app.close();
  release.resolve();
  await closed;
  await connection.closed;
  const { status, headers } = parseReply(connection.seen());
  assert.equal(status, 200);
  assert.equal(headers.connection, 'close');
});

it('ends soon after its last stream, despite connections without a complete request', async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    drainLimits: { stopCallsAfterMs: 600_000, cutAfterMs: 600_000, lingerMs: 100 },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
      await emit(chunk('last'));
    },
  });
  const port = await test.listen();
  const silent = openConnection(port);
  const halfAsked = openConnection(port);
  halfAsked.socket.write('POST /ai/api/ask HTTP/1.1\r\nHost: h\r\n');
  const stream = openConnection(port);
  stream.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await stream.until('first');
  let closed = false;
  void test.app.close().then(() => {
    closed = true;
  });
  await eventually(() => !test.app.server.listening, 'the server stops listening');
  assert.equal(closed, false);
  release.resolve();
  await eventually(() => closed, 'the drain is over');
  await Promise.all([silent.closed, halfAsked.closed, stream.closed]);
  assert.match(stream.seen(), /last[\s\S]*event: done/);
});

it('waits for replies of other routes as well', async (t) => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, { drainLimits: { lingerMs: 20 } });
  test.app.get('/slow', async () => {
    started.resolve();
    await release.promise;
    return 'at last';
  });
  const connection = openConnection(await test.listen());
  connection.socket.write('GET /slow HTTP/1.1\r\nHost: h\r\n\r\n');
  await started.promise;
  const closed = test.app.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  release.resolve();
  await closed;
  await connection.closed;
  assert.match(connection.seen(), /at last$/);
});

it('closes idle connections soon and cuts off a stuck reader in the end', async (t) => {
  const test = await buildTestApp(t, {
    drainLimits: { stopCallsAfterMs: 50, cutAfterMs: 150 },
    async answer(_request, _dependencies, { emit }) {
      for (;;) await emit(chunk('x'.repeat(1_000)));
    },
  });
  const port = await test.listen();
  const idle = openConnection(port);
  idle.socket.write('GET /livez HTTP/1.1\r\nHost: h\r\n\r\n');
  await idle.until('"ok"');
  const stuck = openConnection(port);
  stuck.socket.pause();
  stuck.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body));
  await eventually(() => test.logLines.length > 0, 'the idle connection was served');
  await new Promise((resolve) => setTimeout(resolve, 50));
  await test.app.close();
  await idle.closed;
  stuck.socket.destroy();
  assert.equal(test.settled.length, 1);
});
