import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { openConnection, parseReply, postBytes } from '../../testing/process/raw-http.ts';

const good = '{"question":"Does it work?"}';
const json = 'application/json';
const nested = (depth: number) => `{"question":"x","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`;

type Case = {
  name: string;
  status: 200 | 400 | 413;
  type?: string;
  headers?: object;
  body?: string | Buffer;
  says?: RegExp;
};

const cases: Case[] = [
  { name: 'application/json', status: 200, type: json },
  { name: 'charset=utf-8', status: 200, type: 'application/json; charset=utf-8' },
  { name: 'a quoted charset, other case', status: 200, type: 'Application/JSON;charset="UTF-8"' },
  { name: 'no content type', status: 400, type: '', says: /Content-Type: application\/json/ },
  { name: 'text/plain', status: 400, type: 'text/plain' },
  { name: 'a form', status: 400, type: 'application/x-www-form-urlencoded', body: 'question=x' },
  { name: 'another JSON type', status: 400, type: 'application/json-patch+json' },
  { name: 'a tab and garbage', status: 400, type: 'application/json\ta' },
  { name: 'a space and garbage', status: 400, type: 'application/json x' },
  { name: 'charset=gbk', status: 400, type: 'application/json; charset=gbk' },
  { name: 'a second parameter', status: 400, type: 'application/json; charset=utf-8; x=y' },
  { name: 'gzip', status: 400, headers: { 'content-encoding': 'gzip' }, says: /Content-Encoding/ },
  { name: 'identity', status: 200, headers: { 'content-encoding': 'identity' } },
  {
    name: 'bytes of GBK',
    status: 400,
    body: Buffer.from('7b227175657374696f6e223a22b6fec1bd227d', 'hex'),
    says: /UTF-8/,
  },
  { name: 'a cut UTF-8 sequence', status: 400, body: Buffer.from('{"question":"二"}').subarray(0, -3) },
  { name: 'a byte order mark', status: 200, body: `\ufeff${good}` },
  { name: 'an empty body', status: 400, body: '', says: /empty/ },
  { name: 'null', status: 400, body: 'null', says: /null/ },
  { name: 'an array', status: 400, body: '[]', says: /array/ },
  { name: 'a string', status: 400, body: '"x"', says: /string/ },
  { name: 'a number', status: 400, body: '1', says: /number/ },
  { name: 'cut JSON', status: 400, body: good.slice(0, -1), says: /not valid JSON/ },
  { name: 'a trailing comma', status: 400, body: '{"question":"x",}' },
  { name: 'NaN', status: 400, body: '{"question":NaN}' },
  { name: 'two documents', status: 400, body: good + good },
  { name: 'a duplicate key whose last value is right', status: 200, body: '{"question":1,"question":"x"}' },
  {
    name: 'a duplicate key whose last value is wrong',
    status: 400,
    body: '{"question":"x","question":1}',
    says: /"question"/,
  },
  { name: '__proto__', status: 400, body: '{"question":"x","__proto__":{"lang":"en"}}', says: /prototype/ },
  {
    name: 'an escaped __proto__',
    status: 400,
    body: '{"question":"x","\\u005f_proto__":1}',
    says: /prototype/,
  },
  {
    name: '__proto__ further down',
    status: 400,
    body: '{"question":"x","a":[{"__proto__":1}]}',
    says: /prototype/,
  },
  { name: 'constructor.prototype', status: 400, body: '{"question":"x","constructor":{"prototype":{}}}' },
  {
    name: 'unknown fields',
    status: 200,
    body: '{"question":"x","constructor":"y","temperature":2,"role":"system"}',
  },
  { name: 'the words __proto__ in a text', status: 200, body: '{"question":"what is \\"__proto__\\"?"}' },
  { name: '10,000 deep', status: 400, body: nested(10_000), says: /nested/ },
  { name: 'unclosed brackets', status: 400, body: '['.repeat(60_000) },
  { name: 'ten deep', status: 200, body: nested(10) },
  {
    name: '400,000 elements',
    status: 400,
    body: `{"question":"x","a":[${'1,'.repeat(400_000)}1]}`,
    says: /elements/,
  },
  {
    name: 'brackets and commas inside a text',
    status: 200,
    body: JSON.stringify({ question: `x ${'[{,'.repeat(1_000)} \\"[` }),
  },
];

for (const path of answerPaths)
  describe(`the body of ${path} is one JSON object in UTF-8, or is rejected without charge`, {
    tags: ['rule.3'],
  }, () => {
    for (const { name, status, type = json, headers, body = good, says } of cases)
      it(`${name}: ${status}`, async (t) => {
        const test = await buildTestApp(t);
        const reply = await test.app.inject({
          method: 'POST',
          url: path,
          headers: { ...(type && { 'content-type': type }), 'x-api-key': test.key, ...headers },
          payload: body,
        });
        if (status === 200) {
          assert.equal(reply.statusCode, 200, reply.body);
          assert.equal(test.settled.length, 1);
          return;
        }
        const refused = { status: reply.statusCode, headers: reply.headers, body: reply.body };
        const sentence = assertErrorResponse(
          refused,
          status,
          status === 413 ? 'payload_too_large' : 'invalid_request',
        );
        if (says) assert.match(sentence, says);
        assert.deepEqual(test.settled, []);
      });
  });

const caps: [path: string, megabytes: number][] = [
  ['/ai/api/ask', 2],
  ['/ai/api/ask_stream', 28],
];

for (const [path, megabytes] of caps) {
  it(`rejects more than ${megabytes} MB at ${path} by its Content-Length alone`, async (t) => {
    const test = await buildTestApp(t);
    const connection = openConnection(await test.listen());
    const head = postBytes(
      path,
      { 'X-API-Key': test.key, 'Content-Length': String(megabytes * 1024 * 1024 + 1) },
      '',
    );
    connection.socket.write(head);
    const reply = parseReply(await connection.until('payload_too_large'));
    assert.match(assertErrorResponse(reply, 413, 'payload_too_large'), new RegExp(`${megabytes} MB`));
    connection.socket.destroy();
  });
}

it('rejects a body without a Content-Length as soon as it exceeds the limit, while it is still being sent', async (t) => {
  const test = await buildTestApp(t);
  const connection = openConnection(await test.listen());
  const head = postBytes('/ai/api/ask', { 'X-API-Key': test.key, 'Transfer-Encoding': 'chunked' }, '');
  connection.socket.write(head.replace(/Content-Length: 0\r\n/, ''));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 40; sent += 1) connection.socket.write(chunk);
  assertErrorResponse(parseReply(await connection.until('payload_too_large')), 413, 'payload_too_large');
  connection.socket.destroy();
});

it('rejects a truncated body', async (t) => {
  const test = await buildTestApp(t);
  const connection = openConnection(await test.listen());
  connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, good).slice(0, -5));
  connection.socket.end();
  await connection.closed;
  assert.deepEqual(test.settled, []);
});
