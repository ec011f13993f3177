import { find, findAll, type XmlElement } from '../pubmed/xml-records.ts';
import type { FullTextTable } from './full-text.ts';
import { plainText } from './jats-text.ts';

/**
 * Limits on tables per `table-wrap`, and on columns, rows, cells and characters per table; the largest tables of papers
 * have a tenth. Every row includes its column headings, so those of the header count in every row.
 */
const bounds = {
  tables: 20,
  columns: 100,
  rows: 1_000,
  cells: 20_000,
  cell: 2_000,
  caption: 10_000,
  total: 2_000_000,
};

/** Reads the tables of a `table-wrap`: none if it shows an image, or if a table exceeds the limits. */
export function readTables(wrap: XmlElement): FullTextTable[] {
  const label = plainText(find(wrap, 'label'));
  const caption = find(wrap, 'caption');
  const words = [...findAll(caption, 'title'), ...findAll(caption, 'p')].map(plainText).filter(Boolean);
  const written = words.join(' ');
  if (written.length > bounds.caption || label.length > bounds.cell) return [];
  const tables = [...findAll(wrap, 'table'), ...findAll(find(wrap, 'alternatives'), 'table')];
  if (tables.length > bounds.tables) return [];
  return tables.flatMap((table) => {
    const grid = readGrid(table);
    return grid ? [{ label, caption: written, ...grid }] : [];
  });
}

function readGrid(table: XmlElement): Pick<FullTextTable, 'header' | 'rows'> | undefined {
  const head = findAll(table, 'thead').map((group) => resolveSpans(findAll(group, 'tr')));
  // Rows may be directly in the table, or in one or more bodies.
  const groups = table.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (child.name === 'tbody' || child.name === 'tfoot'),
  );
  const loose = findAll(table, 'tr');
  const bodies = [...(loose.length > 0 ? [loose] : []), ...groups.map((group) => findAll(group, 'tr'))];
  const body = bodies.map(resolveSpans);
  if ([...head, ...body].some((grid) => grid === undefined)) return undefined;
  const header = head.flatMap((grid) => grid ?? []);
  const rows = body.flatMap((grid) => grid ?? []);
  // Without a head, leading rows of header cells form one.
  const first = bodies.flat();
  while (head.length === 0 && rows.length > 1 && isHeaderRow(first[header.length]))
    header.push(...rows.splice(0, 1));
  const width = Math.max(0, ...[...header, ...rows].map((row) => row.length));
  if (rows.length === 0 || (header.length + rows.length) * width > bounds.cells) return undefined;
  if (charactersIn(header) * rows.length + charactersIn(rows) > bounds.total) return undefined;
  const padded = (row: string[]) => [...row, ...Array<string>(width - row.length).fill('')];
  return { header: header.map(padded), rows: rows.map(padded) };
}

function charactersIn(rows: readonly string[][]): number {
  return rows.flat().reduce((sum, { length }) => sum + length, 0);
}

function isHeaderRow(row: XmlElement | undefined): boolean {
  const cells = row ? cellsOf(row) : [];
  return cells.length > 0 && cells.every(({ name }) => name === 'th');
}

const cellsOf = (row: XmlElement): XmlElement[] =>
  row.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (child.name === 'td' || child.name === 'th'),
  );

/**
 * Returns the texts of a group of rows, repeating a cell in everything it spans; undefined beyond the limits. As in
 * HTML, a span ends with its group, and a `rowspan` of 0 extends to its end.
 */
function resolveSpans(rows: XmlElement[]): string[][] | undefined {
  if (rows.length > bounds.rows) return undefined;
  const grid: (string | undefined)[][] = rows.map(() => []);
  let cells = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++;
      const text = plainText(cell);
      if (text.length > bounds.cell) return undefined;
      const columns = spanOf(cell, 'colspan') || 1;
      const height = spanOf(cell, 'rowspan');
      const last = Math.min(rows.length, y + (height || (cell.attributes.rowspan === '0' ? rows.length : 1)));
      cells += columns * (last - y);
      if (x + columns > bounds.columns || cells > bounds.cells) return undefined;
      for (let down = y; down < last; down++)
        for (let across = x; across < x + columns; across++) {
          const line = grid[down];
          if (line) line[across] ??= text;
        }
      x += columns;
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
}

function spanOf({ attributes }: XmlElement, name: string): number {
  return /^\d{1,4}$/.test(attributes[name] ?? '') ? Number(attributes[name]) : 1;
}
