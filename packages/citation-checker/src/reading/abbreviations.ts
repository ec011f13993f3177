import { abbreviations } from '@citewell/core/lexicon/abbreviations.ts';
import { isAsciiAlphanumeric } from './ascii.ts';
import { stemsOf } from './terms.ts';
import { readText } from './tokens.ts';

/** Abbreviation and its long form, as a text writes them: "PFS", "progression-free survival". */
export type Abbreviation = {
  long: string;
  /** Abbreviation as written. */
  written: string;
  stems: { long: ReadonlySet<string>; short: ReadonlySet<string> };
};

/** Matches an abbreviation in brackets, of two to ten characters with a capital: "(PFS)", "（PFS，…）". */
const bracketed = /[(（[]\s?((?=[^\s]{0,60}\p{Lu})[\p{L}\p{N}][\p{L}\p{N}\-/+αβγδκ]{1,9})\s?[)）\],，;；]/gu;
const capitals = /(?<![\p{L}\p{N}-])\p{Lu}[\p{Lu}\p{N}]{1,6}s?(?![\p{L}\p{N}])/gu;
/** Maximum number per text, more than an abstract has; a text of nothing else must not take quadratic time. */
const shortFormsMax = 40;

/**
 * Returns the abbreviations that a text explains in brackets, and those of the lexicon that it uses in either form
 * without explanation.
 */
export function readAbbreviations(text: string, across: 'same' | 'english'): Abbreviation[] {
  const found = new Map<string, string>();
  for (const { 1: written = '', index } of text.matchAll(bracketed)) {
    const short = withoutPlural(written);
    if (found.size >= shortFormsMax || found.has(short)) continue;
    const long = longFormBefore(text, index, short);
    if (long) found.set(short, long);
  }
  const known = abbreviations();
  for (const [written] of text.matchAll(capitals)) {
    const short = withoutPlural(written);
    const long = known.get(short);
    if (long && found.size < shortFormsMax && !found.has(short)) found.set(short, long);
  }
  const lower = text.toLowerCase();
  for (const { index, 0: first } of lower.matchAll(word))
    for (const [short, long] of longFormsBy().get(first) ?? [])
      if (found.size < shortFormsMax && !found.has(short) && lower.startsWith(long, index))
        found.set(short, long);
  return Array.from(found, ([short, long]) => ({
    long: long.toLowerCase(),
    written: short,
    stems: { long: stemsOf(readText(long), across), short: stemsOf(readText(short), across) },
  }));
}

const word = /(?<![\p{L}\p{N}])\p{L}[\p{L}-]*/gu;
let byFirstWord: Map<string, [short: string, long: string][]> | undefined;

/** Abbreviations of the lexicon by the first word of their long form, in lower case. */
function longFormsBy(): Map<string, [short: string, long: string][]> {
  byFirstWord ??= Map.groupBy(
    Array.from(abbreviations(), ([short, long]): [string, string] => [short, long.toLowerCase()]),
    ([, long]) => long.match(word)?.[0] ?? '',
  );
  return byFirstWord;
}

/** Adds the other form of each abbreviation or long form to the keys of a text. */
export function addAbbreviationForms(
  stems: Set<string>,
  text: string,
  forms: readonly Abbreviation[],
): Set<string> {
  if (forms.length === 0) return stems;
  const lower = text.toLowerCase();
  for (const { long, written, stems: other } of forms) {
    const hasLong = lower.includes(long);
    if (hasLong) for (const stem of other.short) stems.add(stem);
    else if (placesOfShortForm(written, text).length > 0) for (const stem of other.long) stems.add(stem);
  }
  return stems;
}

/** Maximum number of occurrences of an abbreviation in a sentence. */
const placesMax = 12;

/** Finds the positions of an abbreviation in a text as a word of its own, its plural included: "MV repair and MV replacement". */
export function placesOfShortForm(written: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(written); at >= 0 && places.length < placesMax; ) {
    const after = at + written.length;
    const end = text[after] === 's' ? after + 1 : after;
    const isWord = !continuesWord(text, at - 1, letterOrDigit) && !continuesWord(text, end, latinOrDigit);
    if (isWord) places.push(at);
    at = text.indexOf(written, isWord ? end : at + 1);
  }
  return places;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Chinese is written without spaces: "PFS延长" contains the word PFS. */
const latinOrDigit = /[\p{Script=Latin}\p{N}]/u;

function continuesWord(text: string, at: number, character: RegExp): boolean {
  const code = text.charCodeAt(at);
  return code < asciiEnd ? isAsciiAlphanumeric(code) : character.test(text[at] ?? '');
}

const asciiEnd = 128;

function withoutPlural(short: string): string {
  return /\p{Lu}s$/u.test(short) ? short.slice(0, -1) : short;
}

function longFormBefore(text: string, at: number, short: string): string | undefined {
  const before = text.slice(Math.max(0, at - 120), at).trimEnd();
  const han = /(?<!\p{Script=Han})\p{Script=Han}{2,}$/u.exec(before)?.[0];
  return han ? hanLongForm(text, han) : latinLongForm(before, short);
}

/** A Chinese name has no initials: it is the longest preceding string that the text repeats. */
function hanLongForm(text: string, run: string): string | undefined {
  for (let from = Math.max(0, run.length - 12); from + 3 <= run.length; from++) {
    const name = run.slice(from);
    if (/^[组的者和与及在对]/.test(name)) continue;
    if (text.indexOf(name) !== text.lastIndexOf(name)) return name;
  }
  return undefined;
}

/**
 * Finds the words before a bracket that contain its letters, from right to left, the first at the beginning of a word:
 * the algorithm of Schwartz and Hearst (Pac Symp Biocomput 2003).
 */
function latinLongForm(before: string, short: string): string | undefined {
  const letters = short.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const wordsMax = Math.min(letters.length + 5, letters.length * 2);
  const clause = /(?<![^.;:()（）[\]])[^.;:()（）[\]]*$/.exec(before)?.[0] ?? '';
  const text = clause.split(/\s+/).slice(-wordsMax).join(' ');
  const lower = text.toLowerCase();
  let at = lower.length - 1;
  for (let index = letters.length - 1; index >= 0; index--) {
    const isFirst = index === 0;
    while (
      at >= 0 &&
      (lower[at] !== letters[index] || (isFirst && at > 0 && /[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')))
    )
      at--;
    if (at < 0) return undefined;
    if (index > 0) at--;
  }
  const long = text.slice(at).trim();
  return long.length > short.length ? long : undefined;
}
