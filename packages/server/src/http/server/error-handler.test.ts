import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildTestApp } from '../../testing/app/build-test-app.ts';

it("logs and counts an error thrown while a reply is sent, with its stack and the reply's id", async (t) => {
  const test = await buildTestApp(t);
  test.app.addHook('preSerialization', async () => {
    throw new RangeError('quotes a caller\n    at secret (file:///secret.ts:1:1)', {
      cause: new SyntaxError('quotes another'),
    });
  });
  const { headers, statusCode } = await test.app.inject({
    ...{ method: 'GET', url: '/ai/api/my_usage' },
    headers: { 'x-api-key': test.key },
  });
  assert.equal(statusCode, 500);
  const line = test.logLines.find((each) => each.includes('request_failed')) ?? assert.fail();
  const { requestId, code, errorName, errorStack } = JSON.parse(line);
  assert.equal(requestId, headers['x-request-id']);
  assert.deepEqual([code, errorName], ['internal_error', 'RangeError']);
  assert.match(errorStack[0], /error-handler\.test\.ts:\d+:\d+/);
  assert.ok(errorStack.includes('caused by SyntaxError'));
  assert.doesNotMatch(line, /secret|quotes/);
  assert.equal(test.services.failures.count(), 1);
});

it('logs and counts a 500 that bypassed the error handler', async (t) => {
  const test = await buildTestApp(t);
  test.app.addHook('onRequest', (_request, reply, done) => {
    reply.hijack();
    reply.raw.writeHead(500).end();
    done();
  });
  assert.equal((await test.app.inject('/livez')).statusCode, 500);
  const lines = test.logLines.filter((each) => each.includes('request_failed'));
  assert.equal(lines.length, 1);
  assert.equal(JSON.parse(lines[0] ?? '').code, 'internal_error');
  assert.equal(test.services.failures.count(), 1);
});
