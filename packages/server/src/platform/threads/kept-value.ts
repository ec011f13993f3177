/**
 * A value that several calls of a pool share. Each thread that runs one of them keeps a copy, so that the value is cloned
 * once per thread and not once per call, until the value is released.
 */
export class KeptValue<Value> {
  readonly value: Value;
  /** Length of its texts in UTF-16 code units, by which the values that a thread keeps are limited. */
  readonly length: number;
  readonly #onRelease: (() => void)[] = [];

  constructor(value: Value) {
    this.value = value;
    this.length = lengthOf(value);
  }

  /** Registers what drops a copy. */
  onRelease(drop: () => void): void {
    this.#onRelease.push(drop);
  }

  /** Drops the copies of all threads, after the last call that shares the value. */
  release(): void {
    for (const drop of this.#onRelease.splice(0)) drop();
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

/**
 * Records which values one thread has copies of. Released ones are dropped with the next reference; if there are too many
 * others, the least recently used ones are, which includes those of calls that failed.
 */
export class SentValues {
  readonly #lengthMax: number;
  readonly #ids = new WeakMap<KeptValue<unknown>, number>();
  /** Lengths by id, in the order of their last use. */
  readonly #lengths = new Map<number, number>();
  /** Ids that the thread has not been told to drop yet. */
  #dropped: number[] = [];
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
      return { id: known, ...this.#forget() };
    }
    const id = ++this.#lastId;
    this.#length += kept.length;
    for (const oldest of this.#lengths.keys()) {
      if (this.#length <= this.#lengthMax) break;
      this.#drop(oldest);
    }
    this.#ids.set(kept, id);
    this.#lengths.set(id, kept.length);
    kept.onRelease(() => this.#drop(id));
    return { id, value: kept.value, ...this.#forget() };
  }

  #drop(id: number): void {
    const length = this.#lengths.get(id);
    if (length === undefined) return;
    this.#lengths.delete(id);
    this.#length -= length;
    this.#dropped.push(id);
  }

  #forget(): { forget?: number[] } {
    if (this.#dropped.length === 0) return {};
    const forget = this.#dropped;
    this.#dropped = [];
    return { forget };
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
