import type { Clock } from '@citewell/core/clock.ts';
import type { ChatMessage } from '../prompts/message.ts';
import { createChunkReader } from './openai-chunk.ts';
import type { ChatProvider, ChatRequest } from './provider.ts';
import { createStreamedChat } from './streamed-chat.ts';

export type OpenAiCompatibleOptions = {
  /** OpenAI's own service is told not to keep what it is asked; other servers may not know the field. */
  name?: 'openai-compatible' | 'openai';
  baseUrl: string;
  apiKey: string | undefined;
  clock: Clock;
};

/** Any server that speaks OpenAI's chat completions: OpenAI, DeepSeek, Qwen, vLLM, Ollama, OpenRouter, … */
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
      optionalFields: ['stream_options', 'response_format', 'temperature', 'max_tokens'],
      body: (request, refused) => ({
        ...requestBody(request, refused),
        ...(name === 'openai' && { store: false }),
      }),
      createReader: createChunkReader,
    },
    clock,
  );
}

function requestBody(request: ChatRequest, refused: ReadonlySet<string>): object {
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
