/**
 * Citation marks that stand in a text: [3], [1,2], [1–3], in any width of brackets. Whole numbers below 1,000 only: a year in
 * brackets is no reference.
 */
const marks = /[[［【]\s*\d{1,3}(?:\s*[-–—~～,，、;；]\s*\d{1,3})*\s*[\]］】](?!\()/gu;

/** Each mark as it stands. */
export function marksIn(text: string): string[] {
  return text.match(marks) ?? [];
}

/** The highest number that is taken, 0 where none is. */
export function highestMark(text: string): number {
  const numbers = marksIn(text).flatMap((mark) => mark.normalize('NFKC').match(/\d+/g) ?? []);
  return Math.max(0, ...numbers.map(Number));
}
