/**
 * A value that several calls of a pool share. Each thread that runs one of them keeps a copy, so that the value is cloned
 * once per thread and not once per call.
 */
export class KeptValue<Value> {
  readonly value: Value;
  /** Length of its texts in UTF-16 code units, by which the values that a thread keeps are limited. */
  readonly length: number;

  constructor(value: Value) {
    this.value = value;
    this.length = lengthOf(value);
  }
}

/** Reference to a kept value in a message to a thread, with the value if the thread lacks it. */
export type KeptReference = {
  id: number;
  /** Present if the thread does not have it yet. */
  value?: unknown;
  /** Values that the thread drops from now on. */
  forget?: readonly number[];
};

/** Records which values one thread has copies of; if there are too many, the least recently used ones are dropped. */
export class SentValues {
  readonly #lengthMax: number;
  /** Values that nobody holds any longer are requested by no call, and are dropped in turn. */
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

  /** Creates the reference to a value for the next message to the thread. */
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

  /** Applies a message, and returns the value that it refers to. */
  take(reference: KeptReference | undefined): unknown {
    if (!reference) return undefined;
    const { id, forget = [] } = reference;
    for (const each of forget) this.#copies.delete(each);
    if ('value' in reference) this.#copies.set(id, reference.value);
    return this.#copies.get(id);
  }
}

/** Returns the length of all texts in a value of plain data. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  const parts =
    value instanceof Map ? [...value.values()] : value instanceof Set ? value : Object.values(value);
  for (const part of parts) length += lengthOf(part);
  return length;
}
