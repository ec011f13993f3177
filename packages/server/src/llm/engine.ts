import type { DeviationKind } from '@citewell/citation-checker/finding.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import type { LanguageWork } from '../language-work/language-work.ts';
import type { AttachmentPassage, Passage } from '../literature/ranking/passage.ts';
import type { MeaningChange } from './meaning-change.ts';
import type { ReviewWriter } from './review-writer-port.ts';
import type { EngineContext, SearchPlan } from './search-plan.ts';

/** Roles of models, named as in the settings. */
export const modelRoles = ['planner', 'writer', 'verifier', 'vision', 'reranker'] as const;
export type ModelRole = (typeof modelRoles)[number];

export type { EngineContext, SearchPlan } from './search-plan.ts';

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

export type WriteInput = {
  question: string;
  history: HistoryItem[];
  language: Language;
  /** Best first, followed by context, at most a few hundred; markers in the text may only name these ids. */
  passages: Passage[];
  attachment: AttachmentPassage[];
  /** Description of the images attached to the question; never literature. */
  imageDescription?: string;
};

/**
 * Output of a writer: text with evidence ids ("…fell by 12 % [E3]."), and the model's reasoning, which no caller may
 * see.
 */
export type WriterPart = { type: 'text'; text: string } | { type: 'thinking'; text: string };

/**
 * Receives a writer's output. A returned promise means that the reader lags behind: no more parts until it resolves.
 */
export type PartConsumer = (part: WriterPart) => Promise<void> | undefined;

/** Image as bytes, with type and size already validated. */
export type ImageInput = { mediaType: 'image/png' | 'image/jpeg' | 'image/webp'; base64: string };

/** Segment of a text to polish. */
export type PolishInput = {
  text: string;
  /** Request in the caller's words; empty for the usual polishing. */
  requirement: string;
  language: Language;
  /** Changes of meaning in an earlier version. */
  lost: MeaningChange[];
};

/** Voice of a persona: its style, as an instruction to a model, and its words if there is nothing to quote. */
type PersonaVoice = { style: Record<Language, string>; greeting: Record<Language, string> };

/** Message to a persona; only `passages` may be stated as medical facts. */
export type ChatInput = {
  message: string;
  history: HistoryItem[];
  language: Language;
  persona: PersonaVoice;
  /** Best first; empty if nothing was searched for or found. */
  passages: Passage[];
};

/** Sentence and the abstract it cites; `language` is that of the explanation. */
export type VerifyInput = {
  sentence: string;
  title: string;
  abstract: string;
  language: Language;
  /** Result of the rules: their verdict, the closest passages, and possible differences. */
  alignment: RuleAlignment;
};

/** Result of the rules for a sentence, as input of a later judgement; texts are verbatim. */
export type RuleAlignment = {
  verdict: 'supported' | 'deviates' | 'undetermined';
  passages: string[];
  /** Words of the sentence with those of the abstract; the latter are undefined if it has none. */
  differences: { claim: string; evidence: string | undefined }[];
};

/** Parts of a claim that a verifier compares. */
export const claimParts = [
  'population',
  'intervention',
  'comparator',
  'outcome',
  'effect',
  'number',
  'time',
  'strength',
  'design',
] as const;

/** Part of a claim with the corresponding part of the abstract; both verbatim, `quote` empty if there is none. */
export type ComparedPart = {
  part: (typeof claimParts)[number];
  claim: string;
  quote: string;
  relation: 'same' | 'different' | 'absent';
};

/** Judgement of a verifier on a sentence, with its quotations located in the texts by code. */
export type Verification = {
  /** 2 stated, 1 implied, 0 not mentioned, −1 opposed, −2 the opposite stated. */
  score: number;
  /** Verbatim, with its offsets; undefined only if the score is 0. */
  evidence: Span | undefined;
  /** Compared parts: from a score of 1 on all are the same; below 0 at least one is different. */
  parts: ComparedPart[];
  /** Undefined for scores from 1. */
  deviation: DeviationKind | undefined;
  explanation: string;
  /** Corrected sentence, unchecked; may be empty. */
  suggestion: string;
};

/**
 * Turns evidence into answers. Two implementations: extractive (no key, no network) and model (an LLM provider).
 * Amounts are tokens.
 * @throws {EngineError} if the engine could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 * @example
 * const plan = await engine.planSearch(question, context);
 * await engine.writeAnswer(input, context, take);
 */
export interface Engine {
  /** "extractive", or "<provider>/<model>". */
  readonly name: string;
  /** Indicates that it can describe images. */
  readonly vision: boolean;
  /** Usual hold of an answer in tokens, plan and text together; 0 if it costs none. */
  readonly answerHold: number;
  /** Additional hold in tokens if full texts are read; absent if none. */
  readonly fullTextHold?: number;
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
  /** Writes an answer with evidence ids; resolves when `take` has received the whole text. */
  writeAnswer(input: WriteInput, context: EngineContext, take: PartConsumer): Promise<void>;
  /** Names the verifier in the log if it is not the engine's own. */
  readonly verifierName?: string;
  /** Usual hold of a citation check, in tokens; 0 if it costs none. */
  readonly verifyHold: number;
  /**
   * Judges a sentence by the abstract it cites; resolves with undefined if it has no judgement. Absent if the engine
   * has no verifier, so that the rules decide alone.
   * @throws {EngineError} `bad_json` if the reply could not be parsed, twice.
   */
  verifyCitation?(input: VerifyInput, context: EngineContext): Promise<Verification | undefined>;
  /** Usual hold for the first segments of a text, in tokens; 0 if they cost none. */
  readonly polishHold: number;
  /** Returns the polished segment, unchecked. */
  polish(input: PolishInput, context: EngineContext & { work: LanguageWork }): Promise<string>;
  /** Usual hold of a persona's reply, in tokens; 0 if it costs none. */
  readonly chatHold: number;
  /** Writes like `writeAnswer`, in a persona's voice. */
  chat(input: ChatInput, context: EngineContext, take: PartConsumer): Promise<void>;
  /** Writes reviews; absent if this engine cannot, in which case they quote. */
  readonly review?: ReviewWriter;
  /** Describes images in words, for the writer. */
  describeImages(
    input: { question: string; language: Language; images: ImageInput[] },
    context: EngineContext,
  ): Promise<string>;
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
