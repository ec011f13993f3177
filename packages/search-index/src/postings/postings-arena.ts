/**
 * Bytes of many terms at once, each growing at its own end: slices of one array, each twice as long as the previous up
 * to a limit, so that a rare term takes little space and a common one stays together. Consecutive writes for a term are
 * usually adjacent, which makes inverting a text fast.
 */
const firstSlice = 16;
const sliceMax = 2_048;
/** Size of the link at the end of a slice: the offset of the next one. */
const linkBytes = 4;

/**
 * State of a term, in `state`: its write offset, the end of its slice (link excluded), the start of its first slice,
 * the length of its slice. All of them are 0 before anything is written.
 */
const stride = 4;
const tail = 0;
const end = 1;
const first = 2;
const sliceSize = 3;

export class PostingsArena {
  #bytes = new Uint8Array(1 << 20);
  #used = 0;
  #state = new Int32Array(stride * 1024);
  #terms = 0;

  addTerm(): void {
    if (stride * (this.#terms + 1) > this.#state.length) {
      const larger = new Int32Array(2 * this.#state.length);
      larger.set(this.#state);
      this.#state = larger;
    }
    this.#terms++;
  }

  /** Clears the content, keeping the terms. */
  clear(): void {
    this.#used = 0;
    this.#state.fill(0);
  }

  varint(term: number, value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte(term, (rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(term, rest);
  }

  byte(term: number, value: number): void {
    const state = this.#state;
    const at = stride * term;
    let to = state[at + tail] ?? 0;
    if (to === state[at + end]) to = this.#nextSlice(at);
    this.#bytes[to] = value;
    state[at + tail] = to + 1;
  }

  /** Collects everything written for the term in `into`, which is enlarged if needed. */
  read(term: number, into: Uint8Array<ArrayBuffer>): { bytes: Uint8Array<ArrayBuffer>; length: number } {
    const at = stride * term;
    const last = this.#state[at + tail] ?? 0;
    let bytes = into;
    let length = 0;
    if (last === 0) return { bytes, length };
    let slice = this.#state[at + first] ?? 0;
    for (let size = firstSlice; ; size = Math.min(2 * size, sliceMax)) {
      const sliceEnd = slice + size - linkBytes;
      const isLast = last >= slice && last <= sliceEnd;
      const part = (isLast ? last : sliceEnd) - slice;
      if (length + part > bytes.length) {
        const larger = new Uint8Array(Math.max(2 * bytes.length, length + part));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(this.#bytes.subarray(slice, slice + part), length);
      length += part;
      if (isLast) return { bytes, length };
      slice = this.#link(sliceEnd);
    }
  }

  #nextSlice(at: number): number {
    const state = this.#state;
    const before = state[at + sliceSize] ?? 0;
    const size = before === 0 ? firstSlice : Math.min(2 * before, sliceMax);
    const slice = this.#newSlice(size);
    if (before === 0) state[at + first] = slice;
    else
      for (let byte = 0; byte < linkBytes; byte++)
        this.#bytes[(state[at + end] ?? 0) + byte] = slice >>> (8 * byte);
    state[at + end] = slice + size - linkBytes;
    state[at + sliceSize] = size;
    return slice;
  }

  #link(at: number): number {
    const bytes = this.#bytes;
    return (
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)
    );
  }

  #newSlice(size: number): number {
    if (this.#used + size > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const slice = this.#used;
    this.#used += size;
    return slice;
  }
}
