/**
 * Source of a pattern for citation markers in a caller's own text, in any style and bracket width: [3], [1,2], [1–3]. The
 * SDK parses markers of answers. Only whole numbers below 1,000: a year in brackets is not a reference.
 */
export const callerMarker = String.raw`[[［【]\s*\d{1,3}(?:\s*[-–—~～,，、;；]\s*\d{1,3})*\s*[\]］】]`;

/** Returns true if a text begins with such a marker, whole or not. */
export function beginsWithMarker(text: string): boolean {
  return /^[[［【]\s*\d/.test(text);
}

/** Returns true for an entry of a numbered list of references: "[3] Smith J …". */
export function isNumberedReference(line: string): boolean {
  return /^[[［]\d{1,3}[\]］][ \t]*(?:[:：][ \t]*)?\S/.test(line);
}

/** Returns true if a marker comes next, as it does after the full stop of the sentence to which it belongs. */
export function isFollowedByMarker(rest: string): boolean {
  return /^\s*[[［【]\s*\d[^\]］】]{0,200}[\]］】]/.test(rest);
}
