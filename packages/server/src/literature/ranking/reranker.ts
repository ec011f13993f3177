/** Model that scores how well texts fit a question. */
export interface Reranker {
  /** Maximum number of texts per request. */
  readonly depth: number;
  /**
   * Scores each text, higher for the better; comparable within one question. Undefined where the model could not be asked in
   * time: an order is worth a moment, never an answer.
   * @throws the reason of `signal` if it aborts, and nothing else.
   */
  score(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[] | undefined>;
  close(): Promise<void>;
}
