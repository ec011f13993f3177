import { other, status, upTo } from '../llm-faults.ts';
import { chatStream, plainUsage } from './chat-stream.ts';
import { type Dialect, formatOf } from './dialect.ts';

/**
 * LM Studio: schemas enforced by a grammar and JSON mode rejected, errors as text, `reasoning_content`, usage in a
 * separate chunk if requested, and errors in the middle of a stream as an event with its own name.
 */
export const lmStudio: Dialect = {
  name: 'LM Studio',
  path: '/chat/completions',
  refuse: (body) =>
    formatOf(body) === 'json_object'
      ? status(400, { error: "'response_format.type' must be 'json_schema' or 'text'" })
      : undefined,
  enforcesJson: (body) => formatOf(body) === 'json_schema',
  frames: (reply, body) =>
    chatStream(
      {
        chunk: { system_fingerprint: reply.model },
        choice: { logprobs: null },
        text: (content) => ({ role: 'assistant', content }),
        thought: (reasoning) => ({ role: 'assistant', reasoning_content: reasoning }),
        usage: plainUsage,
      },
      reply,
      body,
    ),
  faults: {
    'context-length': () =>
      status(400, {
        error:
          'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      }),
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other(
          'event: error\ndata: {"error":{"message":"The model has crashed without additional information."}}\n\n',
        ),
      ],
      ending: 'end',
    }),
  },
};
