import type { Meter } from '../accounting/meter.ts';

/** Context of every engine method: when to stop, and where its tokens are counted. */
export type EngineContext = { signal: AbortSignal; meter: Meter };

/** Planner's reading of a question. Code turns it into queries; none of its text is ever shown as evidence. */
export type SearchPlan = {
  /** Self-contained question in its own language. */
  question: string;
  /** Concepts in English, most important first, each with synonyms and, if the planner gave it, its Chinese. */
  concepts: { term: string; zh?: string | undefined; synonyms: string[] }[];
};
