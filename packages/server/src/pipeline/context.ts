import type { Clock } from '@citewell/core/clock.ts';
import type { YearRange } from '@citewell/core/records/query.ts';
import type { HistoryItem, Includable, Language } from '@citewell/sdk';
import type { StoredResults } from '../accounting/idempotency/stored-results.ts';
import type { Meter } from '../accounting/meter.ts';
import type { LanguageWork } from '../language-work/language-work.ts';
import type { Category } from '../literature/query/category.ts';
import type { Reranker } from '../literature/ranking/reranker.ts';
import type { FullTexts } from '../literature/sources/full-text/full-texts.ts';
import type { Retriever } from '../literature/sources/retriever.ts';
import type { SourceTimeouts } from '../literature/sources/source-timeouts.ts';
import type { Model } from '../llm/model.ts';
import type { ImageInput } from '../llm/prompts/message.ts';
import type { Log } from '../platform/log.ts';
import type { Emit } from './events.ts';

/** A validated question: bounded, well-formed, defaults filled in. */
export type AnswerRequest = {
  question: string;
  /** Language of the answer; undefined for the question's own. */
  language: Language | undefined;
  years: YearRange;
  maxReferences: number;
  category: Category | undefined;
  /** Papers that must not be cited. */
  excludedPmids?: ReadonlySet<string>;
  /** Permits reading full texts (the default); with false, only abstracts are read. */
  fullText?: boolean | undefined;
  fileContent: string | undefined;
  history: HistoryItem[];
  images: ImageInput[];
  /** Supplements to include in the reply. */
  include: readonly Includable[];
};

export type AnswerDependencies = {
  /** Language model; undefined if none is configured: evidence is then quoted. */
  model?: Model | undefined;
  /** Permits the model a second search after it has seen the titles found by the first; false by default. */
  secondSearch?: boolean | undefined;
  /** Reranker for the records found, if configured. */
  reranker?: Reranker | undefined;
  literature: {
    remote: Retriever[];
    library: Retriever | undefined;
    /** Full texts of open-access papers; absent if they are not read. */
    fullTexts?: FullTexts | undefined;
    /** Deadlines of the sources; absent for the defaults. */
    sourceTimeouts?: SourceTimeouts | undefined;
  };
  clock: Clock;
  log: Log;
};

/** Context of one call: its id, caller, signal, meter, workers and event sink. */
export type PipelineContext = {
  requestId: string;
  /** Id of the calling key, in whose turn its searches are served; absent in a program with a single user. */
  caller?: string;
  signal: AbortSignal;
  meter: Meter;
  /** Language work for tasks that would block the event loop, on behalf of the calling key. */
  work: LanguageWork;
  emit: Emit;
  /** Stored step results of a call with an `Idempotency-Key`, from which a later call with the same key continues. */
  results?: StoredResults | undefined;
  /** Indicates that the reply is sent as a whole: until then, all of a writer's text can be replaced. */
  isCollected?: boolean;
};
