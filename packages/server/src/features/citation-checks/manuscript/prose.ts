/** Stretch of running text and its first line (from 1); `lineBreak` marks the line ends within it. */
export type Prose = { text: string; line: number };

/** Character that patterns treat as white space and that no text read contains. */
export const lineBreak = '\u2028';

/**
 * Width from which a line continues on the next one; any line before a lower-case letter does too. Chinese characters
 * count double.
 */
const wrappedFrom = 40;
/** Matches lines that begin a block: headings, items, quotations, table rows, footnotes. */
const block = /^\s*(?:#{1,6}\s|[-*+>•]\s|\d{1,3}[.)、]\s?|\||\[\^|[=*_-]{3,}\s*$)/;
const fence = /^\s{0,3}(`{3,}|~{3,})/;

/**
 * Extracts the running text from a manuscript's lines, without fenced code and comments. If the file wraps lines at a
 * fixed width (`wraps`), sentences continue across them; in a Word file a line is a paragraph. `skipped`: lines [from,
 * to) that are not text.
 */
export function proseOf(
  lines: readonly string[],
  { wraps, skipped: [from, to] }: { wraps: boolean; skipped: readonly [number, number] },
): Prose[] {
  const isCode = wraps ? linesInFences(lines) : new Set<number>();
  const all: Prose[] = [];
  for (let at = 0; at < lines.length; at++) {
    const isText = (index: number) =>
      index < lines.length &&
      (index < from || index >= to) &&
      !isCode.has(index) &&
      lines[index]?.trim() !== '';
    if (!isText(at)) continue;
    const line = at + 1;
    const parts = [(lines[at] ?? '').trimEnd()];
    while (wraps && isText(at + 1) && goesOn(lines[at] ?? '', lines[at + 1] ?? '')) {
      at++;
      parts.push((lines[at] ?? '').trim());
    }
    all.push({ text: parts.join(lineBreak), line });
  }
  return all;
}

/** Joins lines; Chinese continues without a space. */
export function onOneLine(text: string): string {
  return text.replace(/(?<=[\p{Script=Han}，。；：、！？）】”])\u2028/gu, '').replaceAll(lineBreak, ' ');
}

function goesOn(line: string, next: string): boolean {
  const width = line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);
  const isLong = width >= wrappedFrom || /[,，、;；(（[–-]\s*$/.test(line) || /^\s*\p{Ll}/u.test(next);
  return isLong && !/^\s*(?:#{1,6}\s|\|)/.test(line) && !block.test(next);
}

/** An unclosed fence is ignored, so that no text is lost. */
function linesInFences(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < lines.length; at++) {
    const [, opened] = fence.exec(lines[at] ?? '') ?? [];
    if (opened === undefined) continue;
    let end = at + 1;
    while (end < lines.length && !lines[end]?.trim().startsWith(opened)) end++;
    if (end === lines.length) break;
    for (let index = at; index <= end; index++) found.add(index);
    at = end;
  }
  return found;
}

/** Removes HTML comments, keeping the lines. */
export function withoutComments(text: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start);
    if (end < 0) return out + text.slice(at);
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]+/g, '');
    at = end + '-->'.length;
  }
}
