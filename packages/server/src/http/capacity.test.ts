import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chunk } from '../pipelines/events.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { eventually, exchange, openConnection, parseReply, postBytes } from '../testing/raw-http.ts';
import { answerPaths, assertRefusal, type Refused } from '../testing/refusal.ts';

const body = '{"question":"Does it work?"}';

function assertOverloaded(reply: Refused): void {
  assertRefusal(reply, 503, 'overloaded');
  assert.equal(reply.headers['retry-after'], '5');
}

it('runs so many calls at once and refuses one more in plain JSON, uncounted and uncharged; others may end', async (t) => {
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
    assertRefusal(await exchange(port, malformed), 400, 'invalid_request');
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

it('gives back what a call that was refused its quota had taken', async (t) => {
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

it('holds so many bytes of bodies at once and refuses more of them, until those it holds have ended', async (t) => {
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
