/**
 * A number for each ASCII word, without cutting it out of its text: capitals and small letters are one. An open hash
 * table over the words' characters; `add` is called once for each word there is and says its number (not negative).
 */
export class WordTable {
  readonly #add: (word: string) => number;
  /** By place: hash, number + 1 (0: free), where the characters begin, how many. */
  #slots = new Int32Array(4 * 1024);
  #mask = 1023;
  #used = 0;
  #characters = new Uint8Array(1 << 13);
  #charactersUsed = 0;

  constructor(add: (word: string) => number) {
    this.#add = add;
  }

  /** `text` from `start` to `end` must be ASCII letters and digits. */
  numberOf(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text.charCodeAt(at) | 32), 0x01000193);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    let place = hash & this.#mask;
    for (let number = slots[4 * place + 1] ?? 0; number !== 0; number = slots[4 * place + 1] ?? 0) {
      if (slots[4 * place] === hash && this.#is(place, text, start, end)) return number - 1;
      place = (place + 1) & this.#mask;
    }
    return this.#insert(hash, text, start, end);
  }

  #is(place: number, text: string, start: number, end: number): boolean {
    if (this.#slots[4 * place + 3] !== end - start) return false;
    let character = this.#slots[4 * place + 2] ?? 0;
    for (let at = start; at < end; at++)
      // Bit 5 makes letters small and leaves digits as they are.
      if (this.#characters[character++] !== (text.charCodeAt(at) | 32)) return false;
    return true;
  }

  #insert(hash: number, text: string, start: number, end: number): number {
    const number = this.#add(text.slice(start, end).toLowerCase());
    if (2 * ++this.#used > this.#mask) this.#grow();
    while (this.#charactersUsed + end - start > this.#characters.length) {
      const larger = new Uint8Array(2 * this.#characters.length);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    const place = this.#freePlace(hash);
    this.#slots.set([hash, number + 1, this.#charactersUsed, end - start], 4 * place);
    for (let at = start; at < end; at++) this.#characters[this.#charactersUsed++] = text.charCodeAt(at) | 32;
    return number;
  }

  #freePlace(hash: number): number {
    let place = hash & this.#mask;
    while (this.#slots[4 * place + 1] !== 0) place = (place + 1) & this.#mask;
    return place;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < old.length; at += 4)
      if (old[at + 1] !== 0) this.#slots.set(old.subarray(at, at + 4), 4 * this.#freePlace(old[at] ?? 0));
  }
}
