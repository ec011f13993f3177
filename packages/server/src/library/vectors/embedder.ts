/** Vectors of texts, in order, and the tokens they used if the server reports them. */
type Embedded = { vectors: number[][]; tokens: number | undefined };

/**
 * Embedding model: texts with similar meaning get vectors with similar directions.
 * @example
 * const { vectors } = await embedder.embed(['aspirin and stroke'], signal);
 */
export interface Embedder {
  /** Name of its vectors, which are never compared with those of another name. */
  readonly model: string;
  /** Prefixes of a question and of a record with which the model was trained. */
  readonly prefixes: { query: string; passage: string };
  /**
   * Embeds texts in one request.
   * @throws an error with `failure` if the server rejects it, or does not return one vector of equal length per text
   * @throws the reason of `signal` if it aborts
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /** Closes its connections. */
  close(): Promise<void>;
}
