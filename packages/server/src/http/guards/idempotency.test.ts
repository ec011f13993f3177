import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { Citewell, type UsageResponse } from '@citewell/sdk';
import { unpackReply } from '../../accounting/idempotency/idempotency.ts';
import type { Answer } from '../../features/answers/ask.ts';
import { chunk } from '../../pipeline/events.ts';
import { storeEngines } from '../../testing/accounting/accounts-databases.ts';
import { readRows } from '../../testing/accounting/database-rows.ts';
import {
  buildTestApp,
  fixedReference,
  type TestApp,
  type TestAppOptions,
} from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { eventually, exchange, openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { requestHash } from './idempotency.ts';

const path = '/ai/api/ask';
const stream = '/ai/api/ask_stream';

/** An app whose answers cost 30 tokens and state how many there were before; `meanwhile` runs before they are written. */
async function begin(
  t: TestContext,
  meanwhile = async (_signal: AbortSignal) => {},
  options: TestAppOptions = {},
) {
  let answers = 0;
  const counting: Answer = async (request, _dependencies, context) => {
    const step = await context.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 100 });
    await step.finish({ promptTokens: 10, completionTokens: 20 }, 'provider');
    answers += 1;
    await meanwhile(context.signal);
    await context.emit(chunk(`${request.question} 第 ${answers} 次 [1]。\u2028`));
    await context.emit({ event: 'references', data: { refs: [fixedReference] } });
  };
  const test = await buildTestApp(t, { answer: counting, ...options });
  const post = async (body: unknown, headers: Record<string, string> = {}, url = path) => {
    const reply = await test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-api-key': test.key, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  return { ...test, post, answers: () => answers };
}

async function usageOf({ app, key }: TestApp): Promise<UsageResponse> {
  return (await app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } })).json();
}

const named = { 'idempotency-key': 'job 1' };

for (const question of ['Does metformin work?', '二甲双胍有效吗？'])
  describe(`Idempotency-Key with question "${question}"`, () => {
    it('returns the same bytes for the same request and charges once', async (t) => {
      const test = await begin(t);
      const first = await test.post({ question, max_refs: 5 }, named);
      assert.equal(first.status, 200);
      assert.equal(first.headers['x-tokens-charged'], '30');
      assert.equal(first.headers['idempotency-replayed'], undefined);
      for (const body of [
        { question, max_refs: 5 },
        { max_refs: 5, question },
        `\n{ "max_refs" : 5.0,"question":${JSON.stringify(question)}}`,
      ]) {
        const again = await test.post(body, named);
        assert.equal(again.status, 200);
        assert.equal(again.body, first.body);
        assert.equal(again.headers['content-type'], first.headers['content-type']);
        assert.equal(again.headers['idempotency-replayed'], 'true');
        assert.equal(again.headers['x-tokens-charged'], '0');
        assert.equal(again.headers['x-original-request-id'], first.headers['x-request-id']);
        assert.match(String(again.headers['x-request-id']), /^req_/);
        assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);
      }
      assert.equal(test.answers(), 1);
      const { totals, quota, balance, records } = await usageOf(test);
      assert.deepEqual([totals.requests, totals.charged, quota.used, balance.held], [1, 30, 1, 0]);
      assert.equal(records[0]?.request_id, first.headers['x-request-id']);
    });

    it('is rejected for a different request, naming the header', async (t) => {
      const test = await begin(t);
      await test.post({ question }, named);
      for (const other of [
        { question: `${question} ` },
        { question, max_refs: 10 },
        { question, new_field: 1 },
      ]) {
        const rejection = assertErrorResponse(await test.post(other, named), 409, 'conflict');
        const chinese = /[一-龥]/.test(question);
        assert.match(
          rejection,
          chinese ? /^此 Idempotency-Key 已用于/ : /^This Idempotency-Key was already used with another/,
        );
      }
      const zh = await test.post({ question, max_refs: 10 }, { ...named, 'accept-language': 'zh' });
      assert.match(assertErrorResponse(zh, 409, 'conflict'), /^此 Idempotency-Key 已用于另一请求/);
      assert.equal(zh.headers['x-should-retry'], 'false');
      assert.equal(test.answers(), 1);
    });
  });

