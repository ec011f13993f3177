import type { Clock } from '@citewell/core/clock.ts';
import { createParser } from 'eventsource-parser';
import { Agent } from 'undici';
import { type ByteConsumer, type HttpHead, post } from './http-post.ts';
import {
  type ChatProvider,
  type ChatRequest,
  ProviderError,
  type ProviderPart,
  type ProviderPartConsumer,
} from './provider.ts';
import { httpFailure } from './provider-failure.ts';

/** Longer than any honest reply: a few thousand tokens with a kilobyte of JSON around each. */
const replyBytesMax = 16 * 1024 * 1024;
/** Bytes of one event, or of a whole reply that is not streamed: each is parsed at once, on the event loop. */
const eventBytesMax = 512 * 1024;
/** Length of an error that is read to classify it. */
const errorCharactersMax = 16 * 1024;

/** Turns the data of one stream's events into parts, adjoining text of a batch into one. */
export type EventReader = {
  read(data: string): void;
  /** The connection has ended. Throws ProviderError `cut` where the reply had not. */
  end(): void;
  /** The parts since the last time. */
  take(): ProviderPart[];
};

/** Differences between the APIs of vendors. */
export type ChatWire = {
  /** Name for the journal: "openai-compatible", "anthropic", … */
  name: string;
  url: URL;
  headers: Record<string, string>;
  /** The body of a request, without the optional fields that the model was found to refuse. */
  body(request: ChatRequest, refused: ReadonlySet<string>): object;
  /** Fields that some servers or models refuse with a 400 or 422 that names them; the next request goes without. */
  optionalFields: readonly string[];
  createReader(): EventReader;
};

/** Talks to an API that answers a POST with server-sent events. */
export function createStreamedChat(wire: ChatWire, clock: Clock): ChatProvider {
  const { url, optionalFields } = wire;
  // Deadlines are the caller's: its clock starts before the connection and knows what a part is. HTTP/1.1, because one
  // lost HTTP/2 connection would cut every stream on it.
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  /** Parameters that each model is known to reject. */
  const refused = new Map<string, Set<string>>();

  function failure({ status, headers }: HttpHead, text: string, model: string, sent: object): ProviderError {
    const error = httpFailure(status, text, headers, clock.now());
    const field = optionalFields.find((name) => name in sent && new RegExp(`\\b${name}\\b`).test(text));
    if (error.failure !== 'provider_error' || (error.status !== 400 && error.status !== 422) || !field)
      return error;
    refused.set(model, new Set(refused.get(model)).add(field));
    return new ProviderError('provider_error', {
      status: error.status,
      retryable: true,
      fieldRefused: true,
    });
  }

  return {
    name: wire.name,
    async stream(request, { signal, onSent }, take) {
      const sent = wire.body(request, refused.get(request.model) ?? new Set());
      let body: BodyReader | undefined;
      await post({
        dispatcher,
        origin: url.origin,
        path: url.pathname + url.search,
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...wire.headers },
        body: JSON.stringify(sent),
        signal,
        onSent,
        onHead(head) {
          const { status } = head;
          // HTML with a 200 on top is a captive portal or a proxy's page.
          body =
            status < 200 || status > 299 || contentType(head).includes('html')
              ? readFailure((text) => failure(head, text, request.model, sent))
              : readReply(head, wire.createReader(), take);
          return body.take;
        },
      });
      await body?.end();
    },
    close: () => dispatcher.destroy(),
  };
}

type BodyReader = {
  take: ByteConsumer;
  /** Ends the stream; called after the last bytes. */
  end(): Promise<void>;
};

/** The parts of a reply, taken in the turn in which their bytes come. Throws ProviderError from `take` and from `end`. */
export function readReply(head: HttpHead, reader: EventReader, take: ProviderPartConsumer): BodyReader {
  // Servers that do not stream answer with the whole reply as JSON.
  const whole = contentType(head).includes('application/json');
  const tooLong = () => new ProviderError('provider_error', { status: head.status });
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.length > eventBytesMax) throw tooLong();
      bytesSinceEvent = 0;
      reader.read(data);
    },
  });
  const decoder = new TextDecoder();
  let json = '';
  let size = 0;
  /** Bytes that came in chunks without the end of an event: of a line without end, or of comments and fields alone. */
  let bytesSinceEvent = 0;

  function pass(): Promise<void> | undefined {
    const lagging = reader.take().flatMap((part) => take(part) ?? []);
    return lagging.length > 1 ? Promise.all(lagging).then(() => {}) : lagging[0];
  }
  return {
    take(bytes) {
      size += bytes.length;
      bytesSinceEvent += bytes.length;
      if (size > (whole ? eventBytesMax : replyBytesMax) || bytesSinceEvent > eventBytesMax) throw tooLong();
      const text = decoder.decode(bytes, { stream: true });
      if (whole) json += text;
      else parser.feed(text);
      return pass();
    },
    async end() {
      if (whole) reader.read(json);
      await pass();
      reader.end();
    },
  };
}

/** The beginning of an error's body; throws what `toError` makes of it. */
function readFailure(toError: (text: string) => ProviderError): BodyReader {
  const decoder = new TextDecoder();
  let text = '';
  return {
    take(bytes) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > errorCharactersMax) throw toError(text);
      return undefined;
    },
    async end() {
      throw toError(text);
    },
  };
}

function contentType({ headers }: HttpHead): string {
  return String(headers['content-type'] ?? '');
}
