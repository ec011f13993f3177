import { flattenScript } from '@citewell/core/records/inline-text.ts';
import { closers, openers, parseCitationMarker } from '@citewell/sdk/citation-markers';

/**
 * Kind of HTML at the start of a text. `character`: a character reference. `tag`: a tag or comment, which displays
 * nothing. `number`: a raised or linked number, as citations are set. `script`: an exponent or the mass number of a
 * nuclide. `broken`: a tag that cannot be distinguished from text, or that is too long. `open`: more text will
 * decide. `text`: none of these.
 */
export type HtmlMark =
  | { kind: 'character' | 'number' | 'script'; length: number; shows: string }
  | { kind: 'tag'; length: number }
  | { kind: 'broken' | 'open' | 'text' };

/** First characters of each kind. */
export const htmlMarkStart = /[&<⁰¹²³⁴-⁹]/;

/** Named character references (WHATWG) whose characters can form a citation; others only occur next to numbers. */
const namedCharacters = new Map([
  ['lbrack', '['],
  ['lsqb', '['],
  ['rbrack', ']'],
  ['rsqb', ']'],
  ['lobrk', '⟦'],
  ['LeftDoubleBracket', '⟦'],
  ['robrk', '⟧'],
  ['RightDoubleBracket', '⟧'],
  ['lbbrk', '❲'],
  ['rbbrk', '❳'],
]);
const characterNames = [...namedCharacters.keys(), 'sup1', 'sup2', 'sup3'];

/** Elements whose content is a citation if it is a number. */
const citing = new Set(['sup', 'a', 'cite', 'citation', 'ref', 'reference', 'footnote']);
/** Elements used to format text, including those above. Other names ("<LOD") are the writer's own text. */
const elements = new Set([
  ...citing,
  ...`abbr b bdi bdo big br center code data del dfn div em font i img ins kbd label li mark nobr ol p pre q rp rt ruby s
  samp small span strike strong sub table tbody td th thead time tr tt u ul var wbr`.split(/\s+/),
]);

const referenceMax = 40;
const tagMax = 500;
const commentMax = 2_000;
/** Maximum length of an element's content, tags included, beyond which it counts as text. */
const contentMax = 400;
/** Characters after a superscript needed to decide what it is. */
const lookAhead = 3;

const openBracket = new RegExp(`[${openers.replace('[', '\\[')}]([^${closers.replace(']', '\\]')}]*)$`);

/**
 * Returns true if the following text is inside a bracket that may be a citation, which is judged as a whole when it
 * closes.
 */
export function isInBracket(before: string): boolean {
  const [bracket, content = ''] = openBracket.exec(before) ?? [];
  return bracket !== undefined && !/\p{L}{2}/u.test(content);
}

/**
 * Classifies the HTML at the start of `text`. `before` is the text in front of it; `ended` means that no more text
 * follows.
 */
export function readHtmlMark(text: string, before: string, ended: boolean): HtmlMark {
  const mark = judge(text, before, ended);
  if (mark.kind !== 'open' || !ended) return mark;
  // An unclosed tag hides everything that follows.
  return { kind: /^<[^\s]/.test(text) ? 'broken' : 'text' };
}

function judge(text: string, before: string, ended: boolean): HtmlMark {
  if (text.startsWith('&')) return readReference(text, ended);
  if (text.startsWith('<')) return /^<[!?]/.test(text) ? readComment(text) : readTag(text, before, ended);
  return readSuperscript(text, before, ended);
}

