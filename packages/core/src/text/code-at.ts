const { charCodeAt } = String.prototype;

/**
 * Returns the UTF-16 code unit at a position within a text. `text.charCodeAt(at)` in a loop takes three times as long once that
 * line has seen texts of more than four of V8's representations (flat, sliced, joined, interned, of one or two bytes each),
 * because it then looks the method up for every character.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
