/** Characters that spreadsheets interpret as the beginning of a formula, including East Asian full-width forms. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a line of CSV (RFC 4180), including its line end. A text that a spreadsheet would run as a formula is preceded by an
 * apostrophe, with which spreadsheets themselves mark text. Null is an empty cell.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
