import type { Role } from './llm-injection-victim.ts';
import type { Frame } from './llm-reply.ts';

/** Outcome of a fault: a reply of its own, nothing, or modified frames of the honest reply. */
export type LlmOutcome =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body: object | string }
  /** The connection is reset without a reply. */
  | { kind: 'reset' }
  /** The request is accepted and never answered. */
  | { kind: 'silent' }
  /** Frames, followed by the end, a reset connection, silence, or the last frame repeated endlessly. */
  | { kind: 'frames'; frames: Frame[]; ending: 'end' | 'reset' | 'hang' | 'repeat'; delayMs?: number };

export type LlmFaultOptions = {
  /** Number of text chunks before the fault; 1 by default. */
  at?: number;
  /** Number of requests affected; all by default. */
  times?: number;
  /** Restricts the fault to requests of this kind. */
  role?: Role;
  /** Restricts the fault to requests with this text in their prompt. */
  match?: string;
  /** Retry-After in seconds, with `rate-limited` and `unavailable`; none by default. */
  retryAfter?: number;
  /** Milliseconds between two chunks, with `slow`; default 200. */
  delayMs?: number;
  /** Name of a field of the request, with `refuses-field`; default "stream_options". */
  field?: string;
};

export type LlmFault = {
  description: string;
  /** Returns undefined if this request is answered as usual. */
  apply(frames: Frame[], options: LlmFaultOptions, body: Record<string, unknown>): LlmOutcome | undefined;
};

const openAiError = (message: string, type: string, code: string | number | null) => ({
  error: { message, type, code, param: null },
});
export const other = (bytes: string): Frame => ({ kind: 'other', bytes });
const errorEvent = other(
  `data: ${JSON.stringify({ ...openAiError('The server had an error', 'server_error', 502), choices: [] })}\n\n`,
);
export const without = (frames: Frame[], ...kinds: Frame['kind'][]) =>
  frames.filter(({ kind }) => !kinds.includes(kind));

/** Returns the frames before the part after the first `at` ones. */
export function upTo(frames: Frame[], at: number): Frame[] {
  let parts = 0;
  const end = frames.findIndex(({ kind }) => (kind === 'part' ? ++parts > at : kind === 'finish'));
  return at === 0 ? [] : frames.slice(0, end);
}

