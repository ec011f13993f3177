/**
 * Number of characters that fit into one number of 32 bits, different for all texts: an odd base, since with an even
 * one only the end of a long word would count.
 */
const half = 6;
const base = 37;

/**
 * Fields of a slot: the word's first half, its second half (of longer words a hash of all that is behind the first), its number + 1
 * (0: free), its shape: how long it is, or, of longer words, where that is kept which is behind the first half.
 */
const stride = 4;
const shapeOfLonger = 2 * half + 1;

/**
 * A number for each ASCII word, without cutting it out of its text: capitals and small letters are one. An open hash
 * table; `add` is called once for each word there is and says its number (not negative).
 */
export class WordTable {
  readonly #add: (word: string) => number;
  #slots = new Int32Array(stride * 1024);
  #mask = 1023;
  #used = 0;
  /** The rest of longer words, each followed by a zero. */
  #characters = new Uint8Array(1 << 13);
  #charactersUsed = 0;

  constructor(add: (word: string) => number) {
    this.#add = add;
  }

  /** `text` from `start` to `end` must be ASCII letters and digits. */
  numberOf(text: string, start: number, end: number): number {
    const middle = Math.min(start + half, end);
    let first = 0;
    for (let at = start; at < middle; at++) first = (Math.imul(first, base) + digitOf(text, at)) | 0;
    let second = 0;
    for (let at = middle; at < end; at++) second = (Math.imul(second, base) + digitOf(text, at)) | 0;
    const length = end - start;
    const slots = this.#slots;
    let slot = stride * (hashOf(first, second) & this.#mask);
    for (let number = slots[slot + 2] ?? 0; number !== 0; number = slots[slot + 2] ?? 0) {
      if (slots[slot] === first && slots[slot + 1] === second) {
        const shape = slots[slot + 3] ?? 0;
        if (length < shapeOfLonger ? shape === length : this.#isLonger(shape, text, middle, end))
          return number - 1;
      }
      slot = (slot + stride) & (stride * this.#mask);
    }
    return this.#insert(first, second, text, start, end);
  }

  #isLonger(shape: number, text: string, from: number, end: number): boolean {
    if (shape < shapeOfLonger) return false;
    let character = shape - shapeOfLonger;
    for (let at = from; at < end; at++)
      // Bit 5 makes letters small and leaves digits as they are.
      if (this.#characters[character++] !== (text.charCodeAt(at) | 32)) return false;
    return this.#characters[character] === 0;
  }

  #insert(first: number, second: number, text: string, start: number, end: number): number {
    const number = this.#add(text.slice(start, end).toLowerCase());
    if (2 * ++this.#used > this.#mask) this.#grow();
    const length = end - start;
    const shape = length < shapeOfLonger ? length : this.#keep(text, start + half, end);
    this.#slots.set([first, second, number + 1, shape], this.#freeSlot(first, second));
    return number;
  }

  #keep(text: string, from: number, end: number): number {
    while (this.#charactersUsed + end - from >= this.#characters.length) {
      const larger = new Uint8Array(2 * this.#characters.length);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    const shape = this.#charactersUsed + shapeOfLonger;
    for (let at = from; at < end; at++) this.#characters[this.#charactersUsed++] = text.charCodeAt(at) | 32;
    this.#charactersUsed++;
    return shape;
  }

  #freeSlot(first: number, second: number): number {
    let slot = stride * (hashOf(first, second) & this.#mask);
    while (this.#slots[slot + 2] !== 0) slot = (slot + stride) & (stride * this.#mask);
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < old.length; at += stride)
      if (old[at + 2] !== 0)
        this.#slots.set(old.subarray(at, at + stride), this.#freeSlot(old[at] ?? 0, old[at + 1] ?? 0));
  }
}

/** 0 to 35, capitals and small letters alike. */
function digitOf(text: string, at: number): number {
  const code = text.charCodeAt(at) | 32;
  return code > 96 ? code - 87 : code - 48;
}

function hashOf(first: number, second: number): number {
  const hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
