import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';

/** A question as it was put, with what it names in English. */
export type RerankQuestion = Pick<SearchQuery, 'text' | 'language'> & { concepts: readonly string[] };

/** A record as a reranker is shown it: title and abstract. */
export type Candidate = { pmid: Pmid; text: string };

/** Model that scores how well records fit a question. */
export interface Reranker {
  /** Number of candidates that it scores at most. */
  readonly depth: number;
  /** Weight of its scores beside those of the ranking, from 0 to 1. */
  readonly share: number;
  /**
   * Scores each candidate, higher for the better; comparable within one question. Undefined where the model could not be asked in
   * time: an order is worth a moment, never an answer.
   * @throws the reason of `signal` if it aborts, and nothing else.
   */
  score(
    question: RerankQuestion,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<number[] | undefined>;
  /** Closes its connections. */
  close(): Promise<void>;
}
