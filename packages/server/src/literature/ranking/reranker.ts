import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Question as asked, with its English names. */
export type RerankQuestion = Pick<SearchQuery, 'text' | 'language'> & { concepts: readonly string[] };

/** Record in the form a reranker sees: title and abstract. */
export type Candidate = { pmid: Pmid; text: string };

/**
 * Model that scores how well records fit a question.
 * @example
 * const scores = await reranker.score(question, candidates, signal);
 */
export interface Reranker {
  /** Maximum number of candidates that it scores. */
  readonly depth: number;
  /** Weight of its scores relative to those of the ranking, from 0 to 1. */
  readonly share: number;
  /**
   * Scores each candidate, higher for better ones; comparable within one question. Resolves with undefined if the model
   * fails or is late: an order is worth a moment's wait, but not an answer.
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
