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

/** Forms of asking a model for a JSON object: by its schema, by JSON of any shape, or by the words of the prompt alone. */
export const structuredOutputs = ['schema', 'json', 'text'] as const;
export type StructuredOutput = (typeof structuredOutputs)[number];

export type PlanInput = { question: string; history: HistoryItem[]; language: Language };

/** A question with the titles that a first search found, best first. */
export type SecondSearchInput = PlanInput & { titles: readonly string[] };

/** A record as a model is shown it before anything is chosen: in a line. */
export type CandidateSummary = {
  title: string;
  /** The authors' conclusion, else the end of the abstract; empty where there is no abstract. */
  conclusion: string;
};

/** A question with the records that a search found, best first. */
export type ScoreInput = { question: string; language: Language; records: readonly CandidateSummary[] };

export type WriteInput = {
  question: string;
  history: HistoryItem[];
  language: Language;
  /** Best first, those of context last, at most a few hundred; markers in the text may name only these ids. */
  passages: Passage[];
  attachment: AttachmentPassage[];
  /** Description of the images attached to the question; never literature. */
  imageDescription?: string;
};

/**
 * Output of a writer: text with evidence markers ("…fell by 12 % [E3]."), and the model's reasoning, which no caller
 * may see.
 */
export type WriterPart = { type: 'text'; text: string } | { type: 'thinking'; text: string };

/** Takes what a writer emits. A promise says that the reader lags behind: no more parts until it resolves. */
export type PartConsumer = (part: WriterPart) => Promise<void> | undefined;

/** An image as bytes, its type and size already validated. */
export type ImageInput = { mediaType: 'image/png' | 'image/jpeg' | 'image/webp'; base64: string };

/** A segment of a text to polish. */
export type PolishInput = {
  text: string;
  /** Requirement in the caller's words; empty: the usual. */
  requirement: string;
  language: Language;
  /** Changes of meaning in an earlier version. */
  lost: MeaningChange[];
};

/** The voice of a persona: how it speaks, as an instruction to a model, and its words where there is nothing to quote. */
type PersonaVoice = { style: Record<Language, string>; greeting: Record<Language, string> };

/** A message to a persona; only what `passages` say may be told as a fact of medicine. */
export type ChatInput = {
  message: string;
  history: HistoryItem[];
  language: Language;
  persona: PersonaVoice;
  /** Best first; empty: nothing was searched for, or nothing was found. */
  passages: Passage[];
};

/** A sentence and the abstract it cites; `language` is that of the explanation. */
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
  /** The sentence's words beside those of the abstract; the latter are undefined where it has none. */
  differences: { claim: string; evidence: string | undefined }[];
};

/** The parts of a claim that a verifier compares. */
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

/** A part of a claim beside what the abstract has for it; both verbatim, `quote` empty where it has nothing. */
export type ComparedPart = {
  part: (typeof claimParts)[number];
  claim: string;
  quote: string;
  relation: 'same' | 'different' | 'absent';
};

/** Judgement of a verifier on a sentence, with its quotations located in the texts by code. */
export type Verification = {
  /** 2 stated, 1 implied, 0 not told, −1 spoken against, −2 the opposite stated. */
  score: number;
  /** Verbatim, with its place; undefined only where the score is 0. */
  evidence: Span | undefined;
  /** Parts compared: from a score of 1 on all are the same; below 0 at least one is different. */
  parts: ComparedPart[];
  /** Undefined for scores from 1. */
  deviation: DeviationKind | undefined;
  explanation: string;
  /** A corrected sentence, unchecked; may be empty. */
  suggestion: string;
};

/**
 * Turns evidence into answers. Two implementations: extractive (no key, no network) and model (an LLM provider).
 * Amounts are tokens.
 * @throws {EngineError} if the engine could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 */
export interface Engine {
  /** "extractive", or "<provider>/<model>". */
  readonly name: string;
  /** True where images can be described. */
  readonly vision: boolean;
  /** Tokens that an answer usually needs to be held, plan and text together; 0 where it costs none. */
  readonly answerHold: number;
  /** Tokens more where full texts are read; absent: none. */
  readonly fullTextHold?: number;
  /** Plans the search; undefined if this engine has no planner: the deterministic plan then stands alone. */
  planSearch(input: PlanInput, context: EngineContext): Promise<SearchPlan | undefined>;
  /**
   * Plans one further search after a look at the titles that the first one found; undefined where they suffice. Absent
   * where the operator has not asked for it.
   */
  planSecondSearch?(input: SecondSearchInput, context: EngineContext): Promise<SearchPlan | undefined>;
  /**
   * Scores each record by how far it answers the question, from 0 (not at all) to 3 (directly). Absent where no model has
   * this role.
   */
  scoreRecords?(input: ScoreInput, context: EngineContext): Promise<number[]>;
  /** Writes an answer with evidence ids; resolves when `take` has received the whole text. */
  writeAnswer(input: WriteInput, context: EngineContext, take: PartConsumer): Promise<void>;
  /** Names the verifier in the log where it is another one than the engine's own. */
  readonly verifierName?: string;
  /** Tokens that checking one citation can need to be held; 0 where it costs none. */
  readonly verifyHold: number;
  /**
   * Judges a sentence beside the abstract it cites; undefined if it says nothing of it. Absent where the engine has no verifier:
   * the rules then stand alone.
   * @throws {EngineError} `bad_json` if the reply could not be parsed, twice.
   */
  verifyCitation?(input: VerifyInput, context: EngineContext): Promise<Verification | undefined>;
  /** Tokens that the first segments of a text usually need to be held; 0 where they cost none. */
  readonly polishHold: number;
  /** Returns the polished segment, unchecked. */
  polish(input: PolishInput, context: EngineContext & { work: LanguageWork }): Promise<string>;
  /** Tokens that a reply of a persona usually needs to be held; 0 where it costs none. */
  readonly chatHold: number;
  /** Writes as `writeAnswer` does, in a persona's voice. */
  chat(input: ChatInput, context: EngineContext, take: PartConsumer): Promise<void>;
  /** Writes reviews; absent where this engine cannot: they quote then. */
  readonly review?: ReviewWriter;
  /** Describes images in words, for the writer. */
  describeImages(
    input: { question: string; language: Language; images: ImageInput[] },
    context: EngineContext,
  ): Promise<string>;
  /** Asks the model of a role for a word, billed to no key; absent if there is no model. */
  probe?(role: ModelRole, signal: AbortSignal): Promise<void>;
  /** Returns the form in which the model of a role takes requests for JSON, found out by its first such reply; undefined until then. */
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

/** An engine could not do its work. Holds kind and status only: provider errors can carry keys and questions. */
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
