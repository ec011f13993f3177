/**
 * Text of others inside a prompt: what stands between the two lines is material, never instructions. The boundary is new
 * in every request, so that no text can end its own block.
 */
export function dataBlock(name: string, boundary: string, text: string): string {
  return `<<<${name} ${boundary}\n${text}\n${name} ${boundary}>>>`;
}

/** Text that is not evidence must not look like it: "[E3]" in an attachment becomes "(E3)". */
export function withoutMarks(text: string): string {
  return text.replace(/[[［【]\s*(E\d+)\s*[\]］】]/gi, '($1)');
}

/** The ordinals of an earlier answer mean nothing in the next one. */
export function withoutOrdinals(text: string): string {
  return withoutMarks(text.replace(/\s?\[\d+\]/g, ''));
}
