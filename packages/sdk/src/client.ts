import { AnswerStream, type OpenedStream } from './answer-stream.ts';
import { type Call, startCall } from './call.ts';
import { type CitewellError, ConnectionError, errorOfReply, requestIdOf } from './errors.ts';
import type {
  AnswerEvent,
  AskRequest,
  AskResponse,
  AskStreamRequest,
  Language,
  LocalSearchRequest,
  LocalSearchResponse,
  UsageRequest,
  UsageResponse,
} from './protocol.ts';
import { retryDelayMs } from './retry.ts';
import { readAnswerEvents, readBytes } from './sse.ts';

export type CitewellOptions = {
  /** Where the service is, without `/ai/api`: "https://citewell.example.org". Empty in a page of the service itself. */
  baseUrl: string;
  apiKey: string;
  /** Attempts after the first, 2 by default. */
  maxRetries?: number;
  /** The longest silence before a call is given up, 120,000 by default. Streams send at least a heartbeat every 15 s. */
  timeoutMs?: number;
  /** The language of the service's error messages. */
  language?: Language;
  fetch?: typeof fetch;
  /** Numbers in [0, 1), for the spread of retries. */
  random?: () => number;
};

export type CallOptions = { signal?: AbortSignal };

export type AskOptions = CallOptions & {
  /** 1 to 255 printable ASCII characters that name this call, instead of random ones: another process that asks the same
   *  under the same name within 24 hours gets the same reply, which is billed once. */
  idempotencyKey?: string;
};

/** A caller of the service. Its calls reject with CitewellError, or with the signal's reason once that is aborted. */
export class Citewell {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;
  readonly #random: () => number;

  constructor(options: CitewellOptions) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#headers = {
      'x-api-key': options.apiKey,
      ...(options.language && { 'accept-language': options.language }),
    };
    this.#maxRetries = options.maxRetries ?? 2;
    this.#timeoutMs = options.timeoutMs ?? 120_000;
    // Not `globalThis.fetch` itself: a browser's fetch must not be called as a method of another object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#random = options.random ?? Math.random;
  }

  /** Answers a question with numbered references, in one reply. */
  async ask(request: AskRequest, options: AskOptions = {}): Promise<AskResponse> {
    return this.#reply('/ai/api/ask', once(post(request), options.idempotencyKey), options);
  }

  /** The same answer while it grows. Nothing is sent before the stream is iterated or its `final()` is called. */
  askStream(request: AskStreamRequest, options: CallOptions = {}): AnswerStream {
    return new AnswerStream(() => this.#stream('/ai/api/ask_stream', post(request), options));
  }

  /** A page of the local library's records that meet every condition, newest first unless told otherwise. */
  async search(request: LocalSearchRequest = {}, options: AskOptions = {}): Promise<LocalSearchResponse> {
    return this.#reply('/ai/api/local_advanced_search', once(post(request), options.idempotencyKey), options);
  }

  /** What the key has used and what is left. It costs nothing, and answers when quota and balance are used up, too. */
  async usage(request: UsageRequest = {}, options: CallOptions = {}): Promise<UsageResponse> {
    return this.#reply(`/ai/api/my_usage${queryString(request)}`, {}, options);
  }

  async #reply<Reply>(path: string, message: Message, options: CallOptions): Promise<Reply> {
    const call = startCall(this.#timeoutMs, options.signal);
    try {
      const response = await this.#send(path, message, call);
      return parseReply<Reply>(await response.text(), response);
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.close();
    }
  }

  async #stream(path: string, message: Message, options: CallOptions): Promise<OpenedStream> {
    const call = startCall(this.#timeoutMs, options.signal);
    try {
      const response = await this.#send(path, message, call);
      const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.body || !isEventStream) throw unreadable(response);
      return { events: eventsOf(response.body, call), requestId: requestIdOf(response.headers) };
    } catch (error) {
      const explained = call.explain(error);
      call.close();
      throw explained;
    }
  }

  /** Sends, and sends again where that can help; not any more once a reply has begun. */
  async #send(path: string, message: Message, call: Call): Promise<Response> {
    const init: RequestInit = {
      ...message,
      headers: { ...this.#headers, ...message.headers },
      signal: call.signal,
      // A redirect would carry the API key wherever it points.
      redirect: 'manual',
    };
    for (let attempt = 0; ; attempt++) {
      call.touch();
      const outcome = await this.#attempt(path, init, call);
      if (outcome instanceof Response) return outcome;
      const delayMs = retryDelayMs(outcome, attempt, this.#maxRetries, this.#random);
      if (delayMs === undefined) throw outcome;
      await call.sleep(delayMs);
    }
  }

  async #attempt(path: string, init: RequestInit, call: Call): Promise<Response | CitewellError> {
    try {
      const response = await this.#fetch(this.#baseUrl + path, init);
      if (response.ok) return response;
      return errorOfReply(response.status, response.headers, await response.text(), Date.now());
    } catch (cause) {
      if (call.signal.aborted) throw call.signal.reason;
      return new ConnectionError('The service could not be reached.', { cause, retryable: true });
    }
  }
}

/** What of a request differs from call to call. */
type Message = { method?: string; headers?: Record<string, string>; body?: string };

function post(request: unknown): Message {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  };
}

/** One key for all attempts, so that a reply lost on its way is not billed twice. For calls with a JSON reply: a stream
 *  cannot be had a second time. */
function once(message: Message, key = randomKey()): Message {
  return { ...message, headers: { ...message.headers, 'idempotency-key': key } };
}

/** "?from=2026-01-01&limit=5", or nothing. */
function queryString(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
}

async function* eventsOf(body: ReadableStream<Uint8Array>, call: Call): AsyncGenerator<AnswerEvent, void> {
  try {
    yield* readAnswerEvents(heard(body, call));
  } catch (error) {
    throw call.explain(error);
  } finally {
    call.close();
  }
}

/** The bytes as they come. Heartbeats are no events, but they are heard too. */
async function* heard(body: ReadableStream<Uint8Array>, call: Call): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of readBytes(body)) {
    call.touch();
    yield bytes;
  }
}

function parseReply<Reply>(text: string, response: Response): Reply {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    throw unreadable(response);
  }
}

/** A good status on something else: a login page, another service. */
function unreadable(response: Response): ConnectionError {
  return new ConnectionError('What answered is not this service; check baseUrl.', {
    status: response.status,
    requestId: requestIdOf(response.headers),
  });
}

/** Not crypto.randomUUID: in pages served over plain HTTP there is none. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
