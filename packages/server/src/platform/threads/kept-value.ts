/**
 * A value that several calls of a pool have in common. Each thread that answers one keeps its copy, so that the value is cloned
 * once for a thread and not once for a call.
 */
export class KeptValue<Value> {
  readonly value: Value;
  /** Length of its texts in UTF-16 code units: what a thread keeps is bounded by it. */
  readonly length: number;

  constructor(value: Value) {
    this.value = value;
    this.length = lengthOf(value);
  }
}

/** Names a kept value in a message to a thread, with what the thread needs to have it. */
export type KeptReference = {
  id: number;
  /** Present if the thread does not have it yet. */
  value?: unknown;
  /** Values that the thread drops from now on. */
  forget?: readonly number[];
};

/** Lists the values that one thread has copies of; where they become too many, the least recently used ones are forgotten. */
export class SentValues {
  readonly #lengthMax: number;
  /** Values that nobody holds any more are found by no call, and are forgotten in their turn. */
  readonly #ids = new WeakMap<KeptValue<unknown>, number>();
  /** Lengths by id, in the order of their last use. */
  readonly #lengths = new Map<number, number>();
  #lastId = 0;
  #length = 0;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  has(kept: KeptValue<unknown>): boolean {
    return this.#lengths.has(this.#ids.get(kept) ?? 0);
  }

  /** Refers to a value in the next message to the thread. */
  refer(kept: KeptValue<unknown>): KeptReference {
    const known = this.#ids.get(kept);
    if (known !== undefined && this.#lengths.delete(known)) {
      this.#lengths.set(known, kept.length);
      return { id: known };
    }
    const id = ++this.#lastId;
    this.#length += kept.length;
    const forget: number[] = [];
    for (const [oldest, length] of this.#lengths) {
      if (this.#length <= this.#lengthMax) break;
      this.#lengths.delete(oldest);
      this.#length -= length;
      forget.push(oldest);
    }
    this.#ids.set(kept, id);
    this.#lengths.set(id, kept.length);
    return { id, value: kept.value, ...(forget.length > 0 && { forget }) };
  }
}

/** The copies of one thread. */
export class KeptCopies {
  readonly #copies = new Map<number, unknown>();

  /** Takes what a message brings, and returns the value that it names. */
  take(reference: KeptReference | undefined): unknown {
    if (!reference) return undefined;
    const { id, forget = [] } = reference;
    for (const each of forget) this.#copies.delete(each);
    if ('value' in reference) this.#copies.set(id, reference.value);
    return this.#copies.get(id);
  }
}

/** Length of all texts in a value of plain data. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  const parts =
    value instanceof Map ? [...value.values()] : value instanceof Set ? value : Object.values(value);
  for (const part of parts) length += lengthOf(part);
  return length;
}
