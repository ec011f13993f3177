import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chunk } from '../../pipeline/events.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { eventually, exchange, openConnection, postBytes } from '../../testing/process/raw-http.ts';

it('writes one line per request: key, endpoint, outcome, cost', async (t) => {
  const test = await buildTestApp(t);
  const reply = await test.app.inject({
    method: 'POST',
    url: '/ai/api/ask?utm=x',
    headers: { 'content-type': 'application/json', 'x-api-key': test.key },
    payload: '{"question":"x"}',
  });
  const [line = ''] = test.logLines.filter((each) => each.includes('"request"'));
  const { time, durationMs, keyId, ...rest } = JSON.parse(line);
  assert.ok(time && typeof durationMs === 'number' && typeof keyId === 'string');
  assert.deepEqual(rest, {
    level: 'info',
    event: 'request',
    requestId: reply.headers['x-request-id'],
    method: 'POST',
    route: '/ai/api/ask',
    status: 200,
    outcome: 'ok',
    tokens: 0,
    charged: 0,
  });
});

it('writes it for a disconnected client too, with the cost of the call', async (t) => {
  const test = await buildTestApp(t, {
    async answer(_request, _dependencies, { signal, emit }) {
      await emit(chunk('first'));
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    },
  });
  const connection = openConnection(await test.listen());
  connection.socket.write(postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, '{"question":"x"}'));
  await connection.until('first');
  connection.socket.destroy();
  await eventually(() => test.logLines.length > 0, 'the line is written');
  const { status, outcome, tokens, code } = JSON.parse(test.logLines[0] ?? '');
  assert.deepEqual(
    { status, outcome, tokens, code },
    { status: 200, outcome: 'client_disconnected', tokens: 0, code: undefined },
  );
});

it('never contains a key, a question, a file, a path or the text of an error', async (t) => {
  const canary = 'canary1234567890';
  let failing = false;
  const test = await buildTestApp(t, {
    async answer({ question }, _dependencies, { emit }) {
      await emit(chunk(question));
      if (failing) throw new Error(`cannot answer ${question}`, { cause: new Error(question) });
    },
  });
  const port = await test.listen();
  const secrets = [canary, test.key, test.key.slice(3)];
  const bodies = [
    JSON.stringify({
      question: canary,
      file_content: canary,
      history: [{ q: canary, a: canary }],
      extra: canary,
    }),
    JSON.stringify({ question: [canary], [canary]: 1 }),
    JSON.stringify({ question: canary, lang: canary, date_from: canary, category_id: canary }),
    `{"question":"${canary}`,
    canary,
  ];
  for (failing of [false, true])
    for (const path of [
      '/ai/api/ask',
      '/ai/api/ask_stream',
      `/${canary}`,
      `/ai/api/ask?q=${canary}`,
      `/%ZZ${canary}`,
    ])
      for (const body of bodies)
        for (const headers of [
          { 'X-API-Key': test.key },
          { Authorization: `Bearer ${test.key}` },
          { 'X-API-Key': canary },
          { 'X-API-Key': test.key, 'Content-Type': canary },
          { 'X-API-Key': test.key, Expect: canary },
          { 'X-API-Key': test.key, 'X-Request-Id': canary, 'User-Agent': canary, Referer: canary },
        ])
          await exchange(
            port,
            postBytes(path, { Connection: 'close', ...headers } as Record<string, string>, body),
          );
  for (const bytes of [
    `${canary} / HTTP/1.1\r\n\r\n`,
    `FOO /${canary} HTTP/1.1\r\nHost: h\r\n\r\n`,
    `GET / HTTP/1.1\r\n${canary}\r\n\r\n`,
  ])
    await exchange(port, bytes);
  await eventually(() => test.logLines.length > 300, 'every request is in the log');
  for (const line of test.logLines) for (const secret of secrets) assert.ok(!line.includes(secret), line);
});
