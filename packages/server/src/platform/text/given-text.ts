/** A caller's text as it came, the text that is read, and where a place of that stands in it, both in UTF-16 code units. */
export type GivenText = { given: string; text: string; placeOf(at: number): number };

/** A text that is read as it came: places are the same in both. */
export function identityText(given: string): GivenText {
  return { given, text: given, placeOf: (at) => at };
}
