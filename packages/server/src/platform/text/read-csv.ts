/**
 * Parses the rows of a CSV text, according to RFC 4180 and as written by spreadsheets: lines end with LF or CR LF, cells are
 * separated by the separator of the first line (comma, semicolon or tab), and quoted cells may contain all of these. Empty lines are
 * skipped. A text that ends within quotes keeps the incomplete cell.
 */
export function readCsv(text: string): string[][] {
  // A first line "sep=;" specifies the separator for spreadsheets.
  const [begin = '', declared] = /^\ufeff?(?:"?sep=([,;\t])"?\r?\n)?/i.exec(text) ?? [];
  const source = text.slice(begin.length);
  const parting = declared ?? partingOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0]?.trim() !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === parting) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r' || source[at + 1] !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function partingOf(text: string): string {
  const first = text.split('\n', 1)[0]?.replace(/"[^"]*"/g, '') ?? '';
  const count = (character: string) => first.split(character).length - 1;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
