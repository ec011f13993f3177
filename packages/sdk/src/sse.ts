import { ConnectionError } from './errors.ts';
import type { AnswerEvent, AnswerEventName, CitationBatchEvent } from './protocol.ts';

/** A body as it comes from `fetch`, from Node, or from a test. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A message of an event stream: its `event` name ("message" if it has none) and its data lines joined by "\n". */
export type SseMessage = { event: string; data: string };

/** Names of the events; the compiler reports a missing one. */
const named: Record<AnswerEventName, true> = {
  thinking: true,
  tool_call: true,
  tool_result: true,
  answer_chunk: true,
  references: true,
  trust: true,
  run: true,
  verification: true,
  bibliography: true,
  comparison: true,
  figures: true,
  screening: true,
  error: true,
  done: true,
};
const names: ReadonlySet<string> = new Set(Object.keys(named));
const batchNames: ReadonlySet<string> = new Set<CitationBatchEvent['event']>(['verdict', 'error', 'done']);

/**
 * Yields the answer events of a byte stream, up to its end; the caller checks that `done` was received. Events with unknown
 * names are skipped, because the protocol may add names. Leaving the iteration early cancels the source.
 * @throws {ConnectionError} if the data of an event is not a JSON object; the source's own error if reading it fails.
 * @example
 * for await (const { event, data } of readAnswerEvents(response.body)) console.log(event, data);
 */
export function readAnswerEvents(source: ByteSource): AsyncGenerator<AnswerEvent, void> {
  return readEvents(source, names);
}

/**
 * Yields the events of a batch of citation checks, in the same way as `readAnswerEvents`.
 * @throws {ConnectionError} if the data of an event is not a JSON object.
 */
export function readBatchEvents(source: ByteSource): AsyncGenerator<CitationBatchEvent, void> {
  return readEvents(source, batchNames);
}

async function* readEvents<Event extends AnswerEvent | CitationBatchEvent>(
  source: ByteSource,
  known: ReadonlySet<string>,
): AsyncGenerator<Event, void> {
  for await (const { event, data } of readSse(source)) {
    if (known.has(event)) yield { event, data: parseData(event, data) } as Event;
  }
}

/**
 * Yields the messages of a byte stream, read as the HTML standard's "event stream interpretation" says.
 * @throws the source's own error if reading it fails.
 * @example
 * for await (const { event, data } of readSse(response.body)) console.log(event, JSON.parse(data));
 */
export async function* readSse(source: ByteSource): AsyncGenerator<SseMessage, void> {
  const messages: SseMessage[] = [];
  const parse = createSseParser((message) => messages.push(message));
  // Drops a byte order mark at the start and handles characters that are split between two chunks.
  const decoder = new TextDecoder();
  for await (const bytes of readBytes(source)) {
    parse(decoder.decode(bytes, { stream: true }));
    yield* messages.splice(0);
  }
}

/**
 * Creates a parser for text split at any position. Lines end with LF, CR or CRLF; a message ends with an empty line, so
 * that a message interrupted by the end of the stream is never reported. `id` and `retry` are ignored: a POST cannot be resumed.
 * @example
 * const parse = createSseParser(({ event, data }) => console.log(event, data));
 * parse('event: done\ndata: {}\n\n');
 */
export function createSseParser(onMessage: (message: SseMessage) => void): (text: string) => void {
  let line = '';
  let event = '';
  let data: string[] = [];
  let afterCarriageReturn = false;

  function endLine() {
    if (line === '') {
      if (data.length > 0) onMessage({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    line = '';
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  }

  return (text) => {
    if (text === '') return;
    // A CR ends its line at once, so that no event waits for the next chunk; an LF after it is dropped.
    let start = afterCarriageReturn && text[0] === '\n' ? 1 : 0;
    afterCarriageReturn = text.endsWith('\r');
    const lineEnd = /\r\n|\r|\n/g;
    lineEnd.lastIndex = start;
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      line += text.slice(start, match.index);
      endLine();
      start = lineEnd.lastIndex;
    }
    line += text.slice(start);
  };
}

/**
 * Yields the bytes of a source; leaving the iteration early cancels it.
 * @throws the source's own error if reading it fails.
 */
export async function* readBytes(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  if (!('getReader' in source)) return yield* source;
  // Not `for await (… of stream)`: Safari has no asynchronous iteration of a ReadableStream.
  const reader = source.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Has no effect on a stream that has ended or failed; otherwise it releases the connection.
    await reader.cancel().catch(() => {});
  }
}

function parseData(event: string, data: string): unknown {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new ConnectionError(`The data of a ${event} event cannot be read.`);
}
