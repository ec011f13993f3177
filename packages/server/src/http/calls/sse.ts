import type { ServiceError } from '@citewell/core/errors.ts';
import type { AnswerEvent, CitationBatchEvent, Language } from '@citewell/sdk';
import type { FastifyReply } from 'fastify';
import { isClientDisconnected } from '../server/is-client-disconnected.ts';

export type EventStreamOptions = {
  /** A comment this often keeps proxies from taking a thinking model for a dead connection. */
  heartbeatMs: number;
  /** Time after which a client that reads nothing is disconnected, in milliseconds. */
  stallTimeoutMs: number;
};

/** Proxies cut idle connections from 60 s on, some count from the first byte. */
export const defaultEventStreamOptions: EventStreamOptions = { heartbeatMs: 15_000, stallTimeoutMs: 30_000 };

const heartbeat = ': hb\n\n';

type StreamEvent = AnswerEvent | CitationBatchEvent;

/** Form of a stream on the wire. */
export type StreamForm = {
  /** Frames before the first event. */
  start: string;
  /** Returns the frames of an event, or the empty text where the form has none. The end of a stream is the event `done`. */
  event(event: StreamEvent['event'], data: StreamEvent['data']): string;
  /** Returns the frame of the failure that ends a stream. */
  error(refusal: ServiceError, language: Language): string;
};

/** The form of the API: an event line and a data line each. */
export const namedEvents: StreamForm = {
  start: '',
  event: frame,
  error: (refusal, language) => frame('error', { message: refusal.body(language).error }),
};

/**
 * Server-Sent Events on one reply. Writes straight to the socket's response, past the framework: per event one
 * JSON text and one write, no promise and no timer.
 */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  readonly #form: StreamForm;
  readonly #stallTimeoutMs: number;
  readonly #heartbeat: NodeJS.Timeout;
  #open = true;
  /** False while the reader lags behind: then not even heartbeats are added. */
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
    // A write that meets a connection just gone is no error of ours: 'close' follows.
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
      // no-transform and the nginx header: a proxy that compresses or buffers would hold every event back.
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    } as Record<string, string>);
    this.#raw.flushHeaders();
    this.write(form.start);
  }

  /** Writes one event. False: the reader lags behind; await `waitForDrain()` before the next. */
  send<Event extends StreamEvent>(event: Event['event'], data: Event['data']): boolean {
    return this.write(this.#form.event(event, data));
  }

  /** Writes the failure that ends the stream. */
  sendError(refusal: ServiceError, language: Language): void {
    this.write(this.#form.error(refusal, language));
  }

  /** Resolves when the reader has taken what was written, or is gone: cut off, if it takes too long. */
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

  /** The one `done`, and the end; a reader that does not take it is cut off like one that lags. */
  end(): void {
    if (!this.#open) return;
    this.#close();
    const stalled = setTimeout(() => this.#raw.destroy(), this.#stallTimeoutMs);
    this.#raw.once('close', () => clearTimeout(stalled));
    this.#raw.end(this.#form.event('done', {}), () => clearTimeout(stalled));
  }

  /** Writes frames as they are. False: as of `send`. */
  write(text: string): boolean {
    if (!this.#open) return false;
    if (text === '') return this.#flowing;
    // As bytes: of a text Node would count the characters, and Chinese ones take three bytes each.
    this.#flowing = this.#raw.write(Buffer.from(text));
    return this.#flowing;
  }

  #close(): void {
    this.#open = false;
    clearInterval(this.#heartbeat);
  }
}

/** JSON leaves these as they are; Python's readers take them for line ends and cut the event in two. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** One event on the wire: its name, its data as JSON on one line, a blank line. */
export function frame(event: StreamEvent['event'], data: unknown): string {
  return namedFrame(event, data);
}

/** An event of another protocol: its name, its data as JSON on one line, a blank line. */
export function namedFrame(event: string, data: unknown): string {
  return `event: ${event}\n${dataFrame(data)}`;
}

/** An event without a name: its data as JSON on one line, a blank line. */
export function dataFrame(data: unknown): string {
  let json = JSON.stringify(data);
  if (json.search(lineEnds) >= 0)
    json = json.replace(
      lineEnds,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return `data: ${json}\n\n`;
}
