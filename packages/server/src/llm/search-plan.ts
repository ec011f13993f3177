import type { Meter } from '../accounting/meter.ts';

/** Passed to every method of an engine: when to stop, and where its tokens are counted. */
export type EngineContext = { signal: AbortSignal; meter: Meter };

/** The planner's reading of a question. Code renders it into queries; no text of it is ever shown as evidence. */
export type SearchPlan = {
  /** The question made self-contained, in its own language. */
  question: string;
  /** Concepts in English, most telling first, each with its synonyms, and its Chinese where the planner gave it. */
  concepts: { term: string; zh?: string | undefined; synonyms: string[] }[];
};
