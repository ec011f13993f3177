import { americanSpelling } from '@citewell/core/text/spelling.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, stemWord } from '@citewell/core/text/words.ts';
import { isAsciiDigit, isAsciiLetter } from './ascii.ts';
import { memoizeByText } from './memoize-by-text.ts';
import { type Quantity, readQuantities } from './quantities.ts';

/** Word, number or Chinese character of a text with its offset. */
export type Token = {
  text: string;
  start: number;
  end: number;
  /** Form used for comparison: the stem of a word, a Chinese character, or "#" and the value of a number. */
  stem: string;
  kind: 'word' | 'name' | 'number' | 'han';
  /** Marks words without content ("the", "of"). */
  empty: boolean;
};

/** Text, read once: its numbers, and its words and numbers in order. */
export type ReadText = { text: string; quantities: Quantity[]; tokens: Token[] };

/** Words; a name contains a digit and stays whole whatever joins it (IL-6, miR-142-5p, 5-HT). */
const word =
  /\p{Script=Han}|(?<![\p{L}\p{N}])(?:\p{Lu}\.){2,}(?!\p{L})|[[\p{L}\p{N}]--\p{Script=Han}]+(?:['’][\p{L}]+)?/gv;
const name =
  /[[\p{L}\p{N}]--\p{Script=Han}]*(?:[\p{L}--\p{Script=Han}][\-‐‑–]?\p{N}|\p{N}[\-‐‑–]?\p{Lu})(?:[\-‐‑–\/]?[[\p{L}\p{N}]--\p{Script=Han}])*/vy;

/** Reads a text. Linear in it. */
export const readText = memoizeByText((text: string): ReadText => {
  const quantities = readQuantities(text);
  const tokens: Token[] = [];
  let at = 0;
  for (const quantity of quantities) {
    pushWords(text, at, quantity.start, tokens);
    const { start, end, text: written } = quantity;
    tokens.push({ text: written, start, end, stem: quantityKey(quantity), kind: 'number', empty: false });
    at = end;
  }
  pushWords(text, at, text.length, tokens);
  return { text, quantities, tokens };
});

/** Key that is equal for equivalent numbers in the same unit. */
function quantityKey({ value, percent, unit, kind, text }: Quantity): string {
  const written = kind === 'label' ? text.trim() : String(Number(value.toPrecision(10)));
  return `#${written}${percent ? '%' : ''}${unit && unit.dimension !== 'people' ? unit.name : ''}`;
}

function pushWords(text: string, from: number, to: number, tokens: Token[]): void {
  const part = text.slice(from, to);
  for (let place = 0; place < part.length; ) {
    // Nearly all tokens are plain words, recognised by their characters; others need the pattern.
    const end = plainWordEnd(part, place);
    if (end === place) {
      place++;
      continue;
    }
    const next =
      end === undefined
        ? wordAt(part, place)
        : { written: part.slice(place, end), at: place, kind: 'word' as const };
    if (!next) return;
    const { written, at, kind } = next;
    place = at + written.length;
    const { stem, empty } = readWord(written, kind);
    if (stem === '') continue;
    tokens.push({ text: written, start: from + at, end: from + place, stem, kind, empty });
  }
}

/**
 * Returns the end of the ASCII letters that begin here; undefined if a digit, a joiner or another alphabet may continue
 * them.
 */
function plainWordEnd(part: string, place: number): number | undefined {
  let end = place;
  while (isAsciiLetter(part.charCodeAt(end))) end++;
  const [next, following] = [part.charCodeAt(end), part.charCodeAt(end + 1)];
  if (next === dot && end - place === 1) return undefined;
  if (end === part.length) return end;
  if (next >= 128 || isAsciiDigit(next)) return undefined;
  if (
    end > place &&
    (next === apostrophe || (next === hyphen && (following >= 128 || isAsciiDigit(following))))
  )
    return undefined;
  return end;
}

const apostrophe = 39;
const dot = 46;
const hyphen = 45;

/** Returns the next word, name or Chinese character from this offset on. */
function wordAt(
  part: string,
  place: number,
): { written: string; at: number; kind: 'word' | 'name' | 'han' } | undefined {
  word.lastIndex = place;
  const match = word.exec(part);
  if (!match) return undefined;
  const [written] = match;
  if (isHan.test(written)) return { written, at: match.index, kind: 'han' };
  // "U.S." is one word.
  if (written.includes('.')) return { written, at: match.index, kind: 'name' };
  name.lastIndex = match.index;
  const whole = name.exec(part)?.[0];
  return whole && whole.length >= written.length
    ? { written: whole, at: match.index, kind: 'name' }
    : { written, at: match.index, kind: 'word' };
}

const isHan = /^\p{Script=Han}$/u;

/** Cache of words, which occur repeatedly; bounded to limit memory. */
const plainWords = new Map<string, { stem: string; empty: boolean }>();
const plainWordsMax = 20_000;

function readWord(written: string, kind: 'word' | 'name' | 'han'): { stem: string; empty: boolean } {
  if (kind !== 'word') return { stem: stemOf(written, kind), empty: false };
  let read = plainWords.get(written);
  if (!read && written === 'US') read = { stem: 'u.s.', empty: false };
  if (!read) {
    const stem = stemOf(written, kind);
    read = { stem, empty: stem.length < 2 || isStopWord(written.toLowerCase()) };
    if (plainWords.size >= plainWordsMax) plainWords.clear();
    plainWords.set(written, read);
  }
  return read;
}

function stemOf(written: string, kind: Token['kind']): string {
  if (kind === 'han') return written;
  if (written.includes('.')) return written.toLowerCase();
  const folded = /^[A-Za-z0-9]+$/.test(written) ? written : foldText(written).replace(/[^\p{L}\p{N}]/gu, '');
  return kind === 'name'
    ? folded.toLowerCase()
    : stemWord(americanSpelling(folded.toLowerCase().replace(/['’].{0,99}$/, '')));
}
