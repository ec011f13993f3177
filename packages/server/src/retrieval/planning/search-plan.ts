import type { HistoryItem, Language } from '@citewell/sdk';

/** Planner's reading of a question. Code turns it into queries; none of its text is ever shown as evidence. */
export type SearchPlan = {
  /** Self-contained question in its own language. */
  question: string;
  /** Concepts in English, most important first, each with synonyms and, if the planner gave it, its Chinese. */
  concepts: { term: string; zh?: string | undefined; synonyms: string[] }[];
};

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
