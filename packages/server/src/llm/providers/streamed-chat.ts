import type { Clock } from '@citewell/core/clock.ts';
import { createParser } from 'eventsource-parser';
import { Agent } from 'undici';
import type { StructuredOutput } from '../engine.ts';
import { type ByteConsumer, type HttpHead, post } from './http-post.ts';
import { createModelFeatures } from './model-features.ts';
import {
  type ChatProvider,
  type ChatRequest,
  ProviderError,
  type ProviderPart,
  type ProviderPartConsumer,
} from './provider.ts';
import { allowedReply, httpFailure } from './provider-failure.ts';

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

/** A request as it is to be written: what the model was found to take. */
export type WireForm = {
  isRefused(field: string): boolean;
  /** Form in which JSON is asked for. */
  output: StructuredOutput;
};

/** Name, as of a field, of the role of instructions. */
export const systemRole = 'system';

/** Differences between the APIs of vendors. */
export type ChatWire = {
  /** Name for the journal: "openai-compatible", "anthropic", … */
  name: string;
  url: URL;
  headers: Record<string, string>;
  /** The body of a request, without the optional fields that the model was found to refuse. */
  body(request: ChatRequest, form: WireForm): object;
  /** Fields that some servers or models refuse with a 400 or 422 that names them; the next request goes without. */
  optionalFields: readonly string[];
  /** Forms in which JSON can be asked for, best first, and the field that does. */
  outputs: readonly StructuredOutput[];
  outputField: string;
  createReader(options: ReaderOptions): EventReader;
};

export type ReaderOptions = {
  /** True: the model's replies are known to begin within its reasoning. */
  opensInThought: boolean;
  /** Handler called when a reply is seen to have begun within its reasoning. */
  onThoughtEnd(): void;
};

/** The words by which servers refuse a form of structured output: DeepSeek, LM Studio, DashScope, vLLM, llama.cpp. */
const refusesOutput =
  /response_format|output_config|output_format|json[ _-]?(?:schema|mode|object)|grammar|guided|structured output/i;

/** The words by which templates of chats refuse instructions of their own: Gemma's and Mistral's, at vLLM and llama.cpp. */
const refusesSystem = /system role|only user(?:,| and) assistant|roles must alternate/i;

/** Talks to an API that answers a POST with server-sent events. */
export function createStreamedChat(wire: ChatWire, clock: Clock): ChatProvider {
  const { url, optionalFields, outputField } = wire;
  // Deadlines are the caller's: its clock starts before the connection and knows what a part is. HTTP/1.1, because one
  // lost HTTP/2 connection would cut every stream on it.
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const features = createModelFeatures(wire.outputs, clock);

  /** The name of the field that the reply refuses, if the next request can do without it or say it otherwise. */
  function refusedField(text: string, { model, output, fields }: SentRequest): string | undefined {
    if (fields.has(outputField) && refusesOutput.test(text) && features.stepDown(model, output))
      return outputField;
    if (refusesSystem.test(text) && !features.isRefused(model, systemRole)) {
      features.refuse(model, systemRole);
      return systemRole;
    }
    const field = optionalFields.find((name) => fields.has(name) && new RegExp(`\\b${name}\\b`).test(text));
    if (field) features.refuse(model, field);
    return field;
  }

  /** Returns true where a shorter reply may be asked for. Once: a server that then wants less yet is not followed down. */
  function canBeShorter({ model, maxTokens }: SentRequest, allowed: number): boolean {
    if (!features.hasReplyMax(model)) features.noteReplyMax(model, allowed);
    // Requests that went out together are refused one after another.
    return features.replyLimit(model, maxTokens) < maxTokens;
  }

  function failure({ status, headers }: HttpHead, text: string, sent: SentRequest): ProviderError {
    const error = httpFailure(status, text, headers, clock.now());
    if (status !== 400 && status !== 422) return error;
    const allowed = allowedReply(text, sent.maxTokens);
    if (allowed === undefined && error.failure !== 'provider_error') return error;
    const field =
      allowed === undefined ? refusedField(text, sent) : canBeShorter(sent, allowed) && 'max_tokens';
    if (!field) return error;
    return new ProviderError('provider_error', { status, retryable: true, refusedField: field });
  }

  /** Sends a request, and keeps nothing of its body but which fields it has: it is as long as all the evidence. */
  function send(
    request: ChatRequest,
    { signal, onSent }: Parameters<ChatProvider['stream']>[1],
    onHead: (head: HttpHead, sent: SentRequest) => ByteConsumer,
  ): Promise<void> {
    const { model } = request;
    const output = features.form(model);
    const form: WireForm = { isRefused: (field) => features.isRefused(model, field), output };
    const maxTokens = features.replyLimit(model, request.maxTokens);
    const body = JSON.stringify(wire.body({ ...request, maxTokens }, form));
    const fields = fieldsOf(body, [...optionalFields, outputField]);
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...wire.headers };
    return post({
      ...{ dispatcher, origin: url.origin, path: url.pathname + url.search, headers, body, signal, onSent },
      onHead: (head) => onHead(head, { model, output, maxTokens, fields }),
    });
  }

  return {
    name: wire.name,
    structuredOutput: features.known,
    noteNoJson(model) {
      features.stepDown(model, 'schema');
    },
    async stream(request, { signal, onSent }, take) {
      let reply: BodyReader | undefined;
      await send(request, { signal, onSent }, (head, sent) => {
        const { status } = head;
        const { model, output, fields } = sent;
        // HTML with a 200 on top is a captive portal or a proxy's page.
        if (status < 200 || status > 299 || contentType(head).includes('html')) {
          reply = readFailure((text) => failure(head, text, sent));
        } else {
          const isAsked = output === 'text' || fields.has(outputField);
          if (request.json && isAsked) features.noteReply(model, output);
          const reader = wire.createReader({
            opensInThought: features.opensInThought(model),
            onThoughtEnd: () => features.noteThought(model),
          });
          reply = readReply(head, reader, take);
        }
        return reply.take;
      });
      await reply?.end();
    },
    close: () => dispatcher.destroy(),
  };
}

