import { other, status, upTo } from '../llm-faults.ts';
import { promptText } from '../llm-injection-victim.ts';
import { chatStream, detailedUsage } from './chat-stream.ts';
import { type Dialect, formatOf } from './dialect.ts';

const failure = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
});

/**
 * DeepSeek: comments while a request waits, `reasoning_content` with null `content`, usage with the last choice
 * including cached tokens, null before; schemas rejected, JSON mode only if the prompt contains the word.
 */
export const deepSeek: Dialect = {
  name: 'DeepSeek',
  path: '/chat/completions',
  refuse(body) {
    if (formatOf(body) === 'json_schema')
      return status(400, failure('This response_format type is unavailable now'));
    return formatOf(body) === 'json_object' && !/json/i.test(promptText(body))
      ? status(
          400,
          failure(
            "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'",
          ),
        )
      : undefined;
  },
  enforcesJson: (body) => formatOf(body) === 'json_object',
  frames: (reply, body) => [
    other(': keep-alive\n\n'),
    ...chatStream(
      {
        chunk: { system_fingerprint: 'fp_1' },
        choice: { logprobs: null },
        open: { role: 'assistant', content: null, reasoning_content: '' },
        text: (content) => ({ content, reasoning_content: null }),
        thought: (reasoning) => ({ content: null, reasoning_content: reasoning }),
        end: { content: '', reasoning_content: null },
        usage: (each) => ({
          ...detailedUsage(each),
          prompt_cache_hit_tokens: each.cachedTokens,
          prompt_cache_miss_tokens: (each.usage?.prompt_tokens ?? 0) - each.cachedTokens,
        }),
        ...{ usageIn: 'last-choice', usageUnasked: true, nullUsage: true },
      },
      reply,
      body,
    ),
  ],
  faults: {
    'context-length': () =>
      status(
        400,
        failure(
          "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens. Please reduce the length of the messages or completion.",
        ),
      ),
    // The finish reason indicates this.
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other(
          'data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":"insufficient_system_resource"}],"usage":null}\n\n',
        ),
        other('data: [DONE]\n\n'),
      ],
      ending: 'end',
    }),
  },
};
