import { readFileSync } from 'node:fs';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';

/** Numbers of a vector. */
const dimensions = 192;

/** Pieces of words by their spelling ("##" before those inside a word), with their vectors, one after the other. */
type WordPieces = {
  rows: ReadonlyMap<string, number>;
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
  shipped = {
    rows: new Map(lines.map((piece, row) => [piece, row])),
    longest: Math.max(...lines.map(({ length }) => length)),
    vectors: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  };
  return shipped;
}

/** Number of letters beyond which a word is a sequence or an address. */
const lettersMax = 40;

/**
 * Creates a function that returns how close in meaning a word is to each of these, from −1 to 1 for the same word: the
 * cosine between the sums of their pieces' vectors. Words are lower-case Latin letters and digits; 0 for others.
 *
 * @example
 * const [cardiac = 0, bone = 0] = similarityTo(['cardiac', 'bone'])('heart');
 * cardiac > bone; // true
 */
export function similarityTo(words: readonly string[]): (word: string) => Float32Array {
  const asked = words.map(readWord);
  return (word) => {
    const { vector, length } = readWord(word);
    return Float32Array.from(asked, (each) =>
      length > 0 && each.length > 0 ? product(each.vector, vector) / (each.length * length) : 0,
    );
  };
}

/**
 * Creates a function that returns how close in meaning a text is to this one, from −1 to 1 for the same words: the cosine
 * between the sums of their words' vectors. Texts are given by their distinct words, lower-case Latin letters and digits;
 * frequent words that say little have short vectors and can be among them. 0 if either text has no known word.
 *
 * @example
 * const likeness = likenessTo(['brain', 'bleed']);
 * likeness(['intracranial', 'haemorrhage']) > likeness(['hip', 'fracture']); // true
 */
export function likenessTo(words: Iterable<string>): (words: Iterable<string>) => number {
  const asked = sumOf(words);
  const length = lengthOf(asked);
  return (others) => {
    const vector = sumOf(others);
    return product(asked, vector) / (length * lengthOf(vector) || 1);
  };
}

function sumOf(words: Iterable<string>): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of words) addTo(sum, readWord(word).vector);
  return sum;
}

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (vector[at] as number);
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(product(vector, vector));
}

/** One kind of array for all vectors, with which loops are several times faster than with a mixture. */
type WordVector = { vector: Float32Array; length: number };

const noVector: WordVector = { vector: new Float32Array(dimensions), length: 0 };

/** Vectors read before, since records on one question repeat each other's words; forgotten when there are too many (4 MB). */
const known = new Map<string, WordVector>();
const knownMax = 5_000;

/** Sums the vectors of the pieces of a word in American spelling; the length is 0 if one of them is not known. */
function readWord(word: string): WordVector {
  const found = known.get(word);
  if (found) return found;
  const read = readAnew(word);
  if (known.size >= knownMax) known.clear();
  known.set(word, read);
  return read;
}

function readAnew(word: string): WordVector {
  const pieces = shippedPieces();
  // Both spellings are one word: the pieces of "haemoperfusion" mean something else.
  const rows = piecesOf(inAmericanSpelling(word), pieces);
  if (rows.length === 0) return noVector;
  const vector = new Float32Array(dimensions);
  for (const row of rows)
    for (let at = 0; at < dimensions; at++)
      vector[at] = (vector[at] as number) + (pieces.vectors[row * dimensions + at] as number);
  return { vector, length: lengthOf(vector) };
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Splits a word into its longest known pieces from the left, as the model does (WordPiece); none if one is not known. */
function piecesOf(word: string, { rows, longest }: WordPieces): number[] {
  const whole = rows.get(word);
  if (whole !== undefined) return [whole];
  const pieces: number[] = [];
  if (word.length > lettersMax) return pieces;
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + longest);
    let row: number | undefined;
    for (; end > start; end--) {
      row = rows.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    pieces.push(row);
    start = end;
  }
  return pieces;
}
