import { readFileSync } from 'node:fs';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';

/** Numbers of a vector. */
const dimensions = 192;

/** Pieces of words by their spelling, those at the beginning of a word and those inside one, with their vectors, one after the other. */
type WordPieces = {
  first: ReadonlyMap<string, number>;
  inside: ReadonlyMap<string, number>;
  /** Number of characters of the longest one. */
  longest: number;
  vectors: Int8Array;
};

let shipped: WordPieces | undefined;

/** Loads the pieces and vectors (made by `npm run eval -- train-vectors`) once. */
function shippedPieces(): WordPieces {
  if (shipped) return shipped;
  const lines = readFileSync(new URL('./word-pieces.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const bytes = readFileSync(new URL('./word-vectors.bin', import.meta.url));
  const pieces = lines.map((piece, row) => ({
    piece: piece.replace(/^##/, ''),
    row,
    isInside: piece.startsWith('##'),
  }));
  const rowsOf = (inside: boolean) =>
    new Map(
      pieces.flatMap(({ piece, row, isInside }) => (isInside === inside ? [[piece, row] as const] : [])),
    );
  shipped = {
    first: rowsOf(false),
    inside: rowsOf(true),
    longest: Math.max(...pieces.map(({ piece }) => piece.length)),
    vectors: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  };
  return shipped;
}

/** Number of letters beyond which a word is a sequence or an address. */
const lettersMax = 40;

/** A word as the sum of its pieces: their rows, none if one is not known, and the length of the sum. */
export type VectorWord = { rows: readonly number[]; length: number };

/** Reads a word of lower-case Latin letters and digits; its length is 0 if one of its pieces is not known. */
export function vectorWord(word: string): VectorWord {
  // Both spellings are one word: the pieces of "haemoperfusion" mean something else.
  const rows = piecesOf(inAmericanSpelling(word), shippedPieces());
  return { rows, length: rows.length > 0 ? lengthOf(sumOf([{ rows, length: 0 }])) : 0 };
}

/**
 * Closeness in meaning of words to each of some asked words, from −1 to 1 for the same word: the cosine between the sums of their
 * pieces' vectors; 0 for unknown words. Each word is compared once.
 */
export class Similarities {
  /** Similarities of the words compared so far: of each as many as are asked, from its `placeOf` on. */
  table = new Float32Array(0);
  readonly #asked: readonly VectorWord[];
  readonly #words: readonly VectorWord[];
  /** Vectors of the asked words in groups, and the products of one word with them. */
  readonly #vectors: Int32Array;
  readonly #products: Float64Array;
  /** Places by number of a word, −1 of those not compared yet. */
  #places = new Int32Array(0);
  #compared = 0;

  /** `words`: all words by number, to which further ones may be added. */
  constructor(asked: readonly VectorWord[], words: readonly VectorWord[]) {
    this.#asked = asked;
    this.#words = words;
    const count = Math.ceil(asked.length / together) * together;
    this.#vectors = new Int32Array(count * dimensions);
    this.#products = new Float64Array(count);
    for (const [at, word] of asked.entries()) {
      const first = Math.floor(at / together) * together * dimensions + (at % together);
      for (const [place, number] of sumOf([word]).entries()) this.#vectors[first + place * together] = number;
    }
  }

  /** Returns the place in the table at which the similarities of a word begin. */
  placeOf(word: number): number {
    if (word >= this.#places.length) {
      const longer = new Int32Array(this.#words.length + placesMore).fill(-1);
      longer.set(this.#places);
      this.#places = longer;
    }
    const known = this.#places[word] as number;
    if (known >= 0) return known;
    const place = this.#compared++ * this.#asked.length;
    this.#places[word] = place;
    this.#compare(this.#words[word] as VectorWord, place);
    return place;
  }

  #compare(word: VectorWord, place: number): void {
    if (place + this.#asked.length > this.table.length) {
      const longer = new Float32Array(2 * this.table.length + tableMin * this.#asked.length);
      longer.set(this.table);
      this.table = longer;
    }
    const { shipped, products } = { shipped: shippedPieces(), products: this.#products };
    products.fill(0);
    for (const row of word.rows)
      for (let group = 0; group * together < products.length; group++)
        addProducts(products, this.#vectors, group, shipped.vectors, row);
    for (const [at, { length }] of this.#asked.entries())
      this.table[place + at] =
        length * word.length > 0 ? (products[at] as number) / (length * word.length) : 0;
  }
}

/** Numbers of words for which there is room beyond those known, and words for which there is room at first. */
const placesMore = 1 << 12;
const tableMin = 1 << 11;

/**
 * Creates a function that returns how close in meaning a text is to this one, from −1 to 1 for the same words: the cosine
 * between the sums of their words' vectors. Texts are given by their distinct words; frequent words that say little have short
 * vectors and can be among them. 0 if either text has no known word.
 *
 * @example
 * const likeness = similarityTo(['brain', 'bleed'].map(vectorWord));
 * likeness(['intracranial', 'haemorrhage'].map(vectorWord)) > likeness(['hip', 'fracture'].map(vectorWord)); // true
 */
export function similarityTo(words: readonly VectorWord[]): (words: readonly VectorWord[]) => number {
  const asked = sumOf(words);
  const length = lengthOf(asked);
  return (others) => {
    const vector = sumOf(others);
    return product(asked, vector) / (length * lengthOf(vector) || 1);
  };
}

/** Sums the vectors of words, which are whole numbers: results do not depend on the order. */
function sumOf(words: readonly VectorWord[]): Int32Array {
  const { vectors } = shippedPieces();
  const sum = new Int32Array(dimensions);
  for (const { rows } of words) for (const row of rows) addRow(sum, vectors, row);
  return sum;
}

function addRow(sum: Int32Array, vectors: Int8Array, row: number): void {
  let from = row * dimensions;
  for (let at = 0; at < dimensions; at += 4) {
    sum[at] = (sum[at] as number) + (vectors[from] as number);
    sum[at + 1] = (sum[at + 1] as number) + (vectors[from + 1] as number);
    sum[at + 2] = (sum[at + 2] as number) + (vectors[from + 2] as number);
    sum[at + 3] = (sum[at + 3] as number) + (vectors[from + 3] as number);
    from += 4;
  }
}

function lengthOf(vector: Int32Array): number {
  return Math.sqrt(product(vector, vector));
}

function product(one: Int32Array, other: Int32Array): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Number of words whose vectors are multiplied together, their numbers of one place adjacent: each of the other vector is read once. */
const together = 4;

/** Adds the products of a piece and a group of words, each within 32 bits, since words have at most 40 pieces. */
function addProducts(
  products: Float64Array,
  asked: Int32Array,
  group: number,
  vectors: Int8Array,
  row: number,
): void {
  const rowFrom = row * dimensions;
  let place = group * together * dimensions;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = rowFrom; at < rowFrom + dimensions; at++) {
    const number = vectors[at] as number;
    first = (first + Math.imul(asked[place] as number, number)) | 0;
    second = (second + Math.imul(asked[place + 1] as number, number)) | 0;
    third = (third + Math.imul(asked[place + 2] as number, number)) | 0;
    fourth = (fourth + Math.imul(asked[place + 3] as number, number)) | 0;
    place += together;
  }
  const to = group * together;
  products[to] = (products[to] as number) + first;
  products[to + 1] = (products[to + 1] as number) + second;
  products[to + 2] = (products[to + 2] as number) + third;
  products[to + 3] = (products[to + 3] as number) + fourth;
}

/** Splits a word into its longest known pieces from the left, as the model does (WordPiece); none if one is not known. */
function piecesOf(word: string, { first, inside, longest }: WordPieces): number[] {
  const whole = first.get(word);
  if (whole !== undefined) return [whole];
  const pieces: number[] = [];
  if (word.length > lettersMax) return pieces;
  for (let start = 0; start < word.length; ) {
    const rows = start === 0 ? first : inside;
    let end = Math.min(word.length, start + longest);
    let row: number | undefined;
    for (; end > start; end--) {
      row = rows.get(word.slice(start, end));
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    pieces.push(row);
    start = end;
  }
  return pieces;
}
