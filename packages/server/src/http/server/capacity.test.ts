import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chunk } from '../../pipeline/events.ts';
import { readConfig } from '../../platform/config.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse, type ErrorReply } from '../../testing/app/error-response.ts';
import {
  eventually,
  exchange,
  openConnection,
  parseReply,
  postBytes,
} from '../../testing/process/raw-http.ts';
import { callsForMemory } from './capacity.ts';
import { serverLimitsOf } from './server.ts';

const body = '{"question":"Does it work?"}';

function assertOverloaded(reply: ErrorReply): void {
  assertErrorResponse(reply, 503, 'overloaded');
  assert.equal(reply.headers['retry-after'], '5');
}

it('counts a call as ended when its client has received the whole reply, even a long one', async (t) => {
  const test = await buildTestApp(t, {
    capacity: { callsOfKey: 1 },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('x'.repeat(300_000)));
    },
  });
  const connection = openConnection(await test.listen());
  for (let count = 1; count <= 20; count += 1) {
    const seen = connection.seen().length;
    connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
    await eventually(() => connection.seen().length > seen + 300_000, 'a reply');
  }
  assert.equal(connection.seen().match(/HTTP\/1\.1 200/g)?.length, 20);
});

it('runs a limited number of calls and rejects further ones in plain JSON, without charge', async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    capacity: { calls: 3 },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
    },
  });
  const port = await test.listen();
  const headers = { 'X-API-Key': test.key };
  let admitted = 0;
  const { admit } = test.services.accounts;
  test.services.accounts.admit = (intent) => {
    admitted += 1;
    return admit(intent);
  };
  const streams = Array.from({ length: 3 }, () => openConnection(port));
  for (const { socket } of streams) socket.write(postBytes('/ai/api/ask_stream', headers, body));
  await Promise.all(streams.map((stream) => stream.until('first')));
  for (const path of answerPaths) {
    assertOverloaded(await exchange(port, postBytes(path, { ...headers, Connection: 'close' }, body)));
    const malformed = postBytes(path, { ...headers, Connection: 'close' }, '{}');
    assertErrorResponse(await exchange(port, malformed), 400, 'invalid_request');
  }
  assert.equal(admitted, 3);
  assert.equal((await test.app.inject({ url: '/livez' })).statusCode, 200);

  streams[0]?.socket.destroy();
  release.resolve();
  await eventually(() => test.settled.length === 3, 'the calls are settled');
  for (const stream of streams) stream.socket.destroy();
  for (let round = 0; round < 10; round += 1) {
    const reply = await exchange(port, postBytes('/ai/api/ask', { ...headers, Connection: 'close' }, body));
    assert.equal(reply.status, 200, 'what calls have taken they have given back');
  }
});

it('releases the capacity of a call that its quota rejected', async (t) => {
  const test = await buildTestApp(t, { capacity: { calls: 1 } });
  const key = await test.createKey({ dailyQuota: 0 });
  for (let round = 0; round < 3; round += 1) {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/ai/api/ask',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      payload: body,
    });
    assert.equal(reply.statusCode, 429);
  }
});

it('holds a limited number of body bytes and rejects more until running calls end', async (t) => {
  const release = Promise.withResolvers<void>();
  let asked = 0;
  const test = await buildTestApp(t, {
    capacity: { bodyBytes: 1_000_000 },
    async answer(_request, _dependencies, { emit }) {
      asked += 1;
      await emit(chunk('first'));
      await release.promise;
    },
  });
  const port = await test.listen();
  const headers = { 'X-API-Key': test.key, Connection: 'close' };
  const large = JSON.stringify({ question: 'x', file_content: 'word '.repeat(120_000) });
  const first = openConnection(port);
  first.socket.write(postBytes('/ai/api/ask_stream', headers, large));
  await first.until('first');
  for (const path of answerPaths) assertOverloaded(await exchange(port, postBytes(path, headers, large)));
  assert.equal(asked, 1);
  const small = openConnection(port);
  small.socket.write(postBytes('/ai/api/ask_stream', headers, body));
  await small.until('first');
  release.resolve();
  await Promise.all([first.closed, small.closed]);
  assert.equal(parseReply(first.seen()).status, 200);
  const again = await exchange(port, postBytes('/ai/api/ask', headers, large));
  assert.equal(again.status, 200);
});

