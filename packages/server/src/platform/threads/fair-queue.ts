/** Queue of items with names. The name served least recently comes first, and of its items the oldest. */
export class FairQueue<Item extends { turn: string }> {
  readonly #turns = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Counts the waiting items of a name. */
  sizeOf(turn: string): number {
    return this.#turns.get(turn)?.size ?? 0;
  }

  add(item: Item): void {
    const items = this.#turns.get(item.turn) ?? new Set();
    if (items.has(item)) return;
    this.#turns.set(item.turn, items.add(item));
    this.#size += 1;
  }

  delete(item: Item): void {
    const items = this.#turns.get(item.turn);
    if (!items?.delete(item)) return;
    this.#size -= 1;
    if (items.size === 0) this.#turns.delete(item.turn);
  }

  /** Takes the first item that fits; its name then moves to the end of the order. */
  take(fits: (item: Item) => boolean): Item | undefined {
    for (const item of this) {
      if (!fits(item)) continue;
      this.delete(item);
      const rest = this.#turns.get(item.turn);
      if (rest) {
        this.#turns.delete(item.turn);
        this.#turns.set(item.turn, rest);
      }
      return item;
    }
    return undefined;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.#turns.values()) yield* items;
  }
}
