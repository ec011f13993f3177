import type { Clock } from '@citewell/core/clock.ts';
import type { ChatMessage } from '../prompts/message.ts';
import { createAnthropicReader } from './anthropic-event.ts';
import type { ChatProvider, ChatRequest } from './provider.ts';
import { createStreamedChat, type WireForm } from './streamed-chat.ts';

export type AnthropicOptions = { baseUrl: string; apiKey: string | undefined; clock: Clock };

/** Protocol version that every request names; Anthropic keeps it unchanged. */
const apiVersion = '2023-06-01';

/** Provider for Anthropic's Messages API. */
export function createAnthropic({ baseUrl, apiKey, clock }: AnthropicOptions): ChatProvider {
  return createStreamedChat(
    {
      name: 'anthropic',
      url: new URL(`${baseUrl}/messages`),
      headers: { 'anthropic-version': apiVersion, ...(apiKey && { 'x-api-key': apiKey }) },
      // Newer models accept no temperature; other vendors' servers of this API may have no cache.
      optionalFields: ['temperature', 'cache_control'],
      // There is no JSON of any shape: only a schema, or the prompt alone.
      outputs: ['schema', 'text'],
      outputField: 'output_config',
      body: requestBody,
      createReader: createAnthropicReader,
    },
    clock,
  );
}

function requestBody(request: ChatRequest, { isRefused, output }: WireForm): object {
  const { model, maxTokens, temperature, json } = request;
  const messages = request.messages();
  const instructions = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    // Instructions are a field of their own, not a message.
    ...(instructions.length > 0 && {
      system: systemText(instructions.join('\n\n'), !isRefused('cache_control')),
    }),
    messages: messages.filter(({ role }) => role !== 'system').map(wireMessage),
    ...(temperature !== undefined && !isRefused('temperature') && { temperature }),
    // Only schemas of known properties are accepted.
    ...(json?.strict &&
      output === 'schema' && { output_config: { format: { type: 'json_schema', schema: json.schema } } }),
  };
}

/** Returns the instructions, the same in every request of a kind, marked as cacheable. */
function systemText(text: string, isCached: boolean): string | object[] {
  return isCached ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text;
}

function wireMessage({ role, text, images = [] }: ChatMessage): object {
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  }));
  return { role, content: [...pictures, { type: 'text', text }] };
}
