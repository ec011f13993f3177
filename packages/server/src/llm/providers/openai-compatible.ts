import { createHash } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import type { ChatMessage } from '../prompts/message.ts';
import type { ReplySchema } from '../reply-schema.ts';
import { createChunkReader } from './openai-chunk.ts';
import type { ChatProvider, ChatRequest } from './provider.ts';
import { createStreamedChat, systemRole, type WireForm } from './streamed-chat.ts';

export type OpenAiCompatibleOptions = {
  /** Asks OpenAI's own service not to store requests; other servers may not know the field. */
  name?: 'openai-compatible' | 'openai';
  baseUrl: string;
  apiKey: string | undefined;
  clock: Clock;
};

/** Provider for any server with OpenAI's chat completions: OpenAI, DeepSeek, Qwen, vLLM, Ollama, OpenRouter, … */
export function createOpenAiCompatible({
  name = 'openai-compatible',
  baseUrl,
  apiKey,
  clock,
}: OpenAiCompatibleOptions): ChatProvider {
  return createStreamedChat(
    {
      name,
      url: new URL(`${baseUrl}/chat/completions`),
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      optionalFields: ['stream_options', 'temperature', 'max_tokens', 'prompt_cache_key'],
      outputs: ['schema', 'json', 'text'],
      outputField: 'response_format',
      body: (request, form) => ({
        ...requestBody(request, form),
        ...(name === 'openai' && { store: false }),
        ...(name === 'openai' &&
          !form.isRefused('prompt_cache_key') && { prompt_cache_key: promptCacheKey(request) }),
      }),
      createReader: createChunkReader,
    },
    clock,
  );
}

function requestBody(request: ChatRequest, { isRefused, output }: WireForm): object {
  const messages = request.messages();
  const limit = isRefused('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  return {
    model: request.model,
    // Constant instructions come first: servers cache the beginnings of prompts.
    messages: (isRefused(systemRole) ? withoutSystem(messages) : messages).map(wireMessage),
    stream: true,
    [limit]: request.maxTokens,
    ...(!isRefused('stream_options') && { stream_options: { include_usage: true } }),
    ...(request.temperature !== undefined &&
      !isRefused('temperature') && { temperature: request.temperature }),
    ...(request.json && output !== 'text' && { response_format: responseFormat(request.json, output) }),
  };
}

/** Returns the instructions at the beginning of the first message. */
function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const instructions = messages.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const [first, ...others] = messages.filter(({ role }) => role !== 'system');
  return first ? [{ ...first, text: [...instructions, first.text].join('\n\n') }, ...others] : [];
}

function responseFormat(json: ReplySchema, output: 'schema' | 'json'): object {
  return output === 'schema' ? { type: 'json_schema', json_schema: json } : { type: 'json_object' };
}

/** Returns a key for the instructions, so that requests with the same ones reach the machine that has them cached. */
function promptCacheKey({ messages }: ChatRequest): string {
  const hash = createHash('sha256');
  for (const { role, text } of messages()) if (role === 'system') hash.update(text);
  return `citewell-${hash.digest('hex').slice(0, 16)}`;
}

function wireMessage({ role, text, images }: ChatMessage): object {
  if (!images) return { role, content: text };
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }));
  return { role, content: [{ type: 'text', text }, ...pictures] };
}
