/** Vectors of texts, in their order, and the tokens that they took where the server tells them. */
type Embedded = { vectors: number[][]; tokens: number | undefined };

/** A model that turns texts into vectors: texts of like meaning have vectors of like direction. */
export interface Embedder {
  /** Name of its vectors: those of another name are not compared with them. */
  readonly model: string;
  /** Texts that go before a question and before a record, as the model was trained. */
  readonly prefixes: { query: string; passage: string };
  /**
   * Embeds texts in one request.
   * @throws an error with `failure` if the server rejects it, or replies with other than one vector of the same length a text
   * @throws the reason of `signal` if it aborts
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /** Closes its connections. */
  close(): Promise<void>;
}
