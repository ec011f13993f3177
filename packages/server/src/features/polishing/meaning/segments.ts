import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isNumberedReference } from './caller-markers.ts';

/** Part of a text. `lead` and `tail` are the white space around `body`; all parts joined are the text. */
export type Segment = {
  /** `kept`: tables, code, equations, lists of references. */
  kind: 'prose' | 'kept';
  lead: string;
  body: string;
  tail: string;
};

/** Maximum size of a segment of prose in UTF-16 units: with its instructions it fits the smallest context windows. */
export const segmentMax = 1_200;

/** Splits a text into segments, in order; only the last may have no body. */
export function splitSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let prose = '';
  const flush = () => {
    for (const part of cutLong(prose)) segments.push(segmentOf('prose', part));
    prose = '';
  };
  for (const { kept, lines } of blocks(text)) {
    if (kept) {
      flush();
      segments.push(segmentOf('kept', lines));
      continue;
    }
    if (prose.length + lines.length > segmentMax) flush();
    prose += lines;
  }
  flush();
  return segments
    .filter(({ lead, body, tail }) => `${lead}${body}${tail}` !== '')
    .reduce<Segment[]>((joined, segment) => {
      const last = joined.at(-1);
      if (last?.kind !== 'kept' || segment.kind !== 'kept') joined.push(segment);
      else joined[joined.length - 1] = segmentOf('kept', wholeOf(last) + wholeOf(segment));
      return joined;
    }, []);
}

/** Returns a segment as it is in its text. */
function wholeOf({ lead, body, tail }: Segment): string {
  return `${lead}${body}${tail}`;
}

function segmentOf(kind: Segment['kind'], text: string): Segment {
  const body = text.trim();
  if (body === '') return { kind: 'kept', lead: text, body: '', tail: '' };
  const start = text.indexOf(body);
  return { kind, lead: text.slice(0, start), body, tail: text.slice(start + body.length) };
}

