import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a file of the repository, by its path from the root. */
export function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
}

export function readDocument(path: string): string {
  return readFileSync(repositoryFile(path), 'utf8');
}

/** Returns every table of a Markdown text whose first column has this title: its rows, by the titles of their cells. */
export function tablesUnder(firstTitle: string, text: string): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  let titles: string[] | undefined;
  for (const line of text.split('\n')) {
    const cells = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim());
    if (!cells) titles = undefined;
    else if (!titles) titles = cells;
    else if (titles[0] === firstTitle && !/^-+$/.test(cells[0] ?? ''))
      rows.push(Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
  }
  return rows;
}

/** Returns the contents of the `code` spans in a cell. */
export function codeIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
