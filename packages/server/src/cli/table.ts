/**
 * Formats rows as lines, the first one with the titles, each column as wide as its widest cell; numbers are
 * right-aligned.
 */
export function formatTable(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, columns(row[column] ?? '')), 0),
  );
  return rows
    .map((row) =>
      row.map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - columns(cell));
        return numeric.includes(column) ? space + cell : cell + space;
      }),
    )
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('');
}

/** Counts terminal columns: Han characters take two. */
function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}
