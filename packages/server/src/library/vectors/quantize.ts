/**
 * Quantises a vector to signed bytes: its direction to within half a percent, in a quarter of the space. The length,
 * which a cosine does not need, is lost. A zero vector stays zero.
 * @example quantize([0.6, -0.8]) // Int8Array [95, -127]
 */
export function quantize(vector: readonly number[]): Int8Array<ArrayBuffer> {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const scale = most > 0 && Number.isFinite(most) ? 127 / most : 0;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** Computes the cosine of the angle between two vectors of equal length, from -1 to 1; 0 if one of them is zero. */
export function cosine(one: Int8Array, other: Int8Array): number {
  let dot = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let at = 0; at < one.length; at++) {
    const left = one[at] ?? 0;
    const right = other[at] ?? 0;
    dot += left * right;
    squares += left * left;
    otherSquares += right * right;
  }
  return dot / (Math.sqrt(squares * otherSquares) || 1);
}

/**
 * Returns true for a zero vector, which a model returns for a text that it cannot read and which is similar to nothing.
 */
export function isZero(vector: Int8Array): boolean {
  return vector.every((value) => value === 0);
}
