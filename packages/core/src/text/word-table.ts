import { codeAt } from './code-at.ts';

/**
 * Number of characters packed into a 32-bit number, different for all texts: the base is odd, since with an even one
 * only the end of a long word would count.
 */
const half = 6;
const base = 37;

/**
 * Fields of a slot: the word's first half; its second half (for longer words, a hash of everything after the first);
 * its number + 1 (0 if free); its shape: its length or, for longer words, where the rest is stored.
 */
const stride = 4;
const shapeOfLonger = 2 * half + 1;

/**
 * Assigns a number to each ASCII word, ignoring case, without extracting it from its text. An open hash table; `add` is
 * called once per new word and returns its number (not negative).
 */
export class WordTable {
  readonly #add: (word: string) => number;
  #slots = new Int32Array(stride * 1024);
  #mask = 1023;
  #used = 0;
  /** Rest of longer words, each followed by a zero. */
  #characters = new Uint8Array(1 << 13);
  #charactersUsed = 0;

  constructor(add: (word: string) => number) {
    this.#add = add;
  }

  /** `text` from `start` to `end` must consist of ASCII letters and digits. */
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
      // Bit 5 converts letters to lower case and leaves digits unchanged.
      if (this.#characters[character++] !== (codeAt(text, at) | 32)) return false;
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
    for (let at = from; at < end; at++) this.#characters[this.#charactersUsed++] = codeAt(text, at) | 32;
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

/** Maps to 0–35, ignoring case. */
function digitOf(text: string, at: number): number {
  const code = codeAt(text, at) | 32;
  return code > 96 ? code - 87 : code - 48;
}

function hashOf(first: number, second: number): number {
  const hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
