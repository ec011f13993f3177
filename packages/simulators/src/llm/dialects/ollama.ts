import { other, status, upTo, without } from '../llm-faults.ts';
import { chatStream, plainUsage } from './chat-stream.ts';
import { type Dialect, formatOf } from './dialect.ts';

const failure = (message: string) => ({ error: { message, type: 'api_error', param: null, code: null } });

/**
 * Ollama: `reasoning` with empty `content`, usage in a separate chunk if requested, JSON and schemas enforced by a
 * grammar, tool calls in one piece, unknown fields ignored, a prompt that is too long silently truncated.
 */
export const ollama: Dialect = {
  name: 'Ollama',
  path: '/chat/completions',
  refuse: () => undefined,
  enforcesJson: (body) => ['json_schema', 'json_object'].includes(formatOf(body) ?? ''),
  frames: (reply, body) =>
    chatStream(
      {
        chunk: { system_fingerprint: 'fp_ollama' },
        text: (content) => ({ role: 'assistant', content }),
        thought: (reasoning) => ({ role: 'assistant', content: '', reasoning }),
        toolCallWhole: true,
        end: { role: 'assistant', content: '' },
        usage: plainUsage,
      },
      reply,
      body,
    ),
  faults: {
    'context-length': () => undefined,
    'server-error': () => status(500, failure('model runner has unexpectedly stopped')),
    unavailable: () => status(404, failure('model "simulated" not found, try pulling it first')),
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [...upTo(frames, at), other(`data: ${JSON.stringify(failure('unexpected EOF'))}\n\n`)],
      ending: 'end',
    }),
    'no-usage': (frames) => ({ kind: 'frames', frames: without(frames, 'usage'), ending: 'end' }),
  },
};
