import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { recordingsDir } from '@citewell/simulators/llm/llm-recordings.ts';
import { allowedReply, httpFailure, streamFailure } from './provider-failure.ts';

/** Messages of providers, by meaning. */
const bodies: [status: number, body: string, failure: string, retryable: boolean][] = [
  [400, '{"error":{"code":"context_length_exceeded","message":"…"}}', 'context_length', false],
  [
    400,
    '{"error":{"message":"This model\'s maximum context length is 4096 tokens"}}',
    'context_length',
    false,
  ],
  [
    400,
    '{"type":"error","error":{"message":"prompt is too long: 210000 tokens > 200000"}}',
    'context_length',
    false,
  ],
  [
    400,
    '{"code":"InvalidParameter","message":"Range of input length should be [1, 30720]"}',
    'context_length',
    false,
  ],
  [
    400,
    '{"error":{"message":"exceeds the available context size. try increasing it"}}',
    'context_length',
    false,
  ],
  [413, 'Request too large', 'context_length', false],
  [400, '{"error":{"code":"content_filter","innererror":{}}}', 'content_filter', false],
  [403, '{"error":{"message":"Input was flagged by moderation"}}', 'content_filter', false],
  [400, '{"code":"data_inspection_failed"}', 'content_filter', false],
  [400, '{"error":{"message":"Model names are case-sensitive"}}', 'provider_error', false],
  [401, '{"error":{"message":"Incorrect API key provided: sk-x"}}', 'provider_error', false],
  [402, '{"error":{"message":"Insufficient Balance"}}', 'provider_error', false],
  [408, '', 'provider_error', true],
  [429, '{"error":{"message":"Rate limit reached for the maximum context"}}', 'rate_limited', true],
  [500, 'content filter service is down', 'provider_error', true],
  [503, '<html>', 'provider_error', true],
  [529, '{"error":{"type":"overloaded_error","message":"Overloaded"}}', 'rate_limited', true],
  [302, 'rate limit', 'provider_error', false],
  [200, '<html>maximum context', 'provider_error', false],
];

describe('classification of provider errors', () => {
  for (const [status, body, failure, retryable] of bodies) {
    it(`${status} ${body.slice(0, 60)} → ${failure}`, () => {
      const error = httpFailure(status, body, {}, 0);
      assert.deepEqual([error.failure, error.status, error.retryable], [failure, status, retryable]);
    });
  }

  for (const [body, allowed] of [
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 4096]', 4096],
    ['<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2000]', 2000],
    [
      'max_tokens is too large: 6000. This model supports at most 4096 completion tokens, whereas you provided 6000.',
      4096,
    ],
    [
      'max_tokens: 6000 > 4096, which is the maximum allowed number of output tokens for claude-3-opus-20240229',
      4096,
    ],
    [
      '`max_tokens` must be less than or equal to `2048`, the maximum value for `max_tokens` is less than the `context_window`',
      2048,
    ],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 6000. This model's maximum context length is 8192 tokens and your request has 5000 input tokens (6000 > 8192 - 5000).",
      undefined,
    ],
    [
      "Unsupported parameter: 'max_tokens' is not supported with m-2024-05-13. Use 'max_completion_tokens' instead.",
      undefined,
    ],
    ['max_tokens must be at most 1', undefined],
  ] as const)
    it(`${body.slice(0, 60)} → a reply of ${allowed ?? 'the same length'}`, () => {
      assert.equal(allowedReply(body, 6_000), allowed);
    });

  it('classifies recorded errors', { skip: sharedDataMissing() }, () => {
    const recorded: [file: string, status: number, failure: string][] = [
      ['test_groq__test_tool_regular_error.0', 404, 'provider_error'],
      ['test_openai__test_openai_o1_mini_system_role_system_.0', 400, 'provider_error'],
      ['test_openrouter__test_openrouter_errors_raised.0', 429, 'rate_limited'],
    ];
    for (const [file, status, failure] of recorded) {
      const body = readFileSync(`${recordingsDir}/http-errors/${file}.body`, 'utf8');
      assert.equal(httpFailure(status, body, {}, 0).failure, failure);
    }
  });

  it('reads Retry-After in seconds, as a date, in milliseconds, and absent', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const wait = (headers: Record<string, string>) => httpFailure(429, '', headers, now).retryAfterMs;
    assert.equal(wait({ 'retry-after': '2' }), 2_000);
    assert.equal(wait({ 'retry-after': 'Sun, 01 Mar 2026 12:00:05 GMT' }), 5_000);
    assert.equal(wait({ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }), 0);
    assert.equal(wait({ 'retry-after': '9', 'retry-after-ms': '350' }), 350);
    assert.equal(wait({ 'retry-after': 'soon' }), undefined);
    assert.equal(wait({}), undefined);
  });

  it('classifies error objects inside a stream', () => {
    const meaning = (error: unknown) => {
      const { failure, status, retryable } = streamFailure(error);
      return [failure, status, retryable];
    };
    assert.deepEqual(meaning({ code: 502, message: 'Upstream' }), ['provider_error', 502, true]);
    assert.deepEqual(meaning({ code: 429 }), ['rate_limited', 429, true]);
    assert.deepEqual(meaning({ type: 'overloaded_error' }), ['rate_limited', undefined, true]);
    assert.deepEqual(meaning({ code: 'context_length_exceeded' }), ['context_length', undefined, false]);
    assert.deepEqual(meaning('content_filter'), ['content_filter', undefined, false]);
    assert.deepEqual(meaning(null), ['provider_error', undefined, false]);
  });
});
