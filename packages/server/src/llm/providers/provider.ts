import type { WriterPart } from '../model.ts';
import type { ModelFailure } from '../model-error.ts';
import type { ChatMessage } from '../prompts/message.ts';
import type { ReplySchema, StructuredOutput } from '../reply-schema.ts';

export type ChatRequest = {
  model: string;
  /** Builds the messages, the same each time, so that a reply of a minute need not hold its prompt. */
  messages(): readonly ChatMessage[];
  /** Maximum tokens of the reply, including a model's reasoning. */
  maxTokens: number;
  /** Temperature of the sampling; absent for the provider's default. */
  temperature?: number;
  /**
   * JSON object that the reply should be. Requested in the form that the model is known to accept, and validated in any
   * case.
   */
  json?: ReplySchema;
};

/** Reason why a model stopped. `other` is one with no meaning here, such as an unexpected tool call. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'other';

/** Tokens as a provider reports them; unknown is undefined, never zero. */
type ReportedUsage = {
  promptTokens: number | undefined;
  completionTokens: number | undefined;
  /** Prompt tokens that the provider read from its cache; absent if not reported. */
  cachedTokens?: number | undefined;
  /** Completion tokens of reasoning, sent or not; absent if not reported. */
  thinkingTokens?: number | undefined;
};

/** Part of a provider's stream. A later `usage` overrides an earlier one figure by figure. */
export type ProviderPart =
  | WriterPart
  | ({ type: 'usage' } & ReportedUsage)
  /**
   * Reclassifies: all text so far was reasoning whose start was not marked, or all reasoning so far was text after all.
   */
  | { type: 'reread'; as: WriterPart['type'] }
  | { type: 'finish'; reason: FinishReason }
  /** The provider reports that it broke off; its usage can still follow. */
  | { type: 'failed'; error: ProviderError };

/**
 * Receives a part in the turn in which it arrived. A returned promise means that the reader lags: reading from the
 * provider resumes when it resolves.
 */
export type ProviderPartConsumer = (part: ProviderPart) => Promise<void> | undefined;

type StreamOptions = {
  signal: AbortSignal;
  /** Handler called when the request is sent: from then on the provider charges its prompt. */
  onSent?: (() => void) | undefined;
};

/**
 * Protocol for calling models: one request, one reply, no retries and no deadlines of its own.
 * @throws {ProviderError} if a request fails; the reason of its signal if that aborts.
 * @example
 * await provider.stream(request, options, (part) => parts.push(part));
 */
export interface ChatProvider {
  /** Name for the journal: "openai-compatible", "anthropic", … */
  readonly name: string;
  /**
   * Requests a reply; resolves when it is complete, which requires a `finish` or a `failed`, and otherwise rejects with
   * ProviderError. An abort rejects with the signal's reason, after `take` was called with the parts that had already
   * arrived. If `take` throws, the request is closed and rejects with that error.
   */
  stream(request: ChatRequest, options: StreamOptions, take: ProviderPartConsumer): Promise<void>;
  /** Returns how a model is asked for JSON, once it has replied to such a request; undefined until then. */
  structuredOutput(model: string): StructuredOutput | undefined;
  /**
   * Reports that a complete reply to a request for JSON was not JSON: a schema that is not enforced is not used again.
   */
  noteNoJson(model: string): void;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Failure of a provider request. Contains no text of the provider, which can quote the key and the question. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ModelFailure;
  readonly status: number | undefined;
  /** Indicates that the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** Name of the optional field that the model rejects, which the next request omits or sends in another form. */
  readonly refusedField: string | undefined;
  /** Delay that the provider requests, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: ModelFailure,
    options: {
      status?: number | undefined;
      retryable?: boolean;
      refusedField?: string;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(`provider: ${failure}${options.status ? ` (HTTP ${options.status})` : ''}`);
    this.failure = failure;
    this.status = options.status;
    this.retryable = options.retryable ?? false;
    this.refusedField = options.refusedField;
    this.retryAfterMs = options.retryAfterMs;
  }
}
