import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ConnectionError } from './errors.ts';
import { readAnswerEvents, readSse, type SseMessage } from './sse.ts';

const encoder = new TextEncoder();

async function* inChunks(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

async function read(...chunks: (string | Uint8Array)[]): Promise<SseMessage[]> {
  return Array.fromAsync(readSse(inChunks(...chunks)));
}

const message = (data: string, event = 'message'): SseMessage => ({ event, data });

for (const [guarantee, stream, expected] of [
  ['a pair of lines is a message', 'event: done\ndata: {}\n\n', [message('{}', 'done')]],
  ['lines may end with CRLF', 'event: a\r\ndata: 1\r\n\r\n', [message('1', 'a')]],
  ['lines may end with CR', 'event: a\rdata: 1\r\r', [message('1', 'a')]],
  ['line ends may be mixed', 'event: a\rdata: 1\r\ndata: 2\n\r', [message('1\n2', 'a')]],
  ['data lines are joined by a line feed', 'data: 1\ndata\ndata: 3\n\n', [message('1\n\n3')]],
  ['one space after the colon is dropped, not two', 'data:  x\n\ndata:y\n\n', [message(' x'), message('y')]],
  ['comments are not messages', ': hb\n\n:hb\n\ndata: 1\n: within\n\n', [message('1')]],
  ['a byte order mark at the start is dropped', '\uFEFFdata: 1\n\n', [message('1')]],
  ['a byte order mark elsewhere is text', 'data: \uFEFF1\n\n', [message('\uFEFF1')]],
  ['an event name without data is dropped', 'event: a\n\ndata: 1\n\n', [message('1')]],
  ['an empty data line is data', 'data\n\ndata:\n\n', [message(''), message('')]],
  ['the last event name counts', 'event: a\nevent: b\ndata: 1\n\n', [message('1', 'b')]],
  ['id, retry and unknown fields are ignored', 'id: 7\nretry: 9\nfoo: x\nbar\ndata: 1\n\n', [message('1')]],
  ['a colon in the data is data', 'data: a: b:c\n\n', [message('a: b:c')]],
  ['field names match exactly', 'Data: 1\n data: 2\ndata : 3\n\n', []],
  ['an incomplete last message is not reported', 'data: 1\n\ndata: 2\n', [message('1')]],
  [
    'U+2028, U+2029 and U+0085 end no line',
    'data: 一\u2028二\u2029三\u0085四\n\n',
    [message('一\u2028二\u2029三\u0085四')],
  ],
  ['an empty stream has no messages', '', []],
] as const) {
  test(`event stream: ${guarantee}`, async () => {
    assert.deepEqual(await read(stream), expected);
  });
}

test('a message is reported at the CR of its empty line, before any further byte', async () => {
  async function* source() {
    yield encoder.encode('data: 1\r\r');
    throw new Error('asked for more');
  }
  const messages = readSse(source());
  assert.deepEqual((await messages.next()).value, message('1'));
});

test('a CRLF split between chunks, with an empty chunk between, is one line end', async () => {
  assert.deepEqual(await read('data: 1\r', '\ndata: 2\r', '', '\n\r', '\n'), [message('1\n2')]);
});

test('the messages are the same for any chunking', async () => {
  const value = fc.string({ unit: fc.constantFrom('a', ':', ' ', '糖', '𠮷', '\u2028', '"', '\uFEFF') });
  const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom('data: ', 'data:', 'event: ', ':', 'id: ', ''), value)
      .map((part) => part.join('')),
    fc.constant(''),
  );
  const stream = fc.array(
    fc.tuple(line, lineEnd).map((part) => part.join('')),
    { maxLength: 12 },
  );
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(stream, cuts, async (lines, cutsAt) => {
      const bytes = encoder.encode(lines.join(''));
      const edges = [
        0,
        ...cutsAt.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
        bytes.length,
      ];
      const pieces = edges.slice(1).map((end, index) => bytes.slice(edges[index], end));
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
      const whole = await read(bytes);
      assert.deepEqual(await read(...pieces), whole);
      assert.deepEqual(await read(...single), whole);
    }),
    { numRuns: 500 },
  );
});

test('JSON written on one line is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))),
      async (texts) => {
        const frames = texts.map((text) => `event: answer_chunk\ndata: ${JSON.stringify({ text })}\n\n`);
        const events = await Array.fromAsync(readAnswerEvents(inChunks(frames.join(''))));
        assert.deepEqual(
          events,
          texts.map((text) => ({ event: 'answer_chunk', data: { text } })),
        );
      },
    ),
  );
});

test('answer events with unknown names are skipped', async () => {
  const stream = 'event: future\ndata: not even JSON\n\ndata: {}\n\nevent: done\ndata: {}\n\n';
  assert.deepEqual(await Array.fromAsync(readAnswerEvents(inChunks(stream))), [{ event: 'done', data: {} }]);
});

for (const data of ['{"text":', '', 'null', '"text"', '1'])
  test(`an answer event with the data ${JSON.stringify(data)} is a ConnectionError`, async () => {
    const events = readAnswerEvents(inChunks(`event: answer_chunk\ndata: ${data}\n\n`));
    await assert.rejects(events.next(), ConnectionError);
  });

test('leaving the iteration early cancels a ReadableStream', async () => {
  let cancelled = false;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(encoder.encode('data: 1\n\n')),
    cancel() {
      cancelled = true;
    },
  });
  for await (const _ of readSse(source)) break;
  assert.ok(cancelled);
});

test('the error of a failing ReadableStream is passed on', async () => {
  const failing = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError('reset')),
  });
  await assert.rejects(Array.fromAsync(readSse(failing)), { name: 'TypeError', message: 'reset' });
});
