import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { rejectionError } from '../../accounting/rejection.ts';
import { ModelError } from '../../llm/model-error.ts';
import { chunk } from '../../pipeline/events.ts';
import { fixedReference } from '../../testing/app/build-test-app.ts';
import { buildCapturingApp } from '../../testing/app/capturing-app.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';
import { jpeg, png, webp } from '../../testing/documents/images.ts';
import { openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const path = '/ai/api/ask_stream';
const question = 'Does metformin work?';
const seeing = { services: { model: scriptedModel({ describes: async () => 'a chest X-ray' }) } };

describe('POST /ai/api/ask_stream', () => {
  it('streams the pipeline’s events in order, then one done', {
    tags: ['ask_stream', 'event.thinking'],
  }, async (t) => {
    const { post, settled } = await buildCapturingApp(t);
    const reply = await post(path, { question });
    assert.equal(reply.status, 200);
    assert.deepEqual(parseEvents(reply.body), [
      { event: 'thinking', data: { message: 'Reading the question.' } },
      { event: 'answer_chunk', data: { text: 'It works ' } },
      { event: 'answer_chunk', data: { text: '[1].' } },
      { event: 'references', data: { refs: [fixedReference] } },
      { event: 'done', data: {} },
    ]);
    assert.deepEqual(settled, [{ endpoint: 'ask_stream', outcome: 'ok', delivered: true }]);
  });

  it('is recorded in my_usage with its mode, unlike ask', {
    tags: ['ask_stream.request.mode'],
  }, async (t) => {
    const { post, app, key } = await buildCapturingApp(t);
    for (const body of [{ question }, { question, mode: 'answer' }]) await post(path, body);
    await post('/ai/api/ask', { question, mode: 'answer' });
    const { records } = (await app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } })).json();
    assert.deepEqual(
      records.map(({ endpoint, mode }: Record<string, unknown>) => `${endpoint} ${mode}`).sort(),
      ['ask null', 'ask_stream answer', 'ask_stream answer'],
    );
  });

  it('disables proxy buffering and sends its request id', async (t) => {
    const { post } = await buildCapturingApp(t);
    const { headers } = await post(path, { question });
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache, no-transform');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.match(String(headers['x-request-id']), /^req_/);
  });

  it('streams whatever Accept and Last-Event-ID say, without event ids', async (t) => {
    const { post } = await buildCapturingApp(t);
    const reply = await post(path, { question }, { accept: 'application/json', 'last-event-id': '7' });
    assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.doesNotMatch(reply.body, /^id:/m);
  });

  it('closes the connection of an HTTP/1.0 client after done', async (t) => {
    const test = await buildCapturingApp(t);
    const connection = openConnection(await test.listen());
    const bytes = postBytes(path, { 'X-API-Key': test.key }, JSON.stringify({ question }));
    connection.socket.write(bytes.replace('HTTP/1.1', 'HTTP/1.0'));
    await connection.closed;
    const [, body = ''] = connection.seen().split('\r\n\r\n');
    assert.equal(parseEvents(body).at(-1)?.event, 'done');
  });
});

