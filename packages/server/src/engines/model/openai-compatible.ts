import { createParser } from 'eventsource-parser';
import { Agent } from 'undici';
import type { Clock } from '../../clock.ts';
import type { ChatMessage } from '../../prompts/message.ts';
import { type HttpHead, post, type TakeBytes } from './http-post.ts';
import { createChunkReader } from './openai-chunk.ts';
import { type ChatProvider, type ChatRequest, ProviderError, type TakeProviderPart } from './provider.ts';
import { httpFailure } from './provider-failure.ts';

/** Longer than any honest reply: a few thousand tokens with a kilobyte of JSON around each. */
const replyBytesMax = 16 * 1024 * 1024;
/** What is read of an error, to tell its kind. */
const errorCharactersMax = 16 * 1024;

/** Fields that some servers or models refuse with a 400 that names them; the next try goes without. */
const optionalFields = ['stream_options', 'response_format', 'temperature', 'max_tokens'] as const;
type OptionalField = (typeof optionalFields)[number];

export type OpenAiCompatibleOptions = { baseUrl: string; apiKey: string | undefined; clock: Clock };

/** Any server that speaks OpenAI's chat completions: DeepSeek, Qwen, vLLM, Ollama, OpenRouter, … */
export function createOpenAiCompatible({ baseUrl, apiKey, clock }: OpenAiCompatibleOptions): ChatProvider {
  const url = new URL(`${baseUrl}/chat/completions`);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  // Deadlines are the caller's: its clock starts before the connection and knows what a part is. HTTP/1.1, because one
  // lost HTTP/2 connection would cut every stream on it.
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  /** What each model is known to refuse. */
  const refused = new Map<string, Set<OptionalField>>();

  function failure({ status, headers }: HttpHead, text: string, { model }: ChatRequest): ProviderError {
    const error = httpFailure(status, text, headers, clock.now());
    const known = refused.get(model) ?? new Set();
    const field = optionalFields.find((name) => text.includes(name) && !known.has(name));
    if (error.failure !== 'provider_error' || (error.status !== 400 && error.status !== 422) || !field)
      return error;
    refused.set(model, known.add(field));
    return new ProviderError('provider_error', { status: error.status, retryable: true });
  }

  return {
    name: 'openai-compatible',
    async stream(request, { signal }, take) {
      let body: BodyReader | undefined;
      await post({
        dispatcher,
        origin: url.origin,
        path: url.pathname + url.search,
        headers,
        body: JSON.stringify(requestBody(request, refused.get(request.model))),
        signal,
        onHead(head) {
          const { status } = head;
          // HTML with a 200 on top is a captive portal or a proxy's page.
          body =
            status < 200 || status > 299 || contentType(head).includes('html')
              ? readFailure((text) => failure(head, text, request))
              : readReply(head, take);
          return body.take;
        },
      });
      body?.end();
    },
    close: () => dispatcher.destroy(),
  };
}

type BodyReader = { take: TakeBytes /** To be called after the last bytes. */; end(): void };

/** The parts of a reply, taken in the turn in which their bytes come. Throws ProviderError from `take` and from `end`. */
export function readReply(head: HttpHead, take: TakeProviderPart): BodyReader {
  // Servers that do not stream answer with the whole reply as JSON.
  const whole = contentType(head).includes('application/json');
  const reader = createChunkReader();
  const parser = createParser({ onEvent: ({ data }) => reader.read(data) });
  const decoder = new TextDecoder();
  let json = '';
  let size = 0;

  function pass(): Promise<void> | undefined {
    let lagging: Promise<void> | undefined;
    for (const part of reader.take()) lagging = take(part) ?? lagging;
    return lagging;
  }
  return {
    take(bytes) {
      size += bytes.length;
      if (size > replyBytesMax) throw new ProviderError('provider_error', { status: head.status });
      const text = decoder.decode(bytes, { stream: true });
      if (whole) json += text;
      else parser.feed(text);
      return pass();
    },
    end() {
      if (whole) reader.read(json);
      pass();
      reader.end();
    },
  };
}

/** The beginning of an error's body; throws what `toError` makes of it. */
function readFailure(toError: (text: string) => ProviderError): BodyReader {
  const decoder = new TextDecoder();
  let text = '';
  const end = (): never => {
    throw toError(text);
  };
  return {
    take(bytes) {
      text += decoder.decode(bytes, { stream: true });
      return text.length > errorCharactersMax ? end() : undefined;
    },
    end,
  };
}

function contentType({ headers }: HttpHead): string {
  return String(headers['content-type'] ?? '');
}

function requestBody(request: ChatRequest, refused: ReadonlySet<OptionalField> = new Set()): object {
  const limit = refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  return {
    model: request.model,
    messages: request.messages.map(wireMessage),
    stream: true,
    [limit]: request.maxTokens,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(request.temperature !== undefined &&
      !refused.has('temperature') && { temperature: request.temperature }),
    ...(request.json && !refused.has('response_format') && { response_format: { type: 'json_object' } }),
  };
}

function wireMessage({ role, text, images }: ChatMessage): object {
  if (!images) return { role, content: text };
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }));
  return { role, content: [{ type: 'text', text }, ...pictures] };
}