describe('Idempotency-Key', () => {
  const question = 'Does metformin work?';

  it('runs every request without a key or with another key', async (t) => {
    const test = await begin(t);
    for (const headers of [{}, {}, named, { 'idempotency-key': 'job 2' }]) {
      const { headers: replied } = await test.post({ question }, headers);
      assert.equal(replied['idempotency-replayed'], undefined);
      assert.equal(replied['x-original-request-id'], undefined);
    }
    assert.equal(test.answers(), 4);
  });

  it('is rejected with 400 if malformed, in both languages, before admission', async (t) => {
    const test = await begin(t);
    for (const value of ['', 'x'.repeat(256)]) {
      const refuse = async (language: string) =>
        assertErrorResponse(
          await test.post({ question }, { 'idempotency-key': value, 'accept-language': language }),
          400,
          'invalid_request',
        );
      assert.match(await refuse('en'), /^"Idempotency-Key" must be one value of 1 to 255 printable ASCII/);
      assert.match(await refuse('zh'), /^"Idempotency-Key" 应为一个由 1 到 255 个可打印 ASCII/);
    }
    const port = await test.listen();
    for (const lines of [
      'Idempotency-Key: \xe9',
      'Idempotency-Key: a\tb',
      'Idempotency-Key: a\r\nidempotency-key: a',
    ])
      assertErrorResponse(
        await exchange(
          port,
          Buffer.from(
            postBytes(
              path,
              { 'X-API-Key': test.key, Connection: `close\r\n${lines}` },
              JSON.stringify({ question }),
            ),
            'latin1',
          ),
        ),
        400,
        'invalid_request',
      );
    assert.equal((await test.post({ question }, { 'idempotency-key': ' ~'.repeat(127) })).status, 200);
    assert.equal((await usageOf(test)).quota.used, 1);
  });

  it('is checked after the key and the module, and before the body', async (t) => {
    const test = await begin(t);
    const bad = { 'idempotency-key': '' };
    const key = async (modules: 'factcheck'[]) => ({ 'x-api-key': await test.createKey({ modules }) });
    assertErrorResponse(await test.post('{', { ...bad, 'x-api-key': 'x' }), 401, 'invalid_key');
    assertErrorResponse(
      await test.post('{', { ...bad, ...(await key(['factcheck'])) }),
      403,
      /^no_permission/,
    );
    assert.match(assertErrorResponse(await test.post('{', bad), 400, 'invalid_request'), /Idempotency-Key/);
  });

  it('forgets a rejected request, so that its name can be used again', async (t) => {
    const test = await begin(t);
    assert.equal((await test.post({ question: '' }, named)).status, 400);
    const poor = { ...named, 'x-api-key': await test.createKey({ balance: 1 }) };
    assert.equal((await test.post({ question }, poor)).status, 403);
    assert.equal((await test.post({ question }, named)).status, 200);
  });

  it('returns 409 with Retry-After while the first request runs, then its reply', async (t) => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const test = await begin(t, async () => {
      started.resolve();
      await goOn.promise;
    });
    const first = test.post({ question }, named);
    await started.promise;
    for (const [language, sentence] of [
      ['en', /Idempotency-Key is still running/],
      ['zh', /仍在进行中/],
    ] as const) {
      const refused = await test.post({ question }, { ...named, 'accept-language': language });
      assert.match(assertErrorResponse(refused, 409, 'conflict'), sentence);
      assert.equal(refused.headers['retry-after'], '5');
    }
    goOn.resolve();
    const { body } = await first;
    assert.equal((await test.post({ question }, named)).body, body);
    assert.equal(test.answers(), 1);
  });

  it('allows a retry after a failure, and reports what the failure cost', async (t) => {
    let failing = true;
    const test = await begin(t, async () => {
      if (failing) throw new ServiceError('upstream_unavailable');
    });
    const failed = await test.post({ question }, named);
    assertErrorResponse(failed, 502, 'upstream_unavailable');
    assert.equal(failed.headers['x-tokens-charged'], '30');
    failing = false;
    const answered = await test.post({ question }, named);
    assert.equal(answered.status, 200);
    assert.equal((await test.post({ question }, named)).body, answered.body);
    assert.equal(test.answers(), 2);
  });

  it('allows a retry if its client disconnected before the answer', async (t) => {
    let hanging = true;
    const test = await begin(t, async (signal) => {
      if (!hanging) return;
      hanging = false;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    });
    const connection = openConnection(await test.listen());
    const headers = { 'X-API-Key': test.key, 'Idempotency-Key': 'job 1' };
    connection.socket.write(postBytes(path, headers, JSON.stringify({ question })));
    await eventually(() => test.answers() === 1, 'it is being answered');
    connection.socket.destroy();
    await eventually(() => test.settled.length === 1, 'it is settled');
    assert.equal(test.settled[0]?.outcome, 'client_disconnected');
    assert.equal((await test.post({ question }, named)).status, 200);
    assert.equal((await usageOf(test)).totals.charged, 60);
  });

  it('is ignored for streamed answers', async (t) => {
    const test = await begin(t);
    for (let time = 1; time <= 2; time++) {
      const reply = await test.post({ question }, named, stream);
      assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.equal(reply.headers['idempotency-replayed'], undefined);
    }
    assert.equal(test.answers(), 2);
    assert.equal((await usageOf(test)).totals.charged, 60);
  });

  for (const engine of storeEngines)
    it(`is never stored or logged in clear when it contains an API key, on ${engine.name}`, async (t) => {
      const home = await engine.create(t);
      const test = await begin(t, undefined, { store: await home.open(systemClock) });
      for (const _turn of [1, 2]) {
        const { status } = await test.post({ question }, { 'idempotency-key': test.key });
        assert.equal(status, 200);
      }
      assert.equal(test.answers(), 1);
      const rows = await readRows(home.url, 'SELECT * FROM idempotent_call');
      assert.equal(rows.length, 1);
      const kept = await unpackReply(String(rows[0]?.reply_body));
      assert.match(kept, /第 1 次/);
      assert.ok(!kept.includes(test.key));
      assert.ok(!JSON.stringify(rows).includes(test.key));
      assert.ok(!test.logLines.join().includes(test.key));
    });

  it('logs a replayed reply with the id of the original request and without its text', async (t) => {
    const test = await begin(t);
    const first = await test.post({ question }, named);
    await test.post({ question }, named);
    await eventually(() => test.logLines.length === 2, 'both are logged');
    const line = JSON.parse(test.logLines[1] ?? '');
    assert.equal(line.replayOf, first.headers['x-request-id']);
    assert.deepEqual([line.status, line.tokens, line.outcome], [200, undefined, undefined]);
    assert.ok(!test.logLines.join().includes('job 1'));
  });

  it('is documented exactly for the paths that honour it', async (t) => {
    const test = await begin(t);
    const { paths } = (await test.app.inject({ url: '/openapi.json' })).json();
    const heeding: string[] = [];
    for (const url of Object.keys(paths)) {
      const { parameters = [], responses } = paths[url].post ?? {};
      if (!parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key')) continue;
      heeding.push(url);
      const refused = await test.post('{', { 'idempotency-key': '' }, url);
      if (url.startsWith('/v1/')) assert.equal(JSON.parse(refused.body).error.code, 'invalid_request');
      else assertErrorResponse(refused, 400, 'invalid_request');
      assert.ok(responses['200'].headers['Idempotency-Replayed']);
      assert.ok(responses['409'].headers['Retry-After']);
    }
    assert.deepEqual(heeding, [
      path,
      '/ai/api/ask_stream',
      '/ai/api/avatar_chat',
      '/ai/api/expert',
      '/ai/api/expert_stream',
      '/ai/api/factcheck_verify',
      '/ai/api/local_advanced_search',
      '/v1/chat/completions',
      '/v1/responses',
    ]);
  });
});

