import type { HistoryItem, Language } from '@citewell/sdk';
import type { EngineContext, Model, ModelRole } from './model.ts';

/** Planner's reading of a question. Code turns it into queries; none of its text is ever shown as evidence. */
export type SearchPlan = {
  /** Self-contained question in its own language. */
  question: string;
  /** Concepts in English, most important first, each with synonyms and, if the planner gave it, its Chinese. */
  concepts: { term: string; zh?: string | undefined; synonyms: string[] }[];
};

/** Ways to request a JSON object: by its schema, as JSON of any shape, or by the prompt alone. */
export const structuredOutputs = ['schema', 'json', 'text'] as const;
export type StructuredOutput = (typeof structuredOutputs)[number];

export type PlanInput = { question: string; history: HistoryItem[]; language: Language };

/** Question with the titles that a first search found, best first. */
export type SecondSearchInput = PlanInput & { titles: readonly string[] };

/** Record as a model sees it for screening, in one line. */
export type CandidateSummary = {
  title: string;
  /** Authors' conclusion, otherwise the end of the abstract; empty without an abstract. */
  conclusion: string;
};

/** Question with the records that a search found, best first. */
export type ScoreInput = { question: string; language: Language; records: readonly CandidateSummary[] };

/**
 * Helps to search, and performs the features' tasks. Two implementations: extractive (no key, no network) and model (an
 * LLM provider). Amounts are tokens.
 * @throws {EngineError} if the engine could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 * @example
 * const plan = await engine.planSearch(question, context);
 * await engine.model?.write(answerTask, input, context, take);
 */
export interface Engine {
  /** "extractive", or "<provider>/<model>". */
  readonly name: string;
  /** Indicates that it can describe images. */
  readonly vision: boolean;
  /** Model for the features' tasks; absent if there is none, so that each feature does without. */
  readonly model?: Model;
  /** Usual hold of the requests for one search, in tokens: its plan, and a second look; 0 if they cost none. */
  readonly searchHold: number;
  /**
   * Plans the search; resolves with undefined if this engine has no planner, so that the deterministic plan is used
   * alone.
   */
  planSearch(input: PlanInput, context: EngineContext): Promise<SearchPlan | undefined>;
  /**
   * Plans one further search after seeing the titles found by the first; resolves with undefined if they suffice.
   * Absent unless the operator enabled it.
   */
  planSecondSearch?(input: SecondSearchInput, context: EngineContext): Promise<SearchPlan | undefined>;
  /**
   * Scores how well each record answers the question, from 0 (not at all) to 3 (directly). Absent if no model has this
   * role.
   */
  scoreRecords?(input: ScoreInput, context: EngineContext): Promise<number[]>;
  /** Requests one word from the model of a role, charged to no key; absent if there is no model. */
  probe?(role: ModelRole, signal: AbortSignal): Promise<void>;
  /**
   * Returns the form of JSON requests that the model of a role accepts, learnt from its first such reply; undefined
   * until then.
   */
  structuredOutput?(role: ModelRole): StructuredOutput | undefined;
}

/** Reason of an engine's failure, which alone determines the pipeline's reply. */
export type EngineFailure =
  | 'unreachable'
  | 'timeout'
  | 'stalled'
  | 'cut'
  | 'rate_limited'
  | 'provider_error'
  | 'empty'
  | 'content_filter'
  | 'context_length'
  | 'bad_json'
  | 'circuit_open';

/** Failure of an engine. Contains kind and status only: provider errors can carry keys and questions. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly failure: EngineFailure;
  readonly status: number | undefined;

  constructor(failure: EngineFailure, status?: number) {
    super(`engine: ${failure}${status ? ` (HTTP ${status})` : ''}`);
    this.failure = failure;
    this.status = status;
  }
}
