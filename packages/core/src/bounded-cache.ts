type Entry<Value> = { value: Value; size: number; isUsed: boolean };

/**
 * Cache of bounded size that evicts the oldest value first, unless it was used since the previous eviction passed it: almost the
 * least recently used one, without moving an entry at each use. Adding to a full cache of which every value was used passes all of them
 * once.
 */
export class BoundedCache<Value, Key = string> {
  readonly #sizeMax: number;
  readonly #entries = new Map<Key, Entry<Value>>();
  #size = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  set(key: Key, value: Value, size: number): void {
    this.delete(key);
    // So that adding it does not evict it while others can go.
    const added = { value, size, isUsed: true };
    this.#entries.set(key, added);
    this.#size += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#sizeMax) break;
      if (!entry.isUsed) {
        this.delete(oldest);
        continue;
      }
      entry.isUsed = false;
      // Moved to the end, which this loop reaches again if everything has been used.
      this.#entries.delete(oldest);
      this.#entries.set(oldest, entry);
    }
    added.isUsed = false;
  }

  delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
