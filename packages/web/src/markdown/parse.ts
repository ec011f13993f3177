import { renderCitationMarker, splitAtCitations } from '@citewell/sdk/citation-markers';

/**
 * Parses the Markdown of answers into plain data. Anything not listed here is text: no raw HTML, no images, and only
 * http(s) links. Emphasis also closes next to Chinese punctuation, where CommonMark leaves it open.
 */
export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

type ListItem = { inlines: Inline[]; blocks: Block[] };

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; inlines: Inline[] }
  /** "[2]": number of the reference, from 1. */
  | { kind: 'citation'; ordinal: number }
  | { kind: 'break' };

/**
 * Returns the source of each top-level block. A streaming answer only changes its last one, so the others need not be
 * parsed again.
 */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const end = () => {
    if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? '';
    if (fence) {
      lines.push(line);
      if (mark.startsWith(fence)) {
        fence = '';
        end();
      }
    } else if (mark) {
      end();
      fence = mark;
      lines.push(line);
    } else if (line.trim() === '') {
      // An empty line ends a block, unless a list continues below it.
      if (isListLine(lines[0] ?? '')) lines.push(line);
      else end();
    } else {
      const previous = lines.at(-1)?.trim();
      if (previous === '' && !isListLine(line) && !/^\s/.test(line)) end();
      if (/^#{1,6}\s/.test(line)) {
        end();
        lines.push(line);
        end();
      } else lines.push(line);
    }
  }
  end();
  return blocks;
}

export function parseBlocks(markdown: string): Block[] {
  return splitBlocks(markdown).flatMap((source) => parseBlock(source));
}

export function parseBlock(source: string): Block[] {
  const lines = source.split('\n').filter((line) => !isLinkDefinition(line));
  const first = lines[0] ?? '';
  if (/^ {0,3}(```|~~~)/.test(first)) {
    const last = /^ {0,3}(```|~~~)/.test(lines.at(-1) ?? '') && lines.length > 1 ? -1 : undefined;
    return [{ kind: 'code', text: lines.slice(1, last).join('\n') }];
  }
  const heading = /^(#{1,6})\s+(?!\s)(.*?)(?<!\s)\s*(?<!#)#*$/.exec(first);
  if (heading && lines.length === 1)
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, inlines: parseInlines(heading[2] ?? '') }];
  if (/^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(first) && lines.length === 1)
    return [{ kind: 'rule' }];
  if (/^ {0,3}>/.test(first))
    return [
      { kind: 'quote', blocks: parseBlocks(lines.map((line) => line.replace(/^ {0,3}> ?/, '')).join('\n')) },
    ];
  if (isTable(lines)) return [readTable(lines)];
  const listAt = lines.findIndex(isListLine);
  if (listAt === 0) return readLists(lines);
  const paragraph = lines
    .slice(0, listAt < 0 ? undefined : listAt)
    .join('\n')
    .trim();
  const rest = listAt < 0 ? [] : readLists(lines.slice(listAt));
  return paragraph === '' ? rest : [{ kind: 'paragraph', inlines: parseInlines(paragraph) }, ...rest];
}

/** "[1]: http://…" would turn every [1] of the text into that link. */
function isLinkDefinition(line: string): boolean {
  return /^ {0,3}\[[^\]]*\]:\s*\S/.test(line);
}

const listLine = /^(\s*)(?:[-*+]|(\d{1,4})[.)])\s+(?!\s)(.*)$/;

function isListLine(line: string): boolean {
  return listLine.test(line);
}

function readLists(lines: readonly string[]): Block[] {
  const lists: Extract<Block, { kind: 'list' }>[] = [];
  let indent = 0;
  let item: { text: string[]; nested: string[] } | undefined;
  const finish = () => {
    if (!item) return;
    const blocks = item.nested.length > 0 ? parseBlocks(dedent(item.nested)) : [];
    lists.at(-1)?.items.push({ inlines: parseInlines(item.text.join('\n').trim()), blocks });
    item = undefined;
  };
  for (const line of lines) {
    const match = listLine.exec(line);
    const depth = match?.[1]?.length ?? 0;
    if (match && (!item || depth <= indent + 1)) {
      finish();
      const ordered = match[2] !== undefined;
      if (lists.at(-1)?.ordered !== ordered)
        lists.push({ kind: 'list', ordered, start: Number(match[2] ?? 1), items: [] });
      indent = depth;
      item = { text: [match[3] ?? ''], nested: [] };
    } else if (match || item?.nested.length) item?.nested.push(line);
    else if (line.trim() !== '') item?.text.push(line.trim());
  }
  finish();
  return lists;
}

