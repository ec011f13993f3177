/** Best records of a segment: highest score first, and in a tie the newest, which has the lowest local id. */
export class TopScores {
  readonly #depth: number;
  readonly #scores: Float64Array;
  readonly #ids: Int32Array;
  #size = 0;

  constructor(depth: number) {
    this.#depth = depth;
    this.#scores = new Float64Array(depth);
    this.#ids = new Int32Array(depth);
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Returns the minimum score with which a later record, in the order of ids, still enters. Scores are whole numbers.
   */
  get limit(): number {
    if (this.#size < this.#depth) return 1;
    return this.#depth === 0 ? Number.POSITIVE_INFINITY : (this.#scores[0] ?? 0) + 1;
  }

  /** Records must be offered in the order of their ids, and only with a score of at least `limit`. */
  offer(score: number, id: number): void {
    if (this.#size < this.#depth) this.#siftUp(this.#size++, score, id);
    else this.#siftDown(score, id);
  }

  /** Returns the records, best first, and clears this. */
  take(): { scores: Float64Array; ids: Int32Array } {
    const scores = new Float64Array(this.#size);
    const ids = new Int32Array(this.#size);
    while (this.#size > 0) {
      const last = --this.#size;
      scores[last] = this.#scores[0] ?? 0;
      ids[last] = this.#ids[0] ?? 0;
      this.#siftDown(this.#scores[last] ?? 0, this.#ids[last] ?? 0);
    }
    return { scores, ids };
  }

  // A heap with the worst on top: the lowest score, and in a tie the highest id.
  #siftUp(from: number, score: number, id: number): void {
    const scores = this.#scores;
    const ids = this.#ids;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = scores[parent] ?? 0;
      if (above < score || (above === score && (ids[parent] ?? 0) > id)) break;
      scores[place] = above;
      ids[place] = ids[parent] ?? 0;
      place = parent;
    }
    scores[place] = score;
    ids[place] = id;
  }

  #siftDown(score: number, id: number): void {
    const scores = this.#scores;
    const ids = this.#ids;
    const size = this.#size;
    let place = 0;
    for (let child = 1; child < size; child = 2 * place + 1) {
      let worst = scores[child] ?? 0;
      if (child + 1 < size) {
        const other = scores[child + 1] ?? 0;
        if (other < worst || (other === worst && (ids[child + 1] ?? 0) > (ids[child] ?? 0))) {
          child++;
          worst = other;
        }
      }
      if (score < worst || (score === worst && id > (ids[child] ?? 0))) break;
      scores[place] = worst;
      ids[place] = ids[child] ?? 0;
      place = child;
    }
    if (size === 0) return;
    scores[place] = score;
    ids[place] = id;
  }
}
