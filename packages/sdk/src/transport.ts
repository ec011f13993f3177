import { type ClientCall, startCall } from './call.ts';
import { type CitewellError, ConnectionError, errorOfReply, requestIdOf } from './errors.ts';
import type { Language } from './protocol.ts';
import { retryDelayMs } from './retry.ts';
import { readBytes } from './sse.ts';

export type CitewellOptions = {
  /**
   * Base URL of the service without `/ai/api`: "https://citewell.example.org". Empty in a page of the service itself.
   */
  baseUrl: string;
  /** API key. A page of the service itself needs none, because its session replaces it. */
  apiKey?: string;
  /** Number of attempts after the first, 2 by default. */
  maxRetries?: number;
  /**
   * Milliseconds without data after which a call is aborted, 120,000 by default. Streams send at least a heartbeat every 15 s.
   */
  timeoutMs?: number;
  /** The language of the service's error messages. */
  language?: Language;
  /** Additional headers for every request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  /** Returns numbers in [0, 1), to spread retries. */
  random?: () => number;
};

/** Options of a call. If `signal` aborts, the call rejects with the signal's reason. */
export type CallOptions = { signal?: AbortSignal };

/** Parts of a request that vary between calls. */
export type Message = { method?: string; headers?: Record<string, string>; body?: string };

type ReplyOptions = CallOptions & {
  /** Minimum idle timeout in milliseconds, for replies that take longer than the client's own timeout. */
  timeoutAtLeastMs?: number;
  /** Number of attempts after the first; 0 for requests that must not be sent twice. */
  maxRetries?: number;
};

/**
 * Transport shared by all calls: authentication, deadline, retries and errors.
 * @throws {CitewellError} from every method; the signal's reason if that aborts.
 */
export type Transport = {
  /** Sends a request and parses its reply as JSON. */
  reply<Reply>(path: string, message: Message, options: ReplyOptions): Promise<Reply>;
  /** Sends a request and returns its reply as a file. */
  file(path: string, message: Message, options: ReplyOptions): Promise<Blob>;
  /** Sends a request and returns its Server-Sent Events, as `read` parses the bytes. */
  stream<Event>(
    path: string,
    message: Message,
    options: CallOptions,
    read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Event>,
  ): Promise<{ events: AsyncIterable<Event>; requestId: string | undefined }>;
};

/** Creates the transport of a client, which sends, waits and retries according to `options`. */
export function createTransport(options: CitewellOptions): Transport {
  const { maxRetries = 2, timeoutMs = 120_000, random = Math.random } = options;
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const headers: Record<string, string> = {
    ...(options.apiKey !== undefined && { 'x-api-key': options.apiKey }),
    ...(options.language && { 'accept-language': options.language }),
    ...options.headers,
  };
  // Not `globalThis.fetch` itself: a browser's fetch must not be called as a method of another object.
  const fetchReply: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function whole<Reply>(
    path: string,
    message: Message,
    { signal, ...own }: ReplyOptions,
    read: (response: Response) => Promise<Reply>,
  ): Promise<Reply> {
    const call = startCall(Math.max(timeoutMs, own.timeoutAtLeastMs ?? 0), signal);
    try {
      return await read(await send(path, message, call, own.maxRetries ?? maxRetries));
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.close();
    }
  }

  /** Sends a request and retries it if that may help, but not once a reply has begun. */
  async function send(path: string, message: Message, call: ClientCall, retries: number): Promise<Response> {
    const init: RequestInit = {
      ...message,
      headers: { ...headers, ...message.headers },
      signal: call.signal,
      // A redirect would send the API key to its target.
      redirect: 'manual',
    };
    for (let attempt = 0; ; attempt++) {
      call.touch();
      const outcome = await attemptOnce(path, init, call);
      if (outcome instanceof Response) return outcome;
      const delayMs = retryDelayMs(outcome, attempt, retries, random);
      if (delayMs === undefined) throw outcome;
      await call.sleep(delayMs);
    }
  }

  async function attemptOnce(
    path: string,
    init: RequestInit,
    call: ClientCall,
  ): Promise<Response | CitewellError> {
    try {
      const response = await fetchReply(baseUrl + path, init);
      if (response.ok) return response;
      return errorOfReply(response.status, response.headers, await response.text(), Date.now());
    } catch (cause) {
      if (call.signal.aborted) throw call.signal.reason;
      return new ConnectionError('The service could not be reached.', { cause, retryable: true });
    }
  }

  return {
    reply: (path, message, options) =>
      whole(path, message, options, async (response) => parseReply(await response.text(), response)),
    file: (path, message, options) => whole(path, message, options, (response) => response.blob()),
    async stream(path, message, { signal }, read) {
      const call = startCall(timeoutMs, signal);
      try {
        const response = await send(path, message, call, maxRetries);
        const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        if (!response.body || !isEventStream) throw unreadable(response);
        return { events: eventsOf(response.body, call, read), requestId: requestIdOf(response.headers) };
      } catch (error) {
        const explained = call.explain(error);
        call.close();
        throw explained;
      }
    },
  };
}

/** Makes a POST request with a JSON body. */
export function post(request: unknown): Message {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  };
}

async function* eventsOf<Event>(
  body: ReadableStream<Uint8Array>,
  call: ClientCall,
  read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Event>,
): AsyncGenerator<Event, void> {
  try {
    yield* read(trackActivity(body, call));
  } catch (error) {
    throw call.explain(error);
  } finally {
    call.close();
  }
}

/** Yields the bytes as they arrive. Heartbeats are not events but also restart the idle timeout. */
async function* trackActivity(
  body: ReadableStream<Uint8Array>,
  call: ClientCall,
): AsyncGenerator<Uint8Array, void> {
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

/** Creates the error for a successful status with unexpected content, such as a login page or another service. */
function unreadable(response: Response): ConnectionError {
  return new ConnectionError('What answered is not this service; check baseUrl.', {
    status: response.status,
    requestId: requestIdOf(response.headers),
  });
}
