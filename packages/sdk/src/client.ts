import { AnswerStream } from './answer-stream.ts';
import { type Call, startCall } from './call.ts';
import { type CitewellError, ConnectionError, errorOfReply, requestIdOf, StreamError } from './errors.ts';
import type {
  AnswerEvent,
  AskRequest,
  AskResponse,
  AskStreamRequest,
  AvatarChatRequest,
  AvatarChatResponse,
  CategoriesResponse,
  CitationBatchRequest,
  CitationCheckRequest,
  CitationCheckResponse,
  CitationVerdict,
  Language,
  LocalSearchRequest,
  LocalSearchResponse,
  PersonasResponse,
  PolishRequest,
  ReviewRequest,
  ReviewResponse,
  ReviewStreamRequest,
  UsageRequest,
  UsageResponse,
} from './protocol.ts';
import { retryDelayMs } from './retry.ts';
import { readAnswerEvents, readBatchEvents, readBytes } from './sse.ts';

export type CitewellOptions = {
  /** Where the service is, without `/ai/api`: "https://citewell.example.org". Empty in a page of the service itself. */
  baseUrl: string;
  /** Absent in a page of the service itself, whose session stands for it. */
  apiKey?: string;
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

/** A review in one reply is silent until it is whole, and the service gives it ten minutes. */
const reviewTimeoutMs = 620_000;

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
      ...(options.apiKey !== undefined && { 'x-api-key': options.apiKey }),
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

  /** A structured review of a topic with numbered references, in one reply: minutes with a model. */
  async review(request: ReviewRequest, options: AskOptions = {}): Promise<ReviewResponse> {
    return this.#reply('/ai/api/expert', once(post(request), options.idempotencyKey), {
      ...options,
      timeoutMs: Math.max(this.#timeoutMs, reviewTimeoutMs),
    });
  }

  /** The same review while it grows: `final()` gives its Markdown as `answer`. */
  reviewStream(request: ReviewStreamRequest, options: CallOptions = {}): AnswerStream {
    return new AnswerStream(() => this.#stream('/ai/api/expert_stream', post(request), options));
  }

  /** Whether a sentence agrees with the abstract of the article it cites. */
  async checkCitation(
    request: CitationCheckRequest,
    options: AskOptions = {},
  ): Promise<CitationCheckResponse> {
    return this.#reply('/ai/api/factcheck_verify', once(post(request), options.idempotencyKey), options);
  }

  /**
   * The same of up to 100 pairs, each verdict as it comes, in the order of the pairs. Throws StreamError where the service
   * could not go on: what had come stands.
   */
  async *checkCitations(
    request: CitationBatchRequest,
    options: CallOptions = {},
  ): AsyncGenerator<CitationVerdict, void> {
    const { events, requestId } = await this.#stream(
      '/ai/api/factcheck_batch',
      post(request),
      options,
      readBatchEvents,
    );
    let failure: StreamError | undefined;
    for await (const { event, data } of events) {
      if (event === 'verdict') yield data;
      else if (event === 'error') failure = new StreamError(data.message, { requestId });
      else if (failure) throw failure;
      else return;
    }
    throw failure ?? new ConnectionError('The stream broke off before its end.', { requestId });
  }

  /** A page of the local library's records that meet every condition, newest first unless told otherwise. */
  async search(request: LocalSearchRequest = {}, options: AskOptions = {}): Promise<LocalSearchResponse> {
    return this.#reply('/ai/api/local_advanced_search', once(post(request), options.idempotencyKey), options);
  }

  /** A text, polished while it is read: the chunks one after another are the text, `final().answer` the whole of it. */
  polish(request: PolishRequest, options: CallOptions = {}): AnswerStream {
    return new AnswerStream(() => this.#stream('/ai/api/polish', post(request), options));
  }

  /** A short reply in a persona's voice, in one piece. */
  async avatarChat(
    request: Omit<AvatarChatRequest, 'stream'>,
    options: AskOptions = {},
  ): Promise<AvatarChatResponse> {
    return this.#reply('/ai/api/avatar_chat', once(post(request), options.idempotencyKey), options);
  }

  /** The same reply while it grows. */
  avatarChatStream(request: Omit<AvatarChatRequest, 'stream'>, options: CallOptions = {}): AnswerStream {
    const body = { ...request, stream: true };
    return new AnswerStream(() => this.#stream('/ai/api/avatar_chat', post(body), options));
  }

  /** The specialties a question can be restricted to. */
  async categories(options: CallOptions = {}): Promise<CategoriesResponse> {
    return this.#reply('/ai/api/categories', {}, options);
  }

  /** Who can be chatted with. */
  async personas(options: CallOptions = {}): Promise<PersonasResponse> {
    return this.#reply('/ai/api/personas', {}, options);
  }

  /** What the key has used and what is left. It costs nothing, and answers when quota and balance are used up, too. */
  async usage(request: UsageRequest = {}, options: CallOptions = {}): Promise<UsageResponse> {
    return this.#reply(`/ai/api/my_usage${queryString(request)}`, {}, options);
  }

  async #reply<Reply>(
    path: string,
    message: Message,
    { signal, timeoutMs = this.#timeoutMs }: CallOptions & { timeoutMs?: number },
  ): Promise<Reply> {
    const call = startCall(timeoutMs, signal);
    try {
      const response = await this.#send(path, message, call);
      return parseReply<Reply>(await response.text(), response);
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.close();
    }
  }

  async #stream<Event = AnswerEvent>(
    path: string,
    message: Message,
    options: CallOptions,
    read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Event> = readAnswerEvents as never,
  ): Promise<{ events: AsyncIterable<Event>; requestId: string | undefined }> {
    const call = startCall(this.#timeoutMs, options.signal);
    try {
      const response = await this.#send(path, message, call);
      const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.body || !isEventStream) throw unreadable(response);
      return { events: eventsOf(response.body, call, read), requestId: requestIdOf(response.headers) };
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

async function* eventsOf<Event>(
  body: ReadableStream<Uint8Array>,
  call: Call,
  read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Event>,
): AsyncGenerator<Event, void> {
  try {
    yield* read(heard(body, call));
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
