/** A model that says how well texts fit a question, better than their words can. */
export interface Reranker {
  /** Maximum number of texts per request. */
  readonly depth: number;
  /**
   * A figure for each text, higher for the better; comparable within one question. Undefined where it could not be asked in
   * time: an order is worth a moment, never an answer. Rejects with the signal's reason alone.
   */
  score(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[] | undefined>;
  close(): Promise<void>;
}