it('limits the running calls of one key, rejects one more with 429 in both languages, and serves other keys', {
  tags: ['limit.running'],
}, async (t) => {
  const release = Promise.withResolvers<void>();
  const clock = manualClock();
  const test = await buildTestApp(t, {
    clock,
    capacity: { callsOfKey: 2 },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
    },
  });
  const port = await test.listen();
  const other = await test.createKey({ label: 'other' });
  const open = async (key: string, path = '/ai/api/ask_stream') => {
    const stream = openConnection(port);
    stream.socket.write(postBytes(path, { 'X-API-Key': key, Connection: 'close' }, body));
    await stream.until('first');
    return stream;
  };
  const ask = (key: string, headers: Record<string, string> = {}) =>
    exchange(
      port,
      postBytes('/ai/api/ask_stream', { 'X-API-Key': key, Connection: 'close', ...headers }, body),
    );
  const [first, second] = [await open(test.key), await open(test.key)];
  assert.match(first.seen(), /RateLimit-Policy: "running";q=2;qu="concurrent-requests"\r\n/i);
  assert.match(second.seen(), /RateLimit: "running";r=0\r\n/i);
  for (const path of answerPaths) {
    const headers = { 'X-API-Key': test.key, Connection: 'close' };
    const refused = await exchange(port, postBytes(path, headers, body));
    assert.match(assertErrorResponse(refused, 429, 'rate_limited'), /^This key already has 2 running calls/);
    assert.equal(refused.headers['retry-after'], '5');
    assert.equal(refused.headers.ratelimit, '"running";r=0');
    assert.equal(refused.headers['ratelimit-policy'], '"running";q=2;qu="concurrent-requests"');
  }
  assert.match(
    assertErrorResponse(await ask(test.key, { 'Accept-Language': 'zh' }), 429, 'rate_limited'),
    /已有 2 次进行中的调用/,
  );
  const ofOther = await open(other);

  const listed = await test.services.keys.list();
  const { id } = listed.find(({ label }) => label === 'test') ?? assert.fail();
  const update = (maxRunningCalls: number | null) => test.services.keys.update(id, { maxRunningCalls });
  await update(3);
  const third = await open(test.key);
  assert.match(third.seen(), /RateLimit: "running";r=0\r\n/i, 'what an operator allows is in force at once');
  assertErrorResponse(await ask(test.key), 429, 'rate_limited');
  third.socket.destroy();
  await eventually(() => test.settled.length === 1, 'it is over');
  await update(null);
  clock.advance(5_001);
  assertErrorResponse(await ask(test.key), 429, 'rate_limited');
  release.resolve();
  for (const stream of [first, second, ofOther]) await stream.closed;
  assert.equal((await ask(test.key)).status, 200);
});

it('reserves a fifth of its capacity for keys with few calls, and separate capacity for library searches', {
  tags: ['limit.places'],
}, async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    capacity: { calls: 10, lightCalls: 1 },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
    },
  });
  const port = await test.listen();
  const other = await test.createKey();
  const streams: ReturnType<typeof openConnection>[] = [];
  const open = async (key: string) => {
    const stream = openConnection(port);
    stream.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': key, Connection: 'close' }, body));
    await stream.until('first');
    streams.push(stream);
  };
  for (let call = 0; call < 8; call += 1) await open(test.key);
  const headers = { 'X-API-Key': test.key, Connection: 'close' };
  assertOverloaded(await exchange(port, postBytes('/ai/api/ask_stream', headers, body)));
  await open(other);
  await open(other);
  assertOverloaded(
    await exchange(port, postBytes('/ai/api/ask_stream', { ...headers, 'X-API-Key': other }, body)),
  );
  const search = await exchange(
    port,
    postBytes('/ai/api/local_advanced_search', { ...headers, 'X-API-Key': other }, '{"terms":[]}'),
  );
  assert.equal(search.status, 200);
  release.resolve();
  for (const stream of streams) await stream.closed;
});

it('derives the number of calls from the memory by default: more than 500 on 2 GB, fewer in a small container', () => {
  const megabyte = 1024 * 1024;
  assert.equal(callsForMemory(24_000 * megabyte, 4_288 * megabyte), 8_576);
  assert.equal(callsForMemory(2_048 * megabyte, 1_072 * megabyte), 2_048);
  assert.equal(callsForMemory(512 * megabyte, 280 * megabyte), 512);
  assert.equal(callsForMemory(64 * megabyte, 280 * megabyte), 100);
  assert.equal(callsForMemory(1_000_000 * megabyte, 500_000 * megabyte), 10_000);
});

it('has connections for all calls of CITEWELL_MAX_CALLS, and a quarter more for others', async (t) => {
  for (const [calls, connections] of [
    ['100', 2_000],
    ['1900', 2_500],
    ['100000', 125_125],
  ] as const) {
    const config = readConfig({ CITEWELL_MAX_CALLS: calls, CITEWELL_DATA_DIR: '/nowhere/citewell' });
    const { app } = await buildTestApp(t, { services: { config } });
    assert.equal(serverLimitsOf(1, {}, Number(calls) + 100).maxConnections, connections);
    // Node's own limit is above ours, which makes room for a new connection by closing an idle one.
    assert.ok(app.server.maxConnections > connections, calls);
    assert.ok(app.server.maxConnections <= connections + 100, calls);
  }
});

it('uses the number set in CITEWELL_MAX_CALLS', async (t) => {
  const release = Promise.withResolvers<void>();
  const test = await buildTestApp(t, {
    services: { config: readConfig({ CITEWELL_MAX_CALLS: '1', CITEWELL_DATA_DIR: '/nowhere/citewell' }) },
    async answer(_request, _dependencies, { emit }) {
      await emit(chunk('first'));
      await release.promise;
    },
  });
  const port = await test.listen();
  const headers = { 'X-API-Key': test.key };
  const stream = openConnection(port);
  stream.socket.write(postBytes('/ai/api/ask_stream', headers, body));
  await stream.until('first');
  assertOverloaded(await exchange(port, postBytes('/ai/api/ask', { ...headers, Connection: 'close' }, body)));
  release.resolve();
  await eventually(() => test.settled.length === 1, 'the call is settled');
  stream.socket.destroy();
});
