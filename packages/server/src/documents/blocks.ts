import { splitAtCitations } from '@citewell/sdk/citation-markers';

/** A piece of a line: plain, emphasized, code, or a citation. */
export type Inline =
  | { kind: 'text' | 'bold' | 'italic' | 'code'; text: string }
  | { kind: 'citation'; ordinal: number };

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'item'; content: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** Parses the Markdown used in reviews, and no other: headings, paragraphs, one-level lists, tables. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd();
    if (line.trim() === '') continue;
    const [, hashes, heading = ''] = /^(#{1,3}) (.*)$/.exec(line) ?? [];
    const [, item] = /^\s*[-*] (.*)$/.exec(line) ?? [];
    if (hashes)
      blocks.push({ kind: 'heading', level: hashes.length as 1 | 2 | 3, content: readInline(heading) });
    else if (item !== undefined) blocks.push({ kind: 'item', content: readInline(item) });
    else if (line.startsWith('|')) {
      const rows: string[] = [];
      for (; (lines[at] ?? '').startsWith('|'); at++) rows.push(lines[at] ?? '');
      at--;
      const cells = rows.filter((row) => !/^\|[\s|:-]+\|?$/.test(row)).map(readRow);
      const [head = [], ...rest] = cells;
      blocks.push({ kind: 'table', head, rows: rest });
    } else blocks.push({ kind: 'paragraph', content: readInline(line) });
  }
  return blocks;
}

/** Counts headings, paragraphs, items, table cells and pieces of lines, as a measure of a document's size. */
export function countPieces(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + piecesOf(block), 0);
}

function piecesOf(block: Block): number {
  if (block.kind !== 'table') return 1 + block.content.length;
  const rows = [block.head, ...block.rows];
  // Every row is padded to the number of cells of the longest.
  const columns = Math.max(...rows.map((row) => row.length));
  return columns * rows.length + rows.flat(2).length;
}

function readRow(row: string): Inline[][] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));
}

const inline = /\\([!-/:-@[-`{-~])|`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

function readInline(text: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  const plain = (from: number, to: number) => {
    for (const { text: words, numbers = [] } of splitAtCitations(text.slice(from, to))) {
      const [ordinal, ...others] = numbers;
      if (ordinal !== undefined && others.length === 0) pieces.push({ kind: 'citation', ordinal });
      else pieces.push({ kind: 'text', text: words });
    }
  };
  for (const match of text.matchAll(inline)) {
    const [whole, escaped, code, bold, italic] = match;
    plain(end, match.index);
    end = match.index + whole.length;
    if (escaped !== undefined) pieces.push({ kind: 'text', text: escaped });
    else if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (bold !== undefined) pieces.push({ kind: 'bold', text: bold });
    else pieces.push({ kind: 'italic', text: italic ?? '' });
  }
  plain(end, text.length);
  return pieces;
}
