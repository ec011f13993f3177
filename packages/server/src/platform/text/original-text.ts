/** A caller's text as it came, the text that is read, and where a place of that stands in it, both in UTF-16 code units. */
export type OriginalText = { original: string; text: string; placeOf(at: number): number };

/** A text that is read as it came: places are the same in both. */
export function identityText(original: string): OriginalText {
  return { original, text: original, placeOf: (at) => at };
}
