import { other, status, upTo } from '../llm-faults.ts';
import { chatStream, detailedUsage } from './chat-stream.ts';
import { type Dialect, formatOf } from './dialect.ts';

/**
 * llama.cpp server: a first delta with null content, `reasoning_content`, usage with `timings` in a separate chunk if
 * requested, JSON and schemas enforced by a grammar, 503 while the model is loading, and errors in the middle of a
 * stream in a field `error` of the event instead of its data.
 */
export const llamaCpp: Dialect = {
  name: 'llama.cpp server',
  path: '/chat/completions',
  refuse: () => undefined,
  enforcesJson: (body) => ['json_schema', 'json_object'].includes(formatOf(body) ?? ''),
  frames: (reply, body) =>
    chatStream(
      {
        chunk: { system_fingerprint: 'b6497-cd08fc3e' },
        open: { role: 'assistant', content: null },
        thought: (reasoning) => ({ reasoning_content: reasoning }),
        usage: detailedUsage,
        withUsage: { timings: { cache_n: reply.cachedTokens, prompt_n: 75, predicted_n: 31 } },
      },
      reply,
      body,
    ),
  faults: {
    'context-length': () =>
      status(400, {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 5_000,
          n_ctx: 4_096,
        },
      }),
    unavailable: () =>
      status(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other('error: {"code":500,"message":"slot unavailable","type":"server_error"}\n\n'),
      ],
      ending: 'end',
    }),
  },
};
