/**
 * Returns true if a key event belongs to an input method: while Chinese is being typed, Enter picks a word and Escape
 * discards it. Safari ends the composition before it reports the key; keyCode 229 is then the only trace.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