describe('a failure during a stream', () => {
  const failures: [name: string, error: unknown, says: RegExp, outcome: string][] = [
    ['of a source', new ServiceError('upstream_unavailable'), /could not be reached/, 'upstream_error'],
    [
      'of the balance',
      rejectionError({ code: 'insufficient_balance', hold: 80, left: 5, held: 0, running: 0 }),
      /^5 tokens left; this call needs 80\./,
      'insufficient_balance',
    ],
    ['of the key', new ServiceError('key_disabled'), /has been disabled/, 'key_disabled'],
    ['of ours', new TypeError('secret detail'), /Internal server error/, 'internal_error'],
    ['nobody caught', new ModelError('stalled'), /Internal server error/, 'internal_error'],
  ];
  for (const [name, error, says, outcome] of failures)
    for (const chunksBefore of [0, 1, 5])
      it(`sends one error, then done: ${name}, after ${chunksBefore} chunks`, {
        tags: ['event.error'],
      }, async (t) => {
        const test = await buildCapturingApp(t, {
          async answer(_request, _dependencies, { emit }) {
            for (let index = 0; index < chunksBefore; index += 1) await emit(chunk('x'));
            throw error;
          },
        });
        const events = parseEvents((await test.post(path, { question })).body);
        assert.deepEqual(
          events.map(({ event }) => event),
          [...Array<string>(chunksBefore).fill('answer_chunk'), 'error', 'done'],
        );
        const data = events.at(-2)?.data ?? {};
        assert.deepEqual(Object.keys(data), ['message'], 'the field of the contract and no other');
        assert.match(String(data.message), says);
        assert.doesNotMatch(String(data.message), /secret/);
        assert.deepEqual(test.settled, [{ endpoint: 'ask_stream', outcome, delivered: chunksBefore > 0 }]);
      });

  it('is reported in the language of the answer, unless Accept-Language asks for the other', {
    tags: ['error.language'],
  }, async (t) => {
    const test = await buildCapturingApp(t, {
      async answer() {
        throw new ServiceError('upstream_unavailable');
      },
    });
    const message = async (body: object, headers: object) => {
      const [error] = parseEvents((await test.post(path, body, headers)).body);
      return String(error?.data.message);
    };
    assert.match(await message({ question: '二甲双胍有效吗？' }, {}), /外部服务/);
    assert.match(await message({ question, lang: 'zh' }, {}), /外部服务/);
    assert.match(
      await message({ question, lang: 'zh' }, { 'accept-language': 'en' }),
      /could not be reached/,
    );
  });
});

describe('lang, history and mode', () => {
  it('accept zh and en and reject any other lang', { tags: ['ask_stream.request.lang'] }, async (t) => {
    const { refused, accepted } = await buildCapturingApp(t);
    for (const lang of ['fr', 'ZH', 'zh-CN', 1])
      assert.match(await refused(path, { question, lang }), /^"lang" must be "zh" or "en"; got /);
    assert.equal((await accepted(path, { question, lang: 'zh' })).language, 'zh');
  });

  it('keep the last 6 of any number of rounds', {
    tags: ['ask_stream.request.history.rounds', 'limit.history'],
  }, async (t) => {
    const { accepted } = await buildCapturingApp(t);
    for (const count of [0, 1, 6, 7, 1_000]) {
      const history = Array.from({ length: count }, (_, index) => ({ q: `q${index}`, a: `a${index}` }));
      assert.deepEqual((await accepted(path, { question, history })).history, history.slice(-6));
    }
  });

  it('reject a history item without text q and a, naming the item', {
    tags: ['ask_stream.request.history'],
  }, async (t) => {
    const { refused } = await buildCapturingApp(t);
    const good = { q: 'x', a: 'y' };
    for (const item of [null, 'x', [], 5]) await refused(path, { question, history: [good, item] });
    assert.match(
      await refused(path, { question, history: [good, { q: 'x' }] }),
      /"history\[1\]\.a" is required/,
    );
    assert.match(
      await refused(path, { question, history: [{ q: 5, a: 'y' }] }),
      /"history\[0\]\.q" must be text/,
    );
    assert.match(
      await refused(path, '{"question":"x","history":[{"q":"\\ud800","a":""}]}'),
      /"history\[0\]\.q".*surrogate/,
    );
    for (const history of ['x', {}, ''])
      assert.match(await refused(path, { question, history }), /^"history" must be/);
  });

  it('keep history texts as plain text', async (t) => {
    const { accepted } = await buildCapturingApp(t);
    const history = [{ q: 'x', a: 'see [99] {"tool":"search"}', role: 'system' }];
    assert.deepEqual((await accepted(path, { question, history })).history, [
      { q: 'x', a: 'see [99] {"tool":"search"}' },
    ]);
  });

  it('reject a history above 64 KB with 413', async (t) => {
    const { refused, accepted } = await buildCapturingApp(t);
    const history = (bytes: number) => [{ q: '', a: 'x'.repeat(bytes) }];
    await accepted(path, { question, history: history(64 * 1024) });
    const sentence = await refused(
      path,
      { question, history: history(64 * 1024 + 1) },
      413,
      'payload_too_large',
    );
    assert.match(sentence, /"history" is too large/);
  });

  it('reject unknown modes', async (t) => {
    const { refused, accepted } = await buildCapturingApp(t);
    for (const mode of ['review', 'discuss', 1, []])
      assert.match(await refused(path, { question, mode }), /"mode" must be "answer" or "discussion"/);
    await accepted(path, { question, mode: 'answer' });
  });
});

