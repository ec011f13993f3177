import { AnswerStream } from './answer-stream.ts';
import { ConnectionError, StreamError } from './errors.ts';
import type {
  ApplicationStatus,
  ApplyRequest,
  ApplyResponse,
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
  LocalSearchRequest,
  LocalSearchResponse,
  PersonasResponse,
  PolishRequest,
  ReviewRequest,
  ReviewResponse,
  ReviewStreamRequest,
  UsageRequest,
  UsageResponse,
  UsageStepsResponse,
} from './protocol.ts';
import { readAnswerEvents, readBatchEvents } from './sse.ts';
import {
  type CallOptions,
  type CitewellOptions,
  createTransport,
  type Message,
  post,
  type Transport,
} from './transport.ts';

export type AskOptions = CallOptions & {
  /** Idempotency key of 1 to 255 printable ASCII characters, instead of a random one: the same request with the same key
   *  within 24 hours, also from another process, gets the same reply, which is billed once. */
  idempotencyKey?: string;
};

/** A review in one reply sends nothing until it is complete, for which the service allows ten minutes. */
const reviewTimeoutMs = 620_000;

/**
 * Client of the service. Calls reject with `CitewellError`, or with the signal's reason if it is aborted.
 * @example
 * const citewell = new Citewell({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'cw_…' });
 */
export class Citewell {
  protected readonly transport: Transport;

  /** Creates a client; nothing is sent. `options.timeoutMs` is in milliseconds without data. */
  constructor(options: CitewellOptions) {
    this.transport = createTransport(options);
  }

  /**
   * Answers a question with numbered references, in one reply.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { answer, references } = await citewell.ask({ question: 'Does aspirin prevent stroke?' });
   */
  async ask(request: AskRequest, options: AskOptions = {}): Promise<AskResponse> {
    return this.transport.reply('/ai/api/ask', once(post(request), options.idempotencyKey), options);
  }

  /**
   * Streams the answer to a question. Nothing is sent before the stream is iterated or its `final()` is called,
   * both of which throw as `ask` does. With `mode: 'discussion'` and an `idempotencyKey`, an interrupted discussion
   * continues when it is requested again within an hour.
   * @throws {CitewellError} of the class that its status maps to, when iterated; the signal's reason if that aborts.
   * @throws {StreamError} if the stream ends before the answer is complete.
   * @example
   * const stream = citewell.askStream({ question: 'Does aspirin prevent stroke?' });
   * for await (const { event, data } of stream) if (event === 'answer_chunk') console.log(data.text);
   */
  askStream(request: AskStreamRequest, options: AskOptions = {}): AnswerStream {
    return this.#stream('/ai/api/ask_stream', named(request, options), options);
  }

  /**
   * Writes a structured review of a topic with numbered references, in one reply. Takes minutes with a model.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { review } = await citewell.review({ question: 'Statins in primary prevention', max_refs: 30 });
   */
  async review(request: ReviewRequest, options: AskOptions = {}): Promise<ReviewResponse> {
    return this.transport.reply('/ai/api/expert', once(post(request), options.idempotencyKey), {
      ...options,
      timeoutAtLeastMs: reviewTimeoutMs,
    });
  }

  /**
   * Streams a review; `final()` resolves to its Markdown as `answer`. With an `idempotencyKey`, an interrupted review
   * continues when it is requested again within an hour, and `rewrite` can write one of its sections again.
   * @throws {CitewellError} of the class that its status maps to, when iterated; the signal's reason if that aborts.
   * @throws {StreamError} if the stream ends before the review is complete, when iterated.
   * @example
   * const stream = citewell.reviewStream({ question: 'Statins in primary prevention' });
   * for await (const { event, data } of stream) if (event === 'thinking') console.log(data.message);
   * const { answer, references } = await stream.final();
   */
  reviewStream(request: ReviewStreamRequest, options: AskOptions = {}): AnswerStream {
    return this.#stream('/ai/api/expert_stream', named(request, options), options);
  }

  /**
   * Checks whether a sentence agrees with the abstract of the article it cites.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { consistent } = await citewell.checkCitation({ sentence: 'Aspirin prevents stroke.', pmid: '31535829' });
   */
  async checkCitation(
    request: CitationCheckRequest,
    options: AskOptions = {},
  ): Promise<CitationCheckResponse> {
    return this.transport.reply(
      '/ai/api/factcheck_verify',
      once(post(request), options.idempotencyKey),
      options,
    );
  }

