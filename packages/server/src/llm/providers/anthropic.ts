import type { Clock } from '@citewell/core/clock.ts';
import type { ChatMessage } from '../prompts/message.ts';
import { createAnthropicReader } from './anthropic-event.ts';
import type { ChatProvider, ChatRequest } from './provider.ts';
import { createStreamedChat } from './streamed-chat.ts';

export type AnthropicOptions = { baseUrl: string; apiKey: string | undefined; clock: Clock };

/** The version of the wire that every request names; Anthropic keeps it as it is. */
const apiVersion = '2023-06-01';

/** Anthropic's Messages API. */
export function createAnthropic({ baseUrl, apiKey, clock }: AnthropicOptions): ChatProvider {
  return createStreamedChat(
    {
      name: 'anthropic',
      url: new URL(`${baseUrl}/messages`),
      headers: { 'anthropic-version': apiVersion, ...(apiKey && { 'x-api-key': apiKey }) },
      // Newer models take no temperature.
      optionalFields: ['temperature'],
      body: requestBody,
      createReader: createAnthropicReader,
    },
    clock,
  );
}

function requestBody(request: ChatRequest, refused: ReadonlySet<string>): object {
  const system = request.messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    stream: true,
    // Instructions are a field of their own, not a message.
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: request.messages.filter(({ role }) => role !== 'system').map(wireMessage),
    ...(request.temperature !== undefined &&
      !refused.has('temperature') && { temperature: request.temperature }),
  };
}

function wireMessage({ role, text, images = [] }: ChatMessage): object {
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  }));
  return { role, content: [...pictures, { type: 'text', text }] };
}
