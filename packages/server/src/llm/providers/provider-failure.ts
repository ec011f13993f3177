import { readRetryAfter } from '../../platform/text/retry-after.ts';
import type { ModelFailure } from '../model-error.ts';
import { ProviderError } from './provider.ts';

/** Messages that a prompt is too long: OpenAI, vLLM, llama.cpp, Anthropic, Groq, DashScope. */
const contextLength =
  /context[_ ]?(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|reduce the length|range of input length/i;
/** Messages of refusal by content filters: Azure, OpenAI, OpenRouter, DashScope, Zhipu. */
const contentFilter =
  /content[_ -]?(?:filter|policy|moderation)|flagged|responsible_?ai|data_?inspection|sensitive (?:content|information|words)/i;
const rateLimit = /rate[_ -]?limit|too many requests|insufficient_quota|overloaded/i;

/** Messages that a reply must not be that long: OpenAI, DeepSeek, DashScope, Anthropic, Groq. */
const replyLimit = /range|at most|less than or equal|maximum (?:allowed|value)/i;
/** Messages that prompt and reply together are too long, which differ from these: vLLM. */
const promptIncluded = /maximum context length|input tokens|prompt/i;
/** Minimum value of a number in such a message that is a limit. */
const replyLimitMin = 256;

/** Statuses after which the same request may succeed; 529 is Anthropic's "overloaded". */
const passing = new Set([408, 429, 500, 502, 503, 504, 529]);

/**
 * Classifies an HTTP error of a provider. `body` is the beginning of the reply, which is examined and never passed
 * on.
 */
export function httpFailure(
  status: number,
  body: string,
  headers: Record<string, string | string[] | undefined>,
  now: number,
): ProviderError {
  const failure = status < 400 ? 'provider_error' : failureOf(status, body);
  const retryable = passing.has(status) && failure !== 'content_filter' && failure !== 'context_length';
  return new ProviderError(failure, { status, retryable, retryAfterMs: retryAfterMs(headers, now) });
}

/** Returns the maximum tokens of a reply, if an error response rejects the requested number; otherwise undefined. */
export function allowedReply(body: string, asked: number): number | undefined {
  if (!/max_(?:completion_)?tokens/.test(body) || !replyLimit.test(body) || promptIncluded.test(body))
    return undefined;
  const below = (body.match(/\d+/g) ?? []).map(Number).filter((tokens) => tokens < asked);
  const most = Math.max(0, ...below);
  return most >= replyLimitMin ? most : undefined;
}

/** Classifies an error object inside a stream; only its kind is kept. */
export function streamFailure(error: unknown): ProviderError {
  const { code, type, message } = Object(error) as Record<string, unknown>;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 0;
  const failure = failureOf(status, `${code} ${type} ${typeof error === 'string' ? error : message}`);
  const retryable = passing.has(status) || failure === 'rate_limited';
  return new ProviderError(failure, { status: status || undefined, retryable });
}

function failureOf(status: number, text: string): ModelFailure {
  if (status < 500 && status !== 429) {
    if (status === 413 || contextLength.test(text)) return 'context_length';
    if (contentFilter.test(text)) return 'content_filter';
  }
  return status === 429 || rateLimit.test(text) ? 'rate_limited' : 'provider_error';
}

/** Reads the delay that a provider requests, in milliseconds: `retry-after-ms`, OpenAI's finer header, or Retry-After. */
function retryAfterMs(
  headers: Record<string, string | string[] | undefined>,
  now: number,
): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  return milliseconds >= 0 ? milliseconds : readRetryAfter(headers['retry-after'], now);
}
