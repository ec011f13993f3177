/** Encodes whole numbers up to 2^53 as 7 bits per byte, lowest first, with the high bit set on all but the last. */
export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.length++] = (rest % 128) | 128;
      rest = rest < 0x8000_0000 ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const bytes = this.bytes;
    let length = this.length;
    // Most copies are of a byte or two, for which `set` and `subarray` cost more than copying.
    if (to - from < 16) for (let at = from; at < to; at++) bytes[length++] = source[at] ?? 0;
    else {
      bytes.set(source.subarray(from, to), length);
      length += to - from;
    }
    this.length = length;
  }

  append(source: Uint8Array): void {
    this.copy(source, 0, source.length);
  }

  /** Returns the bytes written so far without copying: valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  varint(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.bytes[this.at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }
}

/** Growing array of 32-bit numbers: millions of them without an object each. */
export class GrowingInts {
  values: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(Math.ceil(this.length * 1.5));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }
}
