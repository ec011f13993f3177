/** Row of a report: its name, and a figure under each heading. */
export type FigureRow = { name: string; figures: Record<string, number | string | undefined> };

/** Rows under the headings of all of them, in columns. */
export function formatTable(title: string, rows: readonly FigureRow[]): string {
  const headings = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cells = [
    ['', ...headings],
    ...rows.map(({ name, figures }) => [name, ...headings.map((heading) => format(figures[heading]))]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[column] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

function format(value: number | string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) >= 10 ? 1 : 3);
}
