import type { EngineFailure, StructuredOutput, WriterPart } from '../engine.ts';
import type { ChatMessage } from '../prompts/message.ts';
import type { ReplySchema } from '../prompts/reply-schemas.ts';

export type ChatRequest = {
  model: string;
  /** Makes the messages, the same each time: a reply of a minute need not hold a prompt as long. */
  messages(): readonly ChatMessage[];
  /** Tokens of the reply at most, a model's reasoning included. */
  maxTokens: number;
  /** Absent: the provider's default. */
  temperature?: number;
  /**
   * The JSON object that the reply is to be. A wish: it is made in the form that the model was found to take, and what
   * comes is checked all the same.
   */
  json?: ReplySchema;
};

/** Reason why a model stopped. `other` is one without a use here, such as an unexpected tool call. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'other';

/** Tokens as a provider reports them; unknown is undefined, never zero. */
type ReportedUsage = {
  promptTokens: number | undefined;
  completionTokens: number | undefined;
  /** Tokens of the prompt that the provider served from its cache; absent where it does not say. */
  cachedTokens?: number | undefined;
  /** Tokens of the completion that were reasoning, sent or not; absent where it does not say. */
  thinkingTokens?: number | undefined;
};

/** Part of a provider's stream. A later `usage` overrides an earlier one figure by figure. */
export type ProviderPart =
  | WriterPart
  | ({ type: 'usage' } & ReportedUsage)
  /** All text so far was reasoning whose beginning was not marked, or all reasoning so far was text after all. */
  | { type: 'reread'; as: WriterPart['type'] }
  | { type: 'finish'; reason: FinishReason }
  /** The provider says that it broke off; its usage can still follow. */
  | { type: 'failed'; error: ProviderError };

/**
 * Takes a part in the turn in which it came. A promise says that the reader lags: the provider is read on when it
 * resolves.
 */
export type ProviderPartConsumer = (part: ProviderPart) => Promise<void> | undefined;

type StreamOptions = {
  signal: AbortSignal;
  /** Handler called when the request goes out: from here on the provider bills its prompt. */
  onSent?: (() => void) | undefined;
};

/**
 * One way of talking to models: one request, one reply, no retries and no deadlines of its own.
 * @throws {ProviderError} if a request fails; the reason of its signal if that aborts.
 */
export interface ChatProvider {
  /** Name for the journal: "openai-compatible", "anthropic", … */
  readonly name: string;
  /**
   * Resolves when the reply has come to its end, which is only after a `finish` or a `failed`; anything else rejects with
   * ProviderError. An abort rejects with the signal's reason. Whatever `take` throws closes the request and rejects.
   */
  stream(request: ChatRequest, options: StreamOptions, take: ProviderPartConsumer): Promise<void>;
  /** Returns how a model is asked for JSON, once it has replied to that; undefined as long as it has not. */
  structuredOutput(model: string): StructuredOutput | undefined;
  /** Reports that a complete reply to a request for JSON was none: a schema that is not enforced is not asked for again. */
  noteNoJson(model: string): void;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** A provider request that failed. Holds no text of the provider: it can quote the key and the question. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: EngineFailure;
  readonly status: number | undefined;
  /** True if the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** Name of the optional field that the model refuses, which the next request will not have, or not in this form. */
  readonly refusedField: string | undefined;
  /** Delay that the provider requests, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: EngineFailure,
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
