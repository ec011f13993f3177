import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import { readAnswerEvents } from '@citewell/sdk';
import fc from 'fast-check';
import type { Answer } from '../../features/answers/ask.ts';
import { chunk, type PipelineEvent } from '../../pipeline/events.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { eventually, openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { parseEvents, parseEventsLikePython } from '../../testing/process/sse-reader.ts';
import { frame } from './sse.ts';

/** Strings full of characters that have broken event streams. */
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\r\n',
      '\u0085',
      '\u2028',
      '\u2029',
      '\v',
      '\f',
      '\x1c',
      '\x1d',
      '\x1e',
      '\0',
      '\ufeff',
    ),
    fc.constantFrom('data: x', 'event: done', ': hb', '\n\n', '"', '\\', '\\u2028', '字', '😀', '\ud800'),
    fc.string({ unit: anyCharacter, maxLength: 3 }),
  ),
});
const anyEvent: fc.Arbitrary<PipelineEvent> = fc.oneof(
  nasty.map((message) => ({ event: 'thinking' as const, data: { message } })),
  nasty.map(chunk),
  fc
    // Plain keys, as ours are: V8 14's JSON.parse confuses a key with an escape with one that it has seen before.
    .dictionary(fc.stringMatching(/^[a-z]{1,12}$/), nasty, { noNullPrototype: true })
    .map((input) => ({ event: 'tool_call' as const, data: { tool: 'search', input } })),
);

describe('a server-sent event', { tags: ['rule.2.sse'] }, () => {
  it('is an event line, one data line of JSON and a blank line', { tags: ['event.frame'] }, () => {
    assert.equal(frame('answer_chunk', { text: 'a\nb' }), 'event: answer_chunk\ndata: {"text":"a\\nb"}\n\n');
    assert.equal(frame('done', {}), 'event: done\ndata: {}\n\n');
    assert.equal(
      frame('thinking', { message: '\u0085\u2028\u2029' }),
      'event: thinking\ndata: {"message":"\\u0085\\u2028\\u2029"}\n\n',
    );
  });

  it('is parsed unchanged by the standard’s rules and by Python’s, never as two events', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 5 }), (events) => {
        const text = events.map(({ event, data }) => frame(event, data)).join('');
        assert.deepEqual(parseEvents(text), events);
        assert.deepEqual(parseEventsLikePython(text), events);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is parsed unchanged by our SDK, wherever the bytes are split', async () => {
    const cut = fc.record({
      events: fc.array(anyEvent, { maxLength: 4 }),
      size: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(cut, async ({ events, size }) => {
        const all = [...events, { event: 'done' as const, data: {} }];
        const bytes = Buffer.from(all.map(({ event, data }) => frame(event, data)).join(''));
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        assert.deepEqual(await Array.fromAsync(readAnswerEvents(Readable.from(pieces))), all);
      }),
      { numRuns: 100 },
    );
  });
});

const body = '{"question":"x"}';
const path = '/ai/api/ask_stream';

/** A promise and its resolver, for a pipeline that waits for the test. */
function gate() {
  return Promise.withResolvers<void>();
}

