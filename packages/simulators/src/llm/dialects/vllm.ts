import { other, status, upTo } from '../llm-faults.ts';
import { type ChunkStyle, chatStream, detailedUsage, plainUsage } from './chat-stream.ts';
import { type Body, type Dialect, formatOf } from './dialect.ts';

const style: ChunkStyle = {
  choice: { logprobs: null },
  open: { role: 'assistant', content: '' },
  thought: (reasoning) => ({ reasoning }),
  joinsThoughtAndText: true,
  end: { content: '' },
  usage: detailedUsage,
};

const tooLong =
  "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens. Please reduce the length of the input messages.";

const failure = (message: string) => ({
  error: { message, type: 'BadRequestError', param: null, code: 400 },
});

/**
 * vLLM: `reasoning`, whose end shares a delta with the beginning of the text, usage in a separate chunk if requested,
 * JSON and schemas enforced by a grammar.
 */
export const vllm: Dialect = {
  name: 'vLLM',
  path: '/chat/completions',
  refuse: () => undefined,
  enforcesJson: (body) => ['json_schema', 'json_object'].includes(formatOf(body) ?? ''),
  frames: (reply, body) => chatStream(style, reply, body),
  faults: {
    'context-length': () => status(400, failure(tooLong)),
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other(
          `data: ${JSON.stringify({ error: { message: 'EngineCore died', type: 'InternalServerError', param: null, code: 500 } })}\n\n`,
        ),
        other('data: [DONE]\n\n'),
      ],
      ending: 'end',
    }),
  },
};

/** Errors of versions without an enclosing `error`, which reject every unknown field. */
const oldFailure = (message: string) => ({
  ...{ object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
});

function refuseUnknown(body: Body) {
  if ('stream_options' in body)
    return status(
      400,
      oldFailure(
        "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
      ),
    );
  return formatOf(body) === 'json_schema'
    ? status(
        400,
        oldFailure(
          "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]",
        ),
      )
    : undefined;
}

/** Early versions of vLLM: no `stream_options`, no schemas, errors without `error`, usage with the last choice, `reasoning_content`. */
export const earlyVllm: Dialect = {
  ...vllm,
  name: 'vLLM (early versions)',
  refuse: refuseUnknown,
  enforcesJson: (body) => formatOf(body) === 'json_object',
  frames: (reply, body) =>
    chatStream(
      {
        ...{ ...style, joinsThoughtAndText: false },
        thought: (piece) => ({ reasoning_content: piece }),
        ...{ usage: plainUsage, usageIn: 'last-choice', usageUnasked: true },
      },
      reply,
      body,
    ),
  faults: { ...vllm.faults, 'context-length': () => status(400, oldFailure(tooLong)) },
};