/** Patterns for lines without surrounding white space: skipping it at both ends would take quadratic time. */
const fence = /^(```+|~~~+)/;
const tableLine = /^\|.*\|$|^\+(?:[-=]+\+)+$/;
/** Matches the row below a table's header, with or without pipes at its ends. */
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** Matches columns separated by spaces. */
const columns = /\S {3,}\S(?:.*\S)? {3,}\S/;
const tabbed = /\t.*\t/;
const environment =
  /\\begin\{(equation|align|gather|multline|eqnarray|math|displaymath|table|tabular|tabularx|tabulary|tabu|longtable|figure|[Vv]erbatim|alltt|lstlisting|minted|comment|algorithm|algorithmic|thebibliography|tikzpicture|array|split|cases|flalign|alignat|subequations)\*?\}/;
const listOfReferences =
  /^(?:#{1,6}[ \t]*)?(?:\*\*)?(?:references?|bibliography|works cited|literature cited|参考文献|引用文献)(?:\*\*)?[ \t]*[:：]?$/i;
/** Elements whose lines are kept up to their end. */
const htmlElement = /^<(table|pre|script|style|figure|svg|math|textarea)\b/i;
const htmlBlock = /^<\/?(?:table|thead|tbody|tr|td|th|pre|script|style|figure|svg|math)\b/i;
const rule = /^(?:[-*_][ \t]*){3,}$/;

/** Groups lines into blocks: kept lines by their kind, the others one line each. Line ends are preserved. */
function* blocks(text: string): Generator<{ kept: boolean; lines: string }> {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let isEnd: ((line: string) => boolean) | undefined;
  let kept = '';
  for (const [at, line] of lines.entries()) {
    const bare = line.trim();
    if (isEnd) {
      kept += line;
      if (!isEnd(bare)) continue;
      isEnd = undefined;
      yield { kept: true, lines: kept };
      kept = '';
      continue;
    }
    isEnd = endOfBlock(bare, lines, at);
    if (isEnd) kept = line;
    else yield { kept: isKeptLine(bare) || isIndentedCode(line, lines[at - 1]), lines: line };
  }
  if (kept) yield { kept: true, lines: kept };
}

/** Matches Markdown's indented code, but not a paragraph with an indented first line. */
function isIndentedCode(line: string, before: string | undefined): boolean {
  if (!/^(?: {4}|\t)/.test(line) || /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)) return false;
  if (before !== undefined && !/^\s*$|^(?: {4}|\t)/.test(before)) return false;
  const isProse =
    /(?:\p{L}(?:[\p{L}\p{N}-]|,(?! )){0,60},? {1,9}){6}|\p{Script=Han}{6}|\p{Script=Han}.{0,400}[。！？]/u.test(
      line,
    );
  return !isProse || /[{}=]|\w\([^(]{0,400}\)|[;\\]$/.test(line);
}

/** Finds the pattern that ends a block of several lines. */
function endOfBlock(
  line: string,
  lines: readonly string[],
  at: number,
): ((line: string) => boolean) | undefined {
  const [, fenced] = fence.exec(line) ?? [];
  if (fenced) return (each) => each.startsWith(fenced) && /^(?:`+|~+)$/.test(each);
  const [, name] = environment.exec(line) ?? [];
  if (name) {
    const closes = (each: string) => each.includes(`\\end{${name}}`) || each.includes(`\\end{${name}*}`);
    return closes(line) ? undefined : closes;
  }
  if (line.startsWith('$$') && !/^\$\$.*\$\$/.test(line)) return (each) => each.includes('$$');
  if (line.startsWith('\\[') && !line.includes('\\]')) return (each) => each.includes('\\]');
  const [, element = ''] = htmlElement.exec(line) ?? [];
  if (element !== '') {
    const closes = (each: string) => each.toLowerCase().includes(`</${element.toLowerCase()}>`);
    return !closes(line) && lines.slice(at + 1).some(closes) ? closes : undefined;
  }
  if (line.startsWith('<!--') && !line.includes('-->')) return (each) => each.includes('-->');
  const rows = tableRows(line, lines, at);
  if (rows > 0) {
    let left = rows;
    return () => --left === 0;
  }
  // To the end of the text: what follows a list of references is another entry, or an appendix without citations.
  if (listOfReferences.test(line) && lines.slice(at + 1).some((each) => /\S/.test(each))) return () => false;
  return undefined;
}

/** Counts the lines after this one that belong to the table of this header. */
function tableRows(line: string, lines: readonly string[], at: number): number {
  const next = lines[at + 1]?.trim() ?? '';
  if (!line.includes('|') || !next.includes('|') || !delimiterRow.test(next)) return 0;
  const end = lines.findIndex((each, index) => index > at + 1 && !each.includes('|'));
  return (end < 0 ? lines.length : end) - at - 1;
}

function isKeptLine(line: string): boolean {
  return (
    tableLine.test(line) ||
    tabbed.test(line) ||
    columns.test(line) ||
    // A LaTeX comment.
    line.startsWith('%') ||
    environment.test(line) ||
    htmlBlock.test(line) ||
    isNumberedReference(line) ||
    rule.test(line) ||
    /^\$\$.*\$\$$/.test(line)
  );
}

/** Splits prose at line or sentence ends, and a sentence longer than a segment at a word end. */
function* cutLong(prose: string): Generator<string> {
  let rest = prose;
  while (rest.length > segmentMax) {
    const at = cutAt(rest);
    yield rest.slice(0, at);
    rest = rest.slice(at);
  }
  if (rest !== '') yield rest;
}

function cutAt(text: string): number {
  const window = text.slice(0, segmentMax);
  const ends = splitSentences(window).map(({ end }) => end);
  // The last sentence may continue beyond the window.
  const last = ends.length > 1 ? ends.at(-2) : undefined;
  if (last !== undefined && last > 0) return last;
  const space = window.lastIndexOf(' ');
  if (space > segmentMax / 2) return space + 1;
  const code = text.charCodeAt(segmentMax);
  return code >= 0xdc00 && code <= 0xdfff ? segmentMax - 1 : segmentMax;
}
