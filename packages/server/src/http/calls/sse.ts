import type { ServiceError } from '@citewell/core/errors.ts';
import type { AnswerEvent, CitationBatchEvent, Language } from '@citewell/sdk';
import type { FastifyReply } from 'fastify';
import { isClientDisconnected } from '../server/is-client-disconnected.ts';

export type EventStreamOptions = {
  /** Interval of heartbeat comments, which keep proxies from closing the connection while a model reasons, in milliseconds. */
  heartbeatMs: number;
  /** Time after which a client that reads nothing is disconnected, in milliseconds. */
  stallTimeoutMs: number;
};

/** Default options: proxies close idle connections after 60 s or more, some counting from the first byte. */
export const defaultEventStreamOptions: EventStreamOptions = { heartbeatMs: 15_000, stallTimeoutMs: 30_000 };

const heartbeat = ': hb\n\n';

type StreamEvent = AnswerEvent | CitationBatchEvent;

/** Format of a stream on the wire. */
export type StreamForm = {
  /** Frames before the first event. */
  start: string;
  /** Returns the frames of an event, or an empty string if the format has none. The end of a stream is the event `done`. */
  event(event: StreamEvent['event'], data: StreamEvent['data']): string;
  /** Returns the frame of the error that ends a stream. */
  error(error: ServiceError, language: Language): string;
};

/** The API's own format: an event line and a data line for each event. */
export const namedEvents: StreamForm = {
  start: '',
  event: frame,
  error: (error, language) => frame('error', { message: error.body(language).error }),
};

/**
 * Server-Sent Events on a reply. Writes directly to the socket's response, bypassing the framework: each event takes one
 * JSON text and one write, without a promise or a timer.
 */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  readonly #form: StreamForm;
  readonly #stallTimeoutMs: number;
  readonly #heartbeat: NodeJS.Timeout;
  #open = true;
  /** Cleared while the client reads too slowly; not even heartbeats are then written. */
  #flowing = true;

  /** Takes the reply over and sends its head at once. */
  constructor(
    reply: FastifyReply,
    { heartbeatMs, stallTimeoutMs }: EventStreamOptions,
    form: StreamForm = namedEvents,
  ) {
    reply.hijack();
    this.#raw = reply.raw;
    this.#form = form;
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#raw.on('close', () => this.#close());
    // Writing to a connection that has just closed is not an error: 'close' follows.
    this.#raw.on('error', () => this.#close());
    this.#raw.on('drain', () => {
      this.#flowing = true;
    });
    this.#heartbeat = setInterval(() => {
      if (this.#flowing) this.write(heartbeat);
    }, heartbeatMs);
    if (isClientDisconnected(this.#raw)) {
      this.#close();
      return;
    }
    this.#raw.writeHead(200, {
      ...reply.getHeaders(),
      'Content-Type': 'text/event-stream; charset=utf-8',
      // no-transform and the nginx header, because a proxy that compresses or buffers would delay every event.
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    } as Record<string, string>);
    this.#raw.flushHeaders();
    this.write(form.start);
  }

  /** Writes an event. Returns false if the client reads too slowly; await `waitForDrain()` before the next. */
  send<Event extends StreamEvent>(event: Event['event'], data: Event['data']): boolean {
    return this.write(this.#form.event(event, data));
  }

  /** Writes the error that ends the stream. */
  sendError(error: ServiceError, language: Language): void {
    this.write(this.#form.error(error, language));
  }

  /** Resolves when the client has read the written data or has disconnected; a client that takes too long is disconnected. */
  async waitForDrain(): Promise<void> {
    if (!this.#open || this.#flowing) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stalled = setTimeout(() => this.#raw.destroy(), this.#stallTimeoutMs);
    this.#raw.once('drain', resolve).once('close', resolve);
    try {
      await promise;
    } finally {
      clearTimeout(stalled);
      this.#raw.off('drain', resolve).off('close', resolve);
    }
  }

  /** Writes `done` and ends the stream; a client that does not read it is disconnected like a slow one. */
  end(): void {
    if (!this.#open) return;
    this.#close();
    const stalled = setTimeout(() => this.#raw.destroy(), this.#stallTimeoutMs);
    this.#raw.once('close', () => clearTimeout(stalled));
    this.#raw.end(this.#form.event('done', {}), () => clearTimeout(stalled));
  }

  /** Writes frames unchanged. Returns false as `send` does. */
  write(text: string): boolean {
    if (!this.#open) return false;
    if (text === '') return this.#flowing;
    // As bytes: for a string, Node would count characters, and Chinese ones take three bytes each.
    this.#flowing = this.#raw.write(Buffer.from(text));
    return this.#flowing;
  }

  #close(): void {
    this.#open = false;
    clearInterval(this.#heartbeat);
  }
}

/** Characters that JSON leaves unescaped but Python's readers treat as line ends, which would split the event. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** Formats an event: its name, its data as JSON on one line, a blank line. */
export function frame(event: StreamEvent['event'], data: unknown): string {
  return namedFrame(event, data);
}

/** Formats an event of another protocol: its name, its data as JSON on one line, a blank line. */
export function namedFrame(event: string, data: unknown): string {
  return `event: ${event}\n${dataFrame(data)}`;
}

/** Formats an event without a name: its data as JSON on one line, a blank line. */
export function dataFrame(data: unknown): string {
  let json = JSON.stringify(data);
  if (json.search(lineEnds) >= 0)
    json = json.replace(
      lineEnds,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return `data: ${json}\n\n`;
}
