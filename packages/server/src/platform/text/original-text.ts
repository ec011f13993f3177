/** A caller's original text, the cleaned text, and the mapping of positions from the latter to the former, in UTF-16 code units. */
export type OriginalText = { original: string; text: string; placeOf(at: number): number };

/** Returns an unchanged text, in which positions are the same. */
export function identityText(original: string): OriginalText {
  return { original, text: original, placeOf: (at) => at };
}
