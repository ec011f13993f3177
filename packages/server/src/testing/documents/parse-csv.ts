/** Parses the lines and cells of a CSV text according to RFC 4180: CR LF after every line, quotes doubled within quotes. */
export function parseCsv(text: string): string[][] {
  const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const lines: string[][] = [];
  let cells: string[] = [];
  while (cellPattern.lastIndex < text.length) {
    const at = cellPattern.lastIndex;
    const [, quoted, plain = '', end] = cellPattern.exec(text) ?? [];
    if (end === undefined) throw new Error(`not CSV at ${JSON.stringify(text.slice(at, at + 40))}`);
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