function readReference(text: string, ended: boolean): HtmlMark {
  // Legacy names need no semicolon, whatever follows.
  const [raised, digit] = /^&sup([123])(?:;|(?=[\s\S]))/.exec(ended ? `${text} ` : text) ?? [];
  if (raised) return { kind: 'character', length: raised.length, shows: '¹²³'[Number(digit) - 1] ?? '' };
  const found = /^&(?:#(\d+)|#x([0-9a-f]+)|([a-z][a-z0-9]*));?/i.exec(text);
  if (!found) return { kind: /^&(?:#x?)?$/i.test(text) ? 'open' : 'text' };
  const [whole, decimal, hexadecimal, name] = found;
  const mayGrow = !ended && whole.length === text.length && !whole.endsWith(';');
  if (name !== undefined) {
    const shows = namedCharacters.get(name);
    if (mayGrow) return { kind: beginsOne(name, characterNames) ? 'open' : 'text' };
    return shows && whole.endsWith(';')
      ? { kind: 'character', length: whole.length, shows }
      : { kind: 'text' };
  }
  if (whole.length > referenceMax) return { kind: 'broken' };
  if (mayGrow) return { kind: 'open' };
  const shows = characterOf(decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16));
  return shows === undefined ? { kind: 'text' } : { kind: 'character', length: whole.length, shows };
}

/** Returns the character a browser displays for a code; undefined for the three that begin references and tags. */
function characterOf(code: number): string | undefined {
  if (code === 38 || code === 60 || code === 62) return undefined;
  const isControl = (code < 32 && code !== 9 && code !== 10) || (code >= 127 && code < 160);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isControl || !isCharacter ? '' : String.fromCodePoint(code);
}

function beginsOne(beginning: string, names: Iterable<string>): boolean {
  return [...names].some((name) => name.startsWith(beginning));
}

function readComment(text: string): HtmlMark {
  const head = text.slice(0, commentMax);
  const [whole] = /^<!--(?:-?>|[\s\S]*?--!?>)/.exec(head) ?? /^<(?:\?|!(?!--))[^>]*>/.exec(head) ?? [];
  if (whole) return { kind: 'tag', length: whole.length };
  return { kind: text.length > commentMax ? 'broken' : 'open' };
}

function readTag(text: string, before: string, ended: boolean): HtmlMark {
  const [begun, name = ''] = /^<\/?([a-z][a-z0-9]*|$)/i.exec(text)?.map((part) => part.toLowerCase()) ?? [];
  if (begun === undefined) return { kind: 'text' };
  if (begun.length === text.length) return { kind: beginsOne(name, elements) ? 'open' : 'text' };
  if (!elements.has(name) || !/^[\s/>]/.test(text.slice(begun.length))) return { kind: 'text' };
  const inside = text.slice(begun.length, tagMax);
  const [whole] = /^(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(inside) ?? [];
  // "a <b and c> d" is a comparison: anything without an attribute value stays.
  const isTag = /^[\s/]*(?:>|$|[^\s=>/]+\s*(?:=|$))/.test(inside);
  if (!isTag || (!whole && text.length > tagMax)) return { kind: 'broken' };
  if (!whole) return { kind: 'open' };
  const length = begun.length + whole.length;
  if (name === 'br' && length <= '<br />'.length) return { kind: 'text' };
  return begun.startsWith('</') || !citing.has(name)
    ? { kind: 'tag', length }
    : readElement(text, { name, length }, before, ended);
}

/** Element that cites if it contains nothing but a number. `length` is that of its opening tag. */
function readElement(
  text: string,
  { name, length }: { name: string; length: number },
  before: string,
  ended: boolean,
): HtmlMark {
  const inside = text.slice(length, length + contentMax);
  const close = new RegExp(`</${name}\\s*>|\\n\\s*\\n`, 'i').exec(inside);
  if (!close && text.length > length + contentMax) return { kind: 'tag', length };
  const closing = close?.[0].startsWith('<') ? close[0].length : 0;
  const end = length + (close?.index ?? inside.length) + closing;
  if (!ended && (!close || (name === 'sup' && text.length < end + lookAhead))) return { kind: 'open' };
  const content = shownText(inside.slice(0, close?.index)).trim();
  const isText =
    [...openers, ...closers].some((each) => content.includes(each)) || !parseCitationMarker(content);
  if (isText) return { kind: 'tag', length };
  return name === 'sup' && isRaised(content, before, text.slice(end, end + lookAhead))
    ? { kind: 'script', length: end, shows: flattenScript('sup', content, before) }
    : { kind: 'number', length: end, shows: content };
}

/** Returns the visible text of an element. */
function shownText(html: string): string {
  return html.replace(/<!--[\s\S]*?-->|<[a-z/!?][^>]*>/gi, '').replace(/&#?\w+;?/g, (reference) => {
    const mark = readReference(reference, true);
    return mark.kind === 'character' ? mark.shows : reference;
  });
}

/** Returns true if a superscript number belongs to a quantity or a nuclide: 10⁹, m², min⁻¹, R², ¹⁸F. */
function isRaised(content: string, before: string, after: string): boolean {
  if (/^[-–−]\s*\d+$/.test(content)) return /[\p{L}\p{N}]$/u.test(before);
  if (!/^\d{1,3}$/.test(content)) return false;
  if (/(?<![\d.,])10$/.test(before)) return true;
  if (/^[234]$/.test(content) && /(?<!\p{L})(?:[cdkmnpµμ]?m|[A-Za-z\p{Script=Greek}])$/u.test(before))
    return true;
  return /(?:^|[\s([{/-])$/.test(before) && /^[A-Z][a-z]?(?![a-z])/.test(after);
}

/** Matches superscript digits right after a full stop, which are not part of a quantity. */
function readSuperscript(text: string, before: string, ended: boolean): HtmlMark {
  if (!/[.,;:!?。，；：！？”’"]$/.test(before) || isInBracket(before)) return { kind: 'text' };
  const [run = ''] = /^[⁰¹²³⁴-⁹]+(?:[,，–-][⁰¹²³⁴-⁹]+)*/.exec(text) ?? [];
  const mayGrow = !ended && /^[,，–-]?$/.test(text.slice(run.length));
  return mayGrow ? { kind: 'open' } : { kind: 'number', length: run.length, shows: run };
}