export const llmFaults = {
  unauthorized: {
    description: '401, the key quoted in the message',
    apply: () => status(401, openAiError('Incorrect API key provided: simulated', 'auth', 'invalid_api_key')),
  },
  'rate-limited': {
    description: '429, with Retry-After where retryAfter is given',
    apply: (_frames, { retryAfter }) =>
      status(429, openAiError('Rate limit reached', 'requests', 'rate_limit_exceeded'), retryAfter),
  },
  'server-error': {
    description: '500',
    apply: () => status(500, openAiError('Internal error', 'server_error', null)),
  },
  unavailable: {
    description: '503, with Retry-After where retryAfter is given',
    apply: (_frames, { retryAfter }) => status(503, 'upstream connect error', retryAfter),
  },
  html: {
    description: '200 with an HTML page, as a captive portal sends',
    apply: () => ({
      kind: 'status',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html><body>Sign in to the network: maximum context</body></html>',
    }),
  },
  reset: { description: 'the connection is reset before any reply', apply: () => ({ kind: 'reset' }) },
  silent: { description: 'the request is accepted and never answered', apply: () => ({ kind: 'silent' }) },
  cut: {
    description: 'the connection breaks after `at` parts',
    apply: (frames, { at = 1 }) => ({ kind: 'frames', frames: upTo(frames, at), ending: 'reset' }),
  },
  'clean-cut': {
    description: 'the stream ends after `at` parts as if it were complete, without finish_reason',
    apply: (frames, { at = 1 }) => ({ kind: 'frames', frames: upTo(frames, at), ending: 'end' }),
  },
  stall: {
    description: 'silence on an open connection after `at` parts',
    apply: (frames, { at = 1 }) => ({ kind: 'frames', frames: upTo(frames, at), ending: 'hang' }),
  },
  heartbeat: {
    description: 'endless keep-alive comments, never a part',
    apply: () => ({ kind: 'frames', frames: [other(': PROCESSING\n\n')], ending: 'repeat', delayMs: 10 }),
  },
  empty: {
    description: 'a complete reply without any text',
    apply: (frames) => ({ kind: 'frames', frames: without(frames, 'part'), ending: 'end' }),
  },
  'content-filter': {
    description: 'finish_reason content_filter after `at` parts',
    apply: (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        ...frames
          .filter(({ kind }) => kind === 'finish')
          .map(({ bytes }) =>
            other(bytes.replace(/"finish_reason":"\w+"/, '"finish_reason":"content_filter"')),
          ),
        ...frames.filter(({ kind }) => kind === 'usage' || kind === 'done'),
      ],
      ending: 'end',
    }),
  },
  refusal: {
    description: 'the model declines in `refusal` with a normal finish_reason',
    apply: (frames) => ({
      kind: 'frames',
      frames: [
        other('data: {"choices":[{"index":0,"delta":{"refusal":"I cannot help with that."}}]}\n\n'),
        ...without(frames, 'part'),
      ],
      ending: 'end',
    }),
  },
  'content-filter-400': {
    description: '400 with the code content_filter, as Azure sends',
    apply: () => status(400, openAiError('The response was filtered', 'invalid_request', 'content_filter')),
  },
  'context-length': {
    description: '400 with the code context_length_exceeded',
    apply: () =>
      status(
        400,
        openAiError(
          "This model's maximum context length is 8192 tokens.",
          'invalid_request_error',
          'context_length_exceeded',
        ),
      ),
  },
  'refuses-field': {
    description: '400 naming `field` as long as the request contains it',
    apply: (_frames, { field = 'stream_options' }, body) =>
      field in body
        ? status(
            400,
            openAiError(
              `Unsupported parameter: '${field}'`,
              'invalid_request_error',
              'unsupported_parameter',
            ),
          )
        : undefined,
  },
  'no-system-role': {
    description: '400 as long as a message has the role `system`, as chat templates without that role reply',
    apply: (_frames, _options, { messages }) =>
      (messages as { role: string }[]).some(({ role }) => role === 'system')
        ? status(400, openAiError('System role not supported', 'BadRequestError', 400))
        : undefined,
  },
  'short-replies': {
    description: '400 as long as max_tokens is above 1,500, or always if `at` is given',
    apply: (_frames, { at }, body) => {
      const most = at === undefined ? 1_500 : Number(body.max_tokens) - 1;
      const words = `Invalid max_tokens value, the valid range of max_tokens is [1, ${most}]`;
      return Number(body.max_tokens) > most
        ? status(400, openAiError(words, 'invalid_request_error', 'invalid_request_error'))
        : undefined;
    },
  },
  'error-in-stream': {
    description: 'an error object after `at` parts',
    apply: (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [...upTo(frames, at), errorEvent],
      ending: 'end',
    }),
  },
  'usage-before-error': {
    description: 'usage, then an error object, after `at` parts',
    apply: (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [...upTo(frames, at), ...frames.filter(({ kind }) => kind === 'usage'), errorEvent],
      ending: 'end',
    }),
  },
  'usage-after-error': {
    description: 'an error object after `at` parts, then usage',
    apply: (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [...upTo(frames, at), errorEvent, ...frames.filter(({ kind }) => kind === 'usage')],
      ending: 'end',
    }),
  },
  'no-done': {
    description: 'everything but [DONE]',
    apply: (frames) => ({ kind: 'frames', frames: without(frames, 'done'), ending: 'end' }),
  },
  'no-usage': {
    description: 'no usage at all',
    apply: (frames) => ({ kind: 'frames', frames: without(frames, 'usage'), ending: 'end' }),
  },
  'open-end': {
    description: 'a complete reply whose connection stays open',
    apply: (frames) => ({ kind: 'frames', frames: without(frames, 'usage', 'done'), ending: 'hang' }),
  },
  'invalid-chunk': {
    description: 'a chunk that is not JSON after `at` parts',
    apply: (frames, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(frames, at),
        other('data: {"choices":[{"delta":{"con\n\n'),
        ...without(frames, 'open', 'part'),
      ],
      ending: 'end',
    }),
  },
  'invalid-json': {
    description: 'a reply in prose where JSON was requested',
    apply: (frames, _options, body) => {
      if (!body.response_format) return undefined;
      const words = other(
        'data: {"choices":[{"index":0,"delta":{"content":"Certainly! {question: here is"}}]}\n\n',
      );
      return { kind: 'frames', frames: [words, ...without(frames, 'part')], ending: 'end' };
    },
  },
  slow: {
    description: 'delayMs (default 200) between two chunks',
    apply: (frames, { delayMs = 200 }) => ({ kind: 'frames', frames, ending: 'end', delayMs }),
  },
  endless: {
    description: 'a model that never stops writing',
    apply: () => ({
      kind: 'frames',
      frames: [
        other(`data: {"choices":[{"index":0,"delta":{"content":"${'and so on '.repeat(100)}"}}]}\n\n`),
      ],
      ending: 'repeat',
    }),
  },
  garbage: {
    description: 'endless bytes that never form an event',
    apply: () => ({ kind: 'frames', frames: [other('x'.repeat(64 * 1024))], ending: 'repeat' }),
  },
} as const satisfies Record<string, LlmFault>;

export type LlmFaultMode = keyof typeof llmFaults;

export function status(code: number, body: object | string, retryAfter?: number): LlmOutcome {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { kind: 'status', status: code, headers, body };
}