describe('a stream on the wire', () => {
  it('sends its headers and each event at once', async (t) => {
    const [beforeFirst, beforeSecond] = [gate(), gate()];
    const test = await buildTestApp(t, {
      async answer(_request, _dependencies, { emit }) {
        await beforeFirst.promise;
        await emit({ event: 'thinking', data: { message: 'one' } });
        await beforeSecond.promise;
        await emit({ event: 'thinking', data: { message: 'two' } });
      },
    });
    const connection = openConnection(await test.listen());
    connection.socket.write(postBytes(path, { 'X-API-Key': test.key, Connection: 'close' }, body));
    await connection.until('text/event-stream');
    beforeFirst.resolve();
    await connection.until('"one"');
    beforeSecond.resolve();
    await connection.until('"two"');
    await connection.closed;
    assert.match(connection.seen(), /event: done\ndata: \{\}\n\n/);
  });

  it('sends comments as keep-alive between events, and stops them at its end', async (t) => {
    const silence = gate();
    const test = await buildTestApp(t, {
      eventStream: { heartbeatMs: 10 },
      async answer(_request, _dependencies, { emit }) {
        await emit({ event: 'thinking', data: { message: 'one' } });
        await silence.promise;
        await emit(chunk('end'));
      },
    });
    const connection = openConnection(await test.listen());
    connection.socket.write(postBytes(path, { 'X-API-Key': test.key, Connection: 'close' }, body));
    await connection.until(/(?:: hb\n\n[\s\S]*){3}/);
    silence.resolve();
    await connection.closed;
    const events = connection
      .seen()
      .slice(connection.seen().indexOf('\r\n\r\n') + 4)
      .replace(/^[0-9a-f]+\r\n|\r\n(?=[0-9a-f]+\r\n)|\r\n[0-9a-f]+\r\n/gm, '');
    assert.match(events, /^event: thinking\ndata: \{"message":"one"\}\n\n(?:: hb\n\n)+event: answer_chunk/);
  });

  it('ends with exactly one done, after any failure', { tags: ['event.done'] }, async (t) => {
    const endings: Answer[] = [
      async () => {},
      async (_request, _dependencies, { emit }) => {
        await emit(chunk('x'));
      },
      async (_request, _dependencies, { emit }) => {
        await emit(chunk('x'));
        throw new Error('broken');
      },
    ];
    for (const answer of endings) {
      const test = await buildTestApp(t, { answer });
      const reply = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': test.key },
        payload: body,
      });
      assert.equal(reply.body.split('event: done\n').length - 1, 1);
      assert.ok(reply.body.endsWith('event: done\ndata: {}\n\n'));
    }
  });
});

describe('a client that stops reading', () => {
  it('makes the pipeline wait once 256 KB are buffered', async (t) => {
    let made = 0;
    const test = await buildTestApp(t, {
      async answer(_request, _dependencies, { emit }) {
        for (;;) {
          made += 1;
          await emit(chunk('x'.repeat(1_000)));
        }
      },
    });
    const buffered: number[] = [];
    test.app.addHook('onRequest', (_request, reply, done) => {
      const timer = setInterval(() => buffered.push(reply.raw.writableLength), 5);
      reply.raw.once('close', () => clearInterval(timer));
      done();
    });
    const connection = openConnection(await test.listen());
    connection.socket.pause();
    connection.socket.write(postBytes(path, { 'X-API-Key': test.key }, body));
    let last = -1;
    await eventually(() => {
      const isStalled = made > 0 && made === last && buffered.length > 20;
      last = made;
      return isStalled;
    }, 'the pipeline stands still');
    assert.ok(Math.max(...buffered) <= 256 * 1024, `${Math.max(...buffered)} bytes were held`);
    connection.socket.destroy();
    await eventually(() => test.settled.length === 1, 'the call is settled');
    assert.equal(test.settled[0]?.outcome, 'client_disconnected');
  });

  it('is disconnected after its timeout, and its call settled as disconnected', async (t) => {
    const test = await buildTestApp(t, {
      eventStream: { stallTimeoutMs: 50 },
      async answer(_request, _dependencies, { emit }) {
        for (;;) await emit(chunk('x'.repeat(1_000)));
      },
    });
    const connection = openConnection(await test.listen());
    connection.socket.pause();
    connection.socket.write(postBytes(path, { 'X-API-Key': test.key }, body));
    await eventually(() => test.settled.length === 1, 'the call is settled');
    assert.deepEqual(test.settled, [
      { endpoint: 'ask_stream', outcome: 'client_disconnected', delivered: true },
    ]);
    connection.socket.destroy();
  });

  it('receives the rest when it reads again', async (t) => {
    const count = 3_000;
    const test = await buildTestApp(t, {
      async answer(_request, _dependencies, { emit }) {
        for (let index = 0; index < count; index += 1) await emit(chunk(`${index} ${'x'.repeat(1_000)}`));
      },
    });
    const port = await test.listen();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': test.key },
      body,
    });
    const events = parseEvents(await response.text());
    assert.equal(events.length, count + 1);
    assert.ok(
      events.every(({ data }, index) => index === count || String(data.text).startsWith(`${index} `)),
    );
  });
});
