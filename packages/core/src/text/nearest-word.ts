/** Returns the word with the smallest edit distance (insertions, deletions, replacements of characters) from `word`. */
export function nearestWord(
  word: string,
  words: readonly string[],
  editsMax = Number.POSITIVE_INFINITY,
): string | undefined {
  let nearest: string | undefined;
  let fewest = editsMax + 1;
  for (const candidate of words) {
    const edits = editDistance(word, candidate);
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = candidate;
  }
  return nearest;
}

/** Computes the Levenshtein distance, row by row. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, character] of [...left].entries()) {
    const next = [index + 1];
    for (let column = 0; column < right.length; column += 1) {
      const replaced = (row[column] ?? 0) + (character === right[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
