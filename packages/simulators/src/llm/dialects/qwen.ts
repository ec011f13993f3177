import { other, status, upTo } from '../llm-faults.ts';
import { promptText } from '../llm-injection-victim.ts';
import { chatStream, detailedUsage } from './chat-stream.ts';
import { type Dialect, formatOf } from './dialect.ts';

const failure = (message: string, code = 'invalid_parameter_error') => ({
  error: { message, type: 'invalid_request_error', param: null, code },
  request_id: '07df985b-2ff2-4f7c-a6e7-f022f075133b',
});
const wrong = (why: string) => failure(`<400> InternalError.Algo.InvalidParameter: ${why}`);

/**
 * Qwen in DashScope's compatible mode: `reasoning_content` with null `content`, usage including cached tokens in a
 * separate chunk if requested, null before; JSON mode only if the prompt contains the word, and a content filter for
 * input.
 */
export const qwen: Dialect = {
  name: 'Qwen (DashScope)',
  path: '/chat/completions',
  refuse(body) {
    if (formatOf(body) === 'json_schema')
      return status(400, wrong("'response_format.type' of 'json_schema' is not supported by this model."));
    return formatOf(body) === 'json_object' && !/json/i.test(promptText(body))
      ? status(
          400,
          wrong(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          ),
        )
      : undefined;
  },
  enforcesJson: (body) => formatOf(body) === 'json_object',
  frames: (reply, body) =>
    chatStream(
      {
        chunk: { system_fingerprint: null },
        choice: { logprobs: null },
        open: { role: 'assistant', content: null, reasoning_content: '' },
        text: (content) => ({ content, reasoning_content: null }),
        thought: (reasoning) => ({ content: null, reasoning_content: reasoning }),
        end: { content: '', reasoning_content: null },
        ...{ usage: detailedUsage, nullUsage: true },
      },
      reply,
      body,
    ),
  faults: {
    'context-length': () => status(400, wrong('Range of input length should be [1, 129024]')),
    'content-filter-400': () =>
      status(400, failure('Input data may contain inappropriate content.', 'data_inspection_failed')),
    'error-in-stream': (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other(`data: ${JSON.stringify(failure('Internal server error!', 'internal_error'))}\n\n`),
      ],
      ending: 'end',
    }),
  },
};

/** Reasoning models of Qwen, which accept no structured output. */
export const reasoningQwen: Dialect = {
  ...qwen,
  name: 'Qwen with reasoning (DashScope)',
  refuse: (body) =>
    formatOf(body) === undefined
      ? undefined
      : status(400, failure('Json mode response is not supported when enable_thinking is true')),
  enforcesJson: () => false,
};