describe('the hash of a request', () => {
  it('covers its path and its JSON, with fields sorted', () => {
    const body = { b: [1, 'é"\u2028', null, {}, []], a: { d: true, c: -0.5, e: undefined } };
    const ordered = '{"a":{"c":-0.5,"d":true},"b":[1,"é\\"\u2028",null,{},[]]}';
    assert.deepEqual(requestHash('/x', body), hash('sha256', `/x\n${ordered}`, 'buffer'));
  });
});

describe('a reply lost on its way', () => {
  /** Forwards everything, and cuts each of the first `cuts` connections at the first byte of a reply. */
  async function startLosing(t: TestContext, port: number, cuts: number): Promise<number> {
    let left = cuts;
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => {});
      }
      client.on('data', (bytes) => upstream.write(bytes));
      upstream.on('data', (bytes) => {
        if (left === 0) return client.write(bytes);
        left -= 1;
        upstream.destroy();
        return client.resetAndDestroy();
      });
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.end());
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    return address.port;
  }

  it('is fetched again by the SDK without a second charge', async (t) => {
    const test = await begin(t);
    const port = await startLosing(t, await test.listen(), 2);
    const citewell = new Citewell({ baseUrl: `http://127.0.0.1:${port}`, apiKey: test.key });
    const { answer } = await citewell.ask({ question: '二甲双胍有效吗？' });
    assert.equal(answer, '二甲双胍有效吗？ 第 1 次 [1]。\u2028');
    assert.equal(test.answers(), 1);
    const { totals, quota } = await usageOf(test);
    assert.deepEqual([totals.requests, totals.charged, quota.used], [1, 30, 1]);
  });

  it('is available to another process with the same key', async (t) => {
    const test = await begin(t);
    const port = await startLosing(t, await test.listen(), 1);
    const ask = (maxRetries: number) =>
      new Citewell({ baseUrl: `http://127.0.0.1:${port}`, apiKey: test.key, maxRetries }).ask(
        { question: 'Does it work?' },
        { idempotencyKey: 'job 7' },
      );
    await assert.rejects(ask(0), { name: 'ConnectionError' });
    assert.match((await ask(0)).answer, /第 1 次/);
    assert.equal((await usageOf(test)).totals.charged, 30);
  });
});
