import { type LlmOutcome, status } from '../llm-faults.ts';
import { chatStream, detailedUsage } from './chat-stream.ts';
import { type Body, type Dialect, formatOf } from './dialect.ts';
import { strictProblem } from './strict-schema.ts';

const fields = [
  ...['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens', 'temperature'],
  ...['response_format', 'store', 'prompt_cache_key'],
];

const refusal = (param: string, message: string, code: string) =>
  status(400, { error: { message, type: 'invalid_request_error', param, code } });

function refuse(body: Body): LlmOutcome | undefined {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown)
    return refusal(unknown, `Unrecognized request argument supplied: ${unknown}`, 'unknown_parameter');
  if ('max_tokens' in body)
    return refusal(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    );
  if ('temperature' in body && body.temperature !== 1)
    return refusal(
      'temperature',
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      'unsupported_value',
    );
  const { json_schema: asked } = Object(body.response_format) as { json_schema?: { strict?: unknown } };
  const problem = asked?.strict ? strictProblem(Object(asked).schema) : undefined;
  return problem
    ? refusal('response_format', `Invalid schema for response_format: ${problem}`, 'invalid_json_schema')
    : undefined;
}

/**
 * OpenAI's reasoning models: only `max_completion_tokens`, no temperature, unknown fields rejected, strict schemas
 * validated; reasoning counted but never sent, usage in a separate chunk, null before.
 */
export const openAi: Dialect = {
  name: 'OpenAI (a reasoning model)',
  path: '/chat/completions',
  refuse,
  enforcesJson: (body) => ['json_schema', 'json_object'].includes(formatOf(body) ?? ''),
  frames: (reply, body) =>
    chatStream(
      {
        chunk: { service_tier: 'default', system_fingerprint: null },
        choice: { logprobs: null },
        open: { role: 'assistant', content: '', refusal: null },
        thought: () => ({}),
        ...{ usage: detailedUsage, nullUsage: true },
      },
      reply,
      body,
    ),
  faults: {},
};
