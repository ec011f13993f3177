import type { Language } from '@citewell/sdk';
import type { Meter, StepIntent } from '../accounting/meter.ts';
import type { ChatMessage } from './prompts/message.ts';
import type { ReplySchema } from './reply-schema.ts';

/**
 * Returns the name under which replies state what wrote them: "extractive" if no model is configured, so that evidence
 * is quoted.
 */
export function engineName(model: Model | undefined): string {
  return model?.name ?? 'extractive';
}

/** Roles of models, named as in the settings. */
export const modelRoles = ['planner', 'writer', 'verifier', 'vision', 'reranker'] as const;
export type ModelRole = (typeof modelRoles)[number];

/** Context of every request to a model: when to stop, and where its tokens are counted. */
export type ModelCallContext = { signal: AbortSignal; meter: Meter };

/**
 * Output of a writer: text with evidence ids ("…fell by 12 % [E3]."), and the model's reasoning, which no caller may
 * see.
 */
export type WriterPart = { type: 'text'; text: string } | { type: 'thinking'; text: string };

/**
 * Receives a writer's output. A returned promise means that the reader lags behind: no more parts until it resolves.
 */
export type PartConsumer = (part: WriterPart) => Promise<void> | undefined;

/** Circumstances for which a prompt is built. */
type PromptSetting = {
  /** Boundary of external text, new in every request. */
  boundary: string;
  /** Context window of the model, in tokens: what does not fit is left out. */
  contextTokens: number;
  /** Maximum tokens of the reply. */
  maxTokens: number;
  /** Indicates that an earlier reply to the same prompt was unusable. */
  again: boolean;
};

/** Task that a feature or a pipeline sets a model: its prompt and its limits. */
export type Task<Input> = {
  /** Kind of the step in the caller's usage. */
  kind: StepIntent['kind'];
  role: ModelRole;
  prompt(input: Input, setting: PromptSetting): readonly ChatMessage[];
  /** Maximum tokens of the reply. */
  maxTokens: number | ((input: Input) => number);
  /** Minimum limit for which a request is worthwhile if the balance allows no more; by default there is none. */
  minTokens?: number;
  temperature: number;
  /** Maximum number of requests for one reply while requests fail, including the first. */
  maxAttempts: number;
  totalMs: number;
};

/** Task whose reply is used whole or not at all. */
export type ReplyTask<Input, Output> = Task<Input> & {
  /** Object that the reply must be; absent for a text. */
  json?: ReplySchema;
  /** Reads the reply; returns undefined if it is unusable. */
  read(reply: string, input: Input): Output | undefined;
  /** Maximum number of replies requested until one is usable; 1 by default. */
  maxReplies?: number;
  /** Rejects a reply that ends at its limit, if nobody could tell that the rest is missing. */
  mustBeComplete?: true;
};

/**
 * Model that performs tasks. The limits and the time of a task hold for each request.
 * @throws {ModelError} if the model could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 * @example
 * const polished = await model.reply(polishTask, { text, requirement: '', language: 'en', lost: [] }, context);
 */
export interface Model {
  /** "<provider>/<model that writes>". */
  readonly name: string;
  /** Context window, in tokens. */
  readonly contextTokens: number;
  /** Returns true if a model with this role is configured. */
  has(role: ModelRole): boolean;
  /**
   * Performs a task and resolves with its reply as read.
   * @throws {ModelError} `bad_json` if no reply was usable, `cut` if one reached its limit and must be complete.
   */
  reply<Input, Output>(
    task: ReplyTask<Input, Output>,
    input: Input,
    context: ModelCallContext,
  ): Promise<Output>;
  /**
   * Performs a task and passes its reply on as it arrives, with a notice at its end if it reached its limit.
   * @throws {ModelError} whose failure tells whether the model failed, or stopped in the middle.
   */
  write<Input extends { language: Language }>(
    task: Task<Input>,
    input: Input,
    context: ModelCallContext,
    take: PartConsumer,
  ): Promise<void>;
}
