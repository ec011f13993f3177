/** Best scores of several segments, which limit the search in the next one. */
export class BestScores {
  readonly #depth: number;
  #scores = new Float64Array(0);

  constructor(depth: number) {
    this.#depth = depth;
  }

  /** Lowest score among the best. */
  get floor(): number {
    return this.#depth > 0 && this.#scores.length === this.#depth ? (this.#scores.at(-1) ?? 0) : 0;
  }

  /** Receives scores, best first. */
  add(more: Float64Array): void {
    const known = this.#scores;
    const merged = new Float64Array(Math.min(known.length + more.length, this.#depth));
    for (let to = 0, left = 0, right = 0; to < merged.length; to++)
      merged[to] =
        right >= more.length || (known[left] ?? -1) >= (more[right] ?? 0)
          ? (known[left++] ?? 0)
          : (more[right++] ?? 0);
    this.#scores = merged;
  }
}
