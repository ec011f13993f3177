import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Clock } from '../../clock.ts';
import type { ChatMessage } from '../../prompts/message.ts';
import { type ChatProvider, type FinishReason, ProviderError, type ProviderPart } from './provider.ts';
import { httpFailure, streamFailure } from './provider-failure.ts';

type LanguageModel = ReturnType<AnthropicProvider>;
type CallOptions = Parameters<LanguageModel['doStream']>[0];
type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type UnifiedReason = Extract<StreamPart, { type: 'finish' }>['finishReason']['unified'];

export type AiSdkOptions = {
  name: 'anthropic' | 'openai';
  baseUrl: string;
  apiKey: string | undefined;
  clock: Clock;
};

const finishReasons: Partial<Record<UnifiedReason, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
};

/** Anthropic and OpenAI through their providers' `doStream`: the SDK's core above it hides aborted usage and retries. */
export function createAiSdkProvider({ name, baseUrl, apiKey, clock }: AiSdkOptions): ChatProvider {
  // Loaded when first used: who has another provider never pays for it.
  let models: Promise<(model: string) => LanguageModel> | undefined;
  async function load(): Promise<(model: string) => LanguageModel> {
    const settings = { baseURL: baseUrl, ...(apiKey && { apiKey }) };
    if (name === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(settings);
    return (await import('@ai-sdk/openai')).createOpenAI(settings);
  }

  return {
    name,
    async stream(request, { signal }, take) {
      models ??= load();
      const model = (await models)(request.model);
      const options: CallOptions = {
        prompt: request.messages.map(sdkMessage),
        maxOutputTokens: request.maxTokens,
        // Anthropic tells the prompt's tokens at the start, and only in the raw events.
        includeRawChunks: name === 'anthropic',
        abortSignal: signal,
        // By default OpenAI keeps what it is asked for 30 days.
        ...(name === 'openai' && { providerOptions: { openai: { store: false } } }),
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        ...(name === 'openai' && request.json && { responseFormat: { type: 'json' } }),
      };
      let replied = false;
      const orProviderError = (error: unknown): never => {
        signal.throwIfAborted();
        throw toProviderError(error, replied, clock.now());
      };
      const { stream } = await model.doStream(options).then(undefined, orProviderError);
      const reader = stream.getReader();
      let ended = false;
      replied = true;
      try {
        while (true) {
          const { done, value } = await reader.read().catch(orProviderError);
          if (done) break;
          for (const part of readParts(value)) {
            ended ||= part.type === 'finish' || part.type === 'failed';
            await take(part);
          }
        }
      } finally {
        // Without a cancel the request would go on behind our back.
        await reader.cancel().catch(() => {});
      }
      if (!ended) throw new ProviderError('cut', { retryable: true });
    },
    close: async () => {},
  };
}

function readParts(part: StreamPart): ProviderPart[] {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? [] : [{ type: 'text', text: part.delta }];
    case 'reasoning-delta':
      return part.delta === '' ? [] : [{ type: 'thinking', text: part.delta }];
    case 'raw':
      return readRaw(part.rawValue);
    case 'error':
      return [{ type: 'failed', error: streamFailure(part.error) }];
    case 'finish': {
      const { unified } = part.finishReason;
      const usage: ProviderPart = {
        type: 'usage',
        promptTokens: part.usage.inputTokens.total,
        completionTokens: part.usage.outputTokens.total,
      };
      if (unified === 'interrupted') return [usage];
      if (unified === 'error') return [usage, { type: 'failed', error: new ProviderError('provider_error') }];
      return [usage, { type: 'finish', reason: finishReasons[unified] ?? 'other' }];
    }
    default:
      return [];
  }
}

/** The prompt's tokens from Anthropic's message_start; what a cache served of them is part of the prompt. */
function readRaw(raw: unknown): ProviderPart[] {
  const { type, message } = Object(raw) as { type?: unknown; message?: { usage?: Record<string, unknown> } };
  if (type !== 'message_start') return [];
  const usage = message?.usage ?? {};
  const counts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  const promptTokens = counts.reduce<number>(
    (sum, count) => sum + (Number.isSafeInteger(count) ? (count as number) : 0),
    0,
  );
  return [{ type: 'usage', promptTokens, completionTokens: undefined }];
}

function sdkMessage({ role, text, images = [] }: ChatMessage): CallOptions['prompt'][number] {
  if (role === 'system') return { role, content: text };
  const files = images.map(({ mediaType, base64 }) => ({
    type: 'file' as const,
    mediaType,
    data: { type: 'data' as const, data: base64 },
  }));
  return { role, content: [{ type: 'text', text }, ...files] };
}

/** The SDK's errors quote request and reply; only status, kind and Retry-After are taken. */
function toProviderError(error: unknown, replied: boolean, now: number): ProviderError {
  if (error instanceof ProviderError) return error;
  const { statusCode, responseBody, responseHeaders } = Object(error) as {
    statusCode?: number;
    responseBody?: unknown;
    responseHeaders?: Record<string, string>;
  };
  if (typeof statusCode === 'number' && statusCode >= 400)
    return httpFailure(statusCode, String(responseBody ?? ''), responseHeaders ?? {}, now);
  return new ProviderError(replied ? 'cut' : 'unreachable', { retryable: true });
}
