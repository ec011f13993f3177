/**
 * Whether a key belongs to an input method: while Chinese is being typed, Enter picks a word and Escape drops it.
 * Safari ends the composition before it tells of the key that did; 229 is what is left of it there.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