function dedent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const depth = depths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(depth)).join('\n');
}

function isTable(lines: readonly string[]): boolean {
  return (
    lines.length >= 2 &&
    /\|/.test(lines[0] ?? '') &&
    /^[\s|:-]+$/.test(lines[1] ?? '') &&
    /-/.test(lines[1] ?? '')
  );
}

function readTable(lines: readonly string[]): Block {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => parseInlines(cell.trim()));
  const [head = '', , ...rows] = lines.filter((line) => line.trim() !== '');
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}

const inlineMark =
  /(?<!`)(`{1,9})(.{1,2000}?)\1(?!`)|!?\[([^\][]*)\]\(\s{0,9}<?([^\s)>]{0,500})>?(?:\s{1,9}"[^"]*")?\s{0,9}\)|\*\*(?=\S)([\s\S]+?)\*\*|__(?=\S)([\s\S]+?)__(?!\w)|\*(?=[^\s*])([^*]+?)\*|(?<!\w)_(?=\S)([^_]+?)_(?!\w)|\\([!-/:-@[-`{-~])|((?<! ) {2,}|\\)\n|(https?:\/\/[^\s<>"'`\]）】，。；、]+[^\s<>"'`\]）】，。；、.,;:!?)])/g;

export function parseInlines(text: string): Inline[] {
  const inlines: Inline[] = [];
  let from = 0;
  const pushText = (words: string) => {
    const last = inlines.at(-1);
    if (words === '') return;
    if (last?.kind === 'text') last.text += words;
    else inlines.push({ kind: 'text', text: words });
  };
  const readPlain = (plain: string) => {
    for (const { text: words, numbers } of splitAtCitations(plain)) {
      if (!numbers) {
        pushText(words);
        continue;
      }
      // Keeps a number next to its word: models put a space before it, where a line could break.
      const last = inlines.at(-1);
      if (last?.kind === 'text') last.text = last.text.trimEnd();
      for (const ordinal of numbers) inlines.push({ kind: 'citation', ordinal });
    }
  };
  for (const match of text.matchAll(inlineMark)) {
    readPlain(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [whole, , code, label, target, strong, strong2, emphasis, emphasis2, escaped, newline, address] =
      match;
    if (code !== undefined) inlines.push({ kind: 'code', text: code.trim() });
    else if (target !== undefined) {
      const href = safeHref(target);
      // Images are not loaded: their text represents them.
      if (href && !whole.startsWith('!'))
        inlines.push({ kind: 'link', href, inlines: parseInlines(label ?? '') });
      else pushText(label ?? '');
    } else if (strong ?? strong2)
      inlines.push({ kind: 'strong', inlines: parseInlines(strong ?? strong2 ?? '') });
    else if (emphasis ?? emphasis2)
      inlines.push({ kind: 'emphasis', inlines: parseInlines(emphasis ?? emphasis2 ?? '') });
    else if (escaped !== undefined) pushText(escaped);
    else if (newline !== undefined) inlines.push({ kind: 'break' });
    else if (address !== undefined && safeHref(address))
      inlines.push({ kind: 'link', href: address, inlines: [{ kind: 'text', text: address }] });
    else pushText(whole);
  }
  readPlain(text.slice(from));
  return inlines;
}

/** Returns a web address; undefined for javascript:, data: and all other schemes. */
export function safeHref(target: string): string | undefined {
  if (!/^https?:\/\//i.test(target)) return undefined;
  try {
    const url = new URL(target);
    return url.username || url.password ? undefined : url.href;
  } catch {
    return undefined;
  }
}

/** Returns the words of a block, with its citations as "[n]". */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text;
        case 'citation':
          return renderCitationMarker(inline.ordinal);
        case 'break':
          return '\n';
        default:
          return plainText(inline.inlines);
      }
    })
    .join('');
}