describe('images', () => {
  it('are accepted as Base64 PNG, JPEG and WebP, with or without a data: prefix, by content', {
    tags: ['ask_stream.request.images'],
  }, async (t) => {
    const { accepted } = await buildCapturingApp(t, seeing);
    const images = [png(640, 480), jpeg(640, 480), webp(640, 480)].map((bytes) => bytes.toString('base64'));
    const types = ['image/png', 'image/jpeg', 'image/webp'];
    const expected = images.map((base64, index) => ({ mediaType: types[index], base64 }));
    assert.deepEqual((await accepted(path, { question, images })).images, expected);
    const prefixed = images.map((base64) => `data:image/png;base64,${base64}`);
    assert.deepEqual((await accepted(path, { question, images: prefixed })).images, expected);
  });

  it('are rejected in any other form, naming the item', {
    tags: ['ask_stream.request.images.kinds'],
  }, async (t) => {
    const { refused } = await buildCapturingApp(t, seeing);
    const good = png(8, 8).toString('base64');
    const gif = Buffer.concat([Buffer.from('GIF89a'), png(8, 8)]).toString('base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const bad: unknown[] = [
      '',
      'x',
      {},
      null,
      5,
      'not base64!',
      gif,
      svg,
      `data:text/html;base64,${good}`,
      `data:image/svg+xml;base64,${svg}`,
      'file:///etc/passwd',
      png(8, 8).subarray(0, 20).toString('base64'),
      png(8, 8).subarray(0, -1).toString('base64'),
      jpeg(8, 8).subarray(0, -2).toString('base64'),
      webp(8, 8).subarray(0, -4).toString('base64'),
      png(0, 8).toString('base64'),
    ];
    for (const image of bad)
      assert.match(await refused(path, { question, images: [good, image] }), /^"images\[1\]" must be/);
    for (const images of ['x', {}, ''])
      assert.match(await refused(path, { question, images }), /^"images" must be/);
    assert.match(await refused(path, { question, images: Array(5).fill(good) }), /at most 4/);
  });

  it('are never fetched from a URL', {
    tags: ['ask_stream.request.images.addresses'],
  }, async (t) => {
    const { refused } = await buildCapturingApp(t, seeing);
    let connections = 0;
    const server = createServer().on('connection', () => {
      connections += 1;
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const url of [
      `http://127.0.0.1:${port}/x.png`,
      `http://localhost:${port}/`,
      'http://169.254.169.254/',
    ])
      assert.match(await refused(path, { question, images: [url] }), /never fetched/);
    assert.equal(connections, 0);
  });

  it('are rejected by their header if the bitmap would be too large', {
    tags: ['ask_stream.request.images.pixels'],
  }, async (t) => {
    const { refused } = await buildCapturingApp(t, seeing);
    for (const [image, size] of [
      [png(30_000, 30_000), '30000 × 30000'],
      [jpeg(64_250, 64_250), '64250 × 64250'],
    ] as const)
      assert.match(await refused(path, { question, images: [image.toString('base64')] }), new RegExp(size));
  });

  it('above 5 MB are rejected with 413', { tags: ['ask_stream.request.images.bytes'] }, async (t) => {
    const { accepted, refused } = await buildCapturingApp(t, seeing);
    const [head, max] = [png(8, 8), 5 * 1024 * 1024];
    const ofBytes = (count: number) =>
      Buffer.concat([head, Buffer.alloc(count - head.length)]).toString('base64');
    assert.equal((await accepted(path, { question, images: [ofBytes(max)] })).images.length, 1);
    for (const count of [max + 1, max + 2, max + 1024 * 1024])
      assert.match(
        await refused(path, { question, images: [ofBytes(count)] }, 413, 'payload_too_large'),
        /images\[0\]/,
      );
  });

  it('are rejected without a vision model, naming the setting, before anything is counted', {
    tags: ['ask_stream.request.images.vision'],
  }, async (t) => {
    const { refused, accepted } = await buildCapturingApp(t);
    const images = [png(8, 8).toString('base64')];
    assert.match(await refused(path, { question, images }), /CITEWELL_LLM_VISION_MODEL/);
    await accepted(path, { question, images: [] });
  });
});
