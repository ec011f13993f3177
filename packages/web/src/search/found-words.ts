import { readSearchValue } from '@citewell/core/search/search-value.ts';
import { stemsOfBeginning } from '@citewell/core/search/stems-of-beginning.ts';
import { foldText, stemWord } from '@citewell/core/text/words.ts';
import type { SearchField, SearchTerm } from '@citewell/sdk';
import type { Span } from '../lib/marked.tsx';

/**
 * Finds the words of a search in a text, to be marked, as the service finds them: its words by their stems, what begins
 * as a prefix does (`metform*`), its phrases, and its Chinese.
 */
export function foundSpans(
  text: string,
  fields: readonly SearchField[],
  terms: readonly SearchTerm[],
): Span[] {
  const pieces = terms
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ value }) => readSearchValue(value, false));
  if (pieces.length === 0) return [];
  const units = unitsOf(text);
  return pieces.flatMap(({ text: wanted, beginning }) => runsOf(units, unitsOf(wanted), beginning));
}

/** Word or Chinese character with its place in the text. `run`: number of its run of Chinese; none for a word. */
type Unit = Span & { folded: string; run?: number };

const wordOrHanRun = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;
const isHan = /^\p{Script=Han}/u;
const marks = /\p{M}+/uy;

function unitsOf(text: string): Unit[] {
  const { folded, starts } = foldWithPlaces(text);
  const spanOf = (from: number, to: number): Span => ({
    start: starts[from] ?? 0,
    end: endOf(text, starts[to - 1] ?? 0),
  });
  return [...folded.matchAll(wordOrHanRun)].flatMap(({ 0: run, index }): Unit[] => {
    if (!isHan.test(run)) return [{ ...spanOf(index, index + run.length), folded: run }];
    let at = index;
    return [...run].map((character) => {
      const from = at;
      at += character.length;
      return { ...spanOf(from, at), folded: character, run: index };
    });
  });
}

/** Folds a text, and tells for each code unit of the result where the character that it comes from begins. */
function foldWithPlaces(text: string): { folded: string; starts: number[] } {
  let folded = '';
  const starts: number[] = [];
  for (const { 0: part, index } of text.matchAll(asciiOrCharacter)) {
    const each = foldText(part);
    // Folding keeps the length of ASCII; any other character may become several (β, ﬁ, ½) or none (an accent).
    for (let at = 0; at < each.length; at++) starts.push(asciiStart.test(part) ? index + at : index);
    folded += each;
  }
  return { folded, starts };
}

const asciiOrCharacter = /[\0-\x7f]+|[^\0-\x7f]/gu;
const asciiStart = /^[\0-\x7f]/;

/** Returns the end of the character that begins here, with its accents. */
function endOf(text: string, start: number): number {
  const end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  marks.lastIndex = end;
  return marks.test(text) ? marks.lastIndex : end;
}

/** Finds all positions at which the wanted units are adjacent, and those of one Chinese run in a single run. */
function runsOf(units: readonly Unit[], wanted: readonly Unit[], beginning: string | undefined): Span[] {
  if (wanted.length === 0) return [];
  const stems = wanted.map(({ folded }) => stemWord(folded));
  const cutStems = beginning === undefined ? [] : stemsOfBeginning(beginning);
  const fits = (unit: Unit | undefined, at: number, before: Unit | undefined) => {
    const want = wanted[at];
    if (!unit || !want || (unit.run === undefined) !== (want.run === undefined)) return false;
    const goesOn = at > 0 && want.run !== undefined && wanted[at - 1]?.run === want.run;
    if (goesOn && before?.run !== unit.run) return false;
    if (unit.folded === want.folded) return true;
    if (unit.run !== undefined) return false;
    const stem = stemWord(unit.folded);
    if (stem === stems[at]) return true;
    const isPrefix = beginning !== undefined && at === wanted.length - 1;
    return isPrefix && (unit.folded.startsWith(beginning) || cutStems.includes(stem));
  };
  return units.flatMap((first, from) => {
    const last = units[from + wanted.length - 1];
    return last && wanted.every((_, at) => fits(units[from + at], at, units[from + at - 1]))
      ? [{ start: first.start, end: last.end }]
      : [];
  });
}
