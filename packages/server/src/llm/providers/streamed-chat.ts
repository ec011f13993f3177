import type { Clock } from '@citewell/core/clock.ts';
import { createParser } from 'eventsource-parser';
import { LazyAgent } from '../../platform/process/lazy-agent.ts';
import type { StructuredOutput } from '../reply-schema.ts';
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

/**
 * Maximum bytes of a reply, longer than any legitimate one: a few thousand tokens with a kilobyte of JSON around each.
 */
const replyBytesMax = 16 * 1024 * 1024;
/**
 * Maximum bytes of one event, or of a whole reply that is not streamed: each is parsed in one go, on the event loop.
 */
const eventBytesMax = 512 * 1024;
/** Length of an error that is read to classify it. */
const errorCharactersMax = 16 * 1024;

/**
 * Converts the data of a stream's events to parts, joining adjacent text of a batch.
 *
 * @example
 * for await (const { data } of events) {
 *   reader.read(data);
 *   yield* reader.take();
 * }
 * reader.end();
 */
export interface EventReader {
  /**
   * Reads the data of one event.
   *
   * @throws {ProviderError} `provider_error` after a hundred events that are not JSON.
   */
  read(data: string): void;
  /**
   * Handles the end of the connection.
   *
   * @throws {ProviderError} `cut` if the reply was incomplete.
   */
  end(): void;
  /**
   * Returns the parts since the last call.
   *
   * @throws nothing
   */
  take(): ProviderPart[];
}

/** Request in the form that the model is known to accept. */
export type WireForm = {
  isRefused(field: string): boolean;
  /** Form in which JSON is asked for. */
  output: StructuredOutput;
};

/** Name of the role of instructions, in the form of a field. */
export const systemRole = 'system';

/** Differences between the APIs of vendors. */
export type ChatWire = {
  /** Name for the journal: "openai-compatible", "anthropic", … */
  name: string;
  url: URL;
  headers: Record<string, string>;
  /** Builds the body of a request, without the optional fields that the model is known to reject. */
  body(request: ChatRequest, form: WireForm): object;
  /** Fields that some servers or models reject with a 400 or 422 that names them; the next request omits them. */
  optionalFields: readonly string[];
  /** Forms in which JSON can be requested, best first, with their fields. */
  outputs: readonly StructuredOutput[];
  outputField: string;
  createReader(options: ReaderOptions): EventReader;
};

export type ReaderOptions = {
  /** Indicates that the model's replies are known to begin within its reasoning. */
  opensInThought: boolean;
  /** Handler called when a reply is found to have begun within its reasoning. */
  onThoughtEnd(): void;
};

/** Messages with which servers reject a form of structured output: DeepSeek, LM Studio, DashScope, vLLM, llama.cpp. */
const refusesOutput =
  /response_format|output_config|output_format|json[ _-]?(?:schema|mode|object)|grammar|guided|structured output/i;

/** Messages with which chat templates reject separate instructions: Gemma's and Mistral's, in vLLM and llama.cpp. */
const refusesSystem = /system role|only user(?:,| and) assistant|roles must alternate/i;

/** Client of an API that answers a POST with server-sent events. */
export function createStreamedChat(wire: ChatWire, clock: Clock): ChatProvider {
  const { url, optionalFields, outputField } = wire;
  // The caller has the deadlines: its clock starts before the connection and knows the parts. HTTP/1.1, because one
  // lost HTTP/2 connection would cut every stream on it.
  const agent = new LazyAgent({
    allowH2: false,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const features = createModelFeatures(wire.outputs, clock);

  /** Returns the name of the rejected field, if the next request can omit or rephrase it. */
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

  /** Returns true if a shorter reply may be requested. Only once: repeated reductions are not followed. */
  function canBeShorter({ model, maxTokens }: SentRequest, allowed: number): boolean {
    if (!features.hasReplyMax(model)) features.noteReplyMax(model, allowed);
    // Requests that were sent together are rejected one after another.
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

  /** Sends a request and keeps only the names of its fields: the body is as long as all the evidence. */
  async function send(
    request: ChatRequest,
    { signal, onSent }: Parameters<ChatProvider['stream']>[1],
    onHead: (head: HttpHead, sent: SentRequest) => ByteConsumer,
  ): Promise<void> {
    const dispatcher = await agent.get();
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
        // HTML with status 200 comes from a captive portal or proxy.
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
      try {
        await reply?.end();
      } finally {
        signal.throwIfAborted();
      }
    },
    close: () => agent.destroy(),
  };
}

type SentRequest = {
  model: string;
  output: StructuredOutput;
  maxTokens: number;
  /** Names of the optional fields that it had. */
  fields: ReadonlySet<string>;
};

/**
 * Returns which of these fields a body contains. A quotation mark inside one of its texts is escaped by a backslash.
 */
function fieldsOf(body: string, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => body.includes(`"${name}":`)));
}

type BodyReader = {
  take: ByteConsumer;
  /** Ends the stream; called after the last bytes. */
  end(): Promise<void>;
};

/**
 * Returns the parts of a reply in the turn in which their bytes arrive.
 *
 * @throws ProviderError from `take` and `end`.
 */
export function readReply({ status }: HttpHead, reader: EventReader, take: ProviderPartConsumer): BodyReader {
  /**
   * Indicates that the server does not stream but answers with a whole JSON reply or an error; undefined until the
   * first character.
   */
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
  /** Bytes received without the end of an event: an endless line, or only comments and fields. */
  let bytesSinceEvent = 0;
  /** Set when there are no more bytes; an event that is incomplete by then is dropped. */
  let isOver = false;

  /** Parts that were read but not passed on yet. */
  const parts: ProviderPart[] = [];

  /** Passes parts on; the end of a reply comes after its text has been consumed, as the connection may then be closed. */
  function pass(): Promise<void> | undefined {
    parts.push(...reader.take());
    for (let part = parts.shift(); part; part = parts.shift()) {
      const lagging = take(part);
      if (lagging) return lagging.then(pass);
    }
    return undefined;
  }
  return {
    take(bytes) {
      size += bytes.length;
      bytesSinceEvent += bytes.length;
      if (size > (whole ? eventBytesMax : replyBytesMax) || bytesSinceEvent > eventBytesMax) throw tooLong();
      let text = decoder.decode(bytes, { stream: true });
      if (whole === undefined) {
        // No line of a stream begins like this. Not decided by the content type alone, which gateways confuse.
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
      // Some servers omit the blank line after the last event.
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

/** Reads the beginning of an error's body; throws the result of `toError`. */
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
