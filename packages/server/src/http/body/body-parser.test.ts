import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { eventually, exchange, openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { BodyParser } from './body-parser.ts';

const large = Buffer.from(JSON.stringify({ text: '中'.repeat(200_000), list: [1, { a: null }] }));

function parse(parser: BodyParser, bytes: Buffer, isWanted = () => true): Promise<unknown> {
  return new Promise((resolve, reject) =>
    // A copy, because the parser takes ownership of the bytes.
    parser.parse(Buffer.from(new Uint8Array(bytes).buffer), isWanted, (error, value) =>
      error ? reject(error) : resolve(value),
    ),
  );
}

it('parses a large body in a thread to the same value as a small one', async (t) => {
  const parser = new BodyParser();
  t.after(() => parser.close());
  const small = Buffer.from('{"text":"中"}');
  assert.deepEqual(await parse(parser, small), { text: '中' });
  const values = await Promise.all(Array.from({ length: 5 }, () => parse(parser, large)));
  for (const value of values) assert.deepEqual(value, JSON.parse(large.toString()));
});

it('rejects a large body with the same errors as a small one, in both languages', async (t) => {
  const parser = new BodyParser();
  t.after(() => parser.close());
  for (const broken of ['{', '[]', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, '{"__proto__":{}}']) {
    const errors = [];
    for (const padding of ['', ' '.repeat(500_000)]) {
      const error = await parse(parser, Buffer.from(broken + padding)).catch((error) => error);
      assert.ok(error instanceof ServiceError);
      errors.push([error.body('en'), error.body('zh')]);
    }
    assert.deepEqual(errors[0], errors[1]);
  }
});

it('skips bodies whose caller has left', async (t) => {
  const parser = new BodyParser();
  t.after(() => parser.close());
  const first = parse(parser, large);
  const second = parse(parser, large, () => false);
  await assert.rejects(second, ServiceError);
  assert.ok(await first);
});

it('answers 503 for the body of a lost thread, and starts another thread', async (t) => {
  const parser = new BodyParser();
  t.after(() => parser.close());
  await parse(parser, large);
  const lost = parse(parser, large);
  await parser.close();
  await assert.rejects(lost, (error) => error instanceof ServiceError && error.code === 'overloaded');
  assert.ok(await parse(parser, large));
});

it('accepts large bodies of one key up to a limit, rejects more with 503, and serves other keys', async (t) => {
  const test = await buildTestApp(t, { capacity: { bodyBytesOfKey: 3_100_000, bodyBytes: 6_100_000 } });
  const [other, third] = [await test.createKey(), await test.createKey()];
  const port = await test.listen();
  const body = JSON.stringify({ question: 'Does it work?', file_content: 'word '.repeat(300_000) });
  const bytes = (key: string) => postBytes('/ai/api/ask', { 'X-API-Key': key, Connection: 'close' }, body);
  const hold = async (key: string) => {
    const connection = openConnection(port);
    connection.socket.write(bytes(key).slice(0, 2_000));
    await new Promise((resolve) => setTimeout(resolve, 50));
    return connection;
  };
  const held = [await hold(test.key), await hold(test.key)];
  const error = await exchange(port, bytes(test.key));
  assert.match(assertErrorResponse(error, 503, 'overloaded'), /this key/);
  assert.equal(error.headers['retry-after'], '5');
  held.push(await hold(other), await hold(other));
  assertErrorResponse(await exchange(port, bytes(third)), 503, 'overloaded');
  for (const { socket } of held) socket.destroy();
  await eventually(
    () => test.logLines.filter((line) => line.includes('/ai/api/ask')).length >= 6,
    'what was held is over',
  );
  for (const key of [test.key, other, third]) assert.equal((await exchange(port, bytes(key))).status, 200);
});

it('rejects texts far beyond their limits before parsing them', async (t) => {
  const test = await buildTestApp(t);
  const post = (url: string, body: object) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-api-key': test.key },
      payload: JSON.stringify(body),
    });
  // Combining marks that normalization would sort for minutes.
  const marks = 'a\u0301\u0323'.repeat(1_000_000);
  const question = 'Does it work?';
  const refused = [
    [await post('/ai/api/ask_stream', { question: marks }), 400, /more than 100,000 characters/],
    [await post('/ai/api/ask_stream', { question, history: [{ q: marks, a: '' }] }), 413, /history/],
    [
      await post('/ai/api/ask_stream', {
        question,
        history: Array(60).fill({ q: 'a'.repeat(60_000), a: '' }),
      }),
      413,
      /history/,
    ],
    [await post('/ai/api/ask_stream', { question, images: ['A'.repeat(9_000_000)] }), 413, /images\[0\]/],
    [
      await post('/ai/api/factcheck_verify', { sentence: question, pmid: '1', abstract: 'a'.repeat(60_000) }),
      413,
      /abstract/,
    ],
  ] as const;
  for (const [reply, status, says] of refused) {
    assert.equal(reply.statusCode, status, reply.body);
    assert.match(reply.json().error, says);
  }
  const decomposed = 'ě'.normalize('NFD').repeat(1_500);
  assert.equal((await post('/ai/api/ask', { question: decomposed })).statusCode, 200, 'as long as it may be');
});