  /**
   * Checks up to 100 pairs of sentence and article, and yields each verdict in the order of the pairs.
   * @throws {CitewellError} of the class that its status maps to, when iterated; the signal's reason if that aborts.
   * @throws {StreamError} if the service cannot continue; verdicts already yielded are valid.
   * @throws {ConnectionError} if the connection breaks before the last verdict.
   * @example
   * const pairs = [{ sentence: 'Aspirin prevents stroke.', pmid: '31535829' }];
   * for await (const verdict of citewell.checkCitations({ pairs }))
   *   console.log(verdict.index, 'consistent' in verdict ? verdict.consistent : verdict.error);
   */
  async *checkCitations(
    request: CitationBatchRequest,
    options: CallOptions = {},
  ): AsyncGenerator<CitationVerdict, void> {
    const { events, requestId } = await this.transport.stream(
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

  /**
   * Searches the local library for records that meet every condition, newest first by default.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { total, articles } = await citewell.search({ terms: [{ field: 'title', value: 'statin' }], limit: 20 });
   */
  async search(request: LocalSearchRequest = {}, options: AskOptions = {}): Promise<LocalSearchResponse> {
    return this.transport.reply(
      '/ai/api/local_advanced_search',
      once(post(request), options.idempotencyKey),
      options,
    );
  }

  /**
   * Streams the polished version of a text: the text is the chunks joined, or `answer` of `final()`.
   * @throws {CitewellError} of the class that its status maps to, when iterated; the signal's reason if that aborts.
   * @throws {StreamError} if the stream ends before the text is complete, when iterated.
   * @example
   * const { answer } = await citewell.polish({ text: 'The patients was treated.' }).final();
   */
  polish(request: PolishRequest, options: CallOptions = {}): AnswerStream {
    return this.#answers('/ai/api/polish', request, options);
  }

  /**
   * Returns a short reply in a persona's voice, complete.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { reply } = await citewell.avatarChat({ message: 'Is metformin safe in pregnancy?' });
   */
  async avatarChat(
    request: Omit<AvatarChatRequest, 'stream'>,
    options: AskOptions = {},
  ): Promise<AvatarChatResponse> {
    return this.transport.reply('/ai/api/avatar_chat', once(post(request), options.idempotencyKey), options);
  }

  /**
   * Streams a short reply in a persona's voice.
   * @throws {CitewellError} of the class that its status maps to, when iterated; the signal's reason if that aborts.
   * @throws {StreamError} if the stream ends before the reply is complete, when iterated.
   * @example
   * const stream = citewell.avatarChatStream({ message: 'Is metformin safe in pregnancy?' });
   * for await (const { event, data } of stream) if (event === 'answer_chunk') console.log(data.text);
   */
  avatarChatStream(request: Omit<AvatarChatRequest, 'stream'>, options: CallOptions = {}): AnswerStream {
    return this.#answers('/ai/api/avatar_chat', { ...request, stream: true }, options);
  }

  /**
   * Lists the specialties that a question can be restricted to.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { categories } = await citewell.categories();
   */
  async categories(options: CallOptions = {}): Promise<CategoriesResponse> {
    return this.transport.reply('/ai/api/categories', {}, options);
  }

  /**
   * Lists the personas available for chats.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { personas } = await citewell.personas();
   */
  async personas(options: CallOptions = {}): Promise<PersonasResponse> {
    return this.transport.reply('/ai/api/personas', {}, options);
  }

  /**
   * Returns the usage and the remaining balance of the key. Free of charge, and available when quota and balance are
   * exhausted.
   * @param request days as `YYYY-MM-DD`; the last 30 days by default.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { balance, records } = await citewell.usage({ from: '2026-01-01', limit: 20 });
   */
  async usage(request: UsageRequest = {}, options: CallOptions = {}): Promise<UsageResponse> {
    return this.transport.reply(`/ai/api/my_usage${queryString(request)}`, {}, options);
  }

  /**
   * Returns all records of the requested days as CSV, however many there are.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const csv = await (await citewell.usageCsv({ from: '2026-01-01', to: '2026-01-31' })).text();
   */
  async usageCsv(
    request: Omit<UsageRequest, 'group_by' | 'limit' | 'cursor'> = {},
    options: CallOptions = {},
  ): Promise<Blob> {
    return this.transport.file(`/ai/api/my_usage${queryString({ ...request, format: 'csv' })}`, {}, options);
  }

  /**
   * Returns the steps of one of the key's calls: its requests to models, in order.
   * @param requestId `X-Request-Id` of the call, as usage records state it.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { steps } = await citewell.usageSteps(requestId);
   */
  async usageSteps(requestId: string, options: CallOptions = {}): Promise<UsageStepsResponse> {
    const query = queryString({ request_id: requestId });
    return this.transport.reply(`/ai/api/my_usage/steps${query}`, {}, options);
  }

  /**
   * Applies for a key, for which no key is needed. Never retried: a second request would be another application.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { status_token } = await citewell.apply({ name: 'Li Wei', email: 'li.wei@example.org', purpose: 'Journal club' });
   */
  async apply(request: ApplyRequest, options: CallOptions = {}): Promise<ApplyResponse> {
    return this.transport.reply('/apply', post(request), { ...options, maxRetries: 0 });
  }

  /**
   * Returns the state of an application.
   * @param token the `status_token` of the reply to `apply`.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { state } = await citewell.applicationStatus(token);
   */
  async applicationStatus(token: string, options: CallOptions = {}): Promise<ApplicationStatus> {
    const message = { headers: { accept: 'application/json' } };
    return this.transport.reply(`/apply/status${queryString({ token })}`, message, options);
  }

  #answers(path: string, request: unknown, options: CallOptions): AnswerStream {
    return this.#stream(path, post(request), options);
  }

  #stream(path: string, message: Message, options: CallOptions): AnswerStream {
    return new AnswerStream(() => this.transport.stream(path, message, options, readAnswerEvents));
  }
}

/** Adds one idempotency key for all attempts, so that a lost reply is not billed twice. */
function once(message: Message, key = randomKey()): Message {
  return { ...message, headers: { ...message.headers, 'idempotency-key': key } };
}

/** Creates a message with the caller's idempotency key, if any. */
function named(request: unknown, { idempotencyKey }: AskOptions): Message {
  return idempotencyKey === undefined ? post(request) : once(post(request), idempotencyKey);
}

/** Formats parameters as "?from=2026-01-01&limit=5", or an empty string. */
function queryString(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
}

/** Creates a random key without crypto.randomUUID, which is not available to pages served over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