type SentRequest = {
  model: string;
  output: StructuredOutput;
  maxTokens: number;
  /** The optional fields that it had. */
  fields: ReadonlySet<string>;
};

/** Returns which of these fields a body has. A quotation mark inside of one of its texts has a backslash before it. */
function fieldsOf(body: string, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => body.includes(`"${name}":`)));
}

type BodyReader = {
  take: ByteConsumer;
  /** Ends the stream; called after the last bytes. */
  end(): Promise<void>;
};

/** The parts of a reply, taken in the turn in which their bytes come. Throws ProviderError from `take` and from `end`. */
export function readReply({ status }: HttpHead, reader: EventReader, take: ProviderPartConsumer): BodyReader {
  /** Servers that do not stream answer with the whole reply as JSON, or an error; undefined until there is a character. */
  let whole: boolean | undefined;
  const tooLong = () => new ProviderError('provider_error', { status });
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.length > eventBytesMax) throw tooLong();
      bytesSinceEvent = 0;
      if (isOver && data !== '[DONE]' && !isJson(data)) return;
      reader.read(data);
    },
  });
  const decoder = new TextDecoder();
  let json = '';
  let size = 0;
  /** Bytes that came in chunks without the end of an event: of a line without end, or of comments and fields alone. */
  let bytesSinceEvent = 0;
  /** True when there are no more bytes: an event that is not whole by then is none. */
  let isOver = false;

  function pass(): Promise<void> | undefined {
    const parts = reader.take();
    for (const [at, part] of parts.entries()) {
      const lagging = take(part);
      if (lagging) return passRest(lagging, parts.slice(at + 1));
    }
    return undefined;
  }
  /** The end of a reply is told when its text has been taken: from then on the connection may be closed. */
  async function passRest(lagging: Promise<void>, parts: readonly ProviderPart[]): Promise<void> {
    await lagging;
    for (const part of parts) await take(part);
  }
  return {
    take(bytes) {
      size += bytes.length;
      bytesSinceEvent += bytes.length;
      if (size > (whole ? eventBytesMax : replyBytesMax) || bytesSinceEvent > eventBytesMax) throw tooLong();
      let text = decoder.decode(bytes, { stream: true });
      if (whole === undefined) {
        // No line of a stream begins so. Not by the type alone: gateways have the one for the other.
        text = text.trimStart();
        if (text === '') return undefined;
        whole = text.startsWith('{');
      }
      if (whole) json += text;
      else parser.feed(text);
      return pass();
    },
    async end() {
      isOver = true;
      if (whole) reader.read(json);
      // The blank line behind the last event is missing from some servers.
      else parser.feed('\n\n');
      await pass();
      reader.end();
    },
  };
}

function isJson(data: string): boolean {
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
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
