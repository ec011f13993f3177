import type { SearchField, SearchTerm } from '@citewell/sdk';
import type { Span } from '../lib/marked.tsx';

/**
 * Finds the words of a search in a text, to be marked: its words, also with other common endings, its prefixes
 * (`metform*`), its phrases, and its Chinese. An approximation of the service's comparison, which uses stems.
 */
export function foundSpans(
  text: string,
  fields: readonly SearchField[],
  terms: readonly SearchTerm[],
): Span[] {
  const words = wordsOf(text);
  return terms
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ value }) => piecesOf(value))
    .flatMap((piece) => (hasHan.test(piece) ? placesOf(text, piece) : runsOf(words, piece)));
}

type Word = Span & { folded: string };

const hasHan = /\p{Script=Han}/u;
const quoted = /["“”「」『』]([^"“”「」『』]*)["“”「」『』]/g;

/** Splits into phrases, and words written without a space. */
function piecesOf(value: string): string[] {
  const phrases = [...value.matchAll(quoted)].map(([, phrase = '']) => phrase);
  return [...phrases, ...value.replace(quoted, ' ').split(/[\s,;/|，；、。／]+/)].filter(Boolean);
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    ...{ start: index, end: index + word.length },
    folded: fold(word),
  }));
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Finds all positions at which the words of the piece are adjacent. */
function runsOf(words: readonly Word[], piece: string): Span[] {
  const isBeginning = /^[A-Za-z0-9]{3,}\*$/.test(piece);
  const wanted = wordsOf(piece).map(({ folded }) => folded);
  if (wanted.length === 0) return [];
  const fits = (word: Word | undefined, wantedWord: string) =>
    word !== undefined &&
    (withoutEnding(word.folded) === withoutEnding(wantedWord) ||
      (isBeginning && word.folded.startsWith(wantedWord)));
  return words.flatMap((first, at) => {
    const last = words[at + wanted.length - 1];
    return last && wanted.every((wantedWord, next) => fits(words[at + next], wantedWord))
      ? [{ start: first.start, end: last.end }]
      : [];
  });
}

/** Removes the English endings that the search also drops, if enough of the word is left. */
function withoutEnding(word: string): string {
  return word.replace(/^(.{3,}?)(?:ies|y|ied)$/, '$1i').replace(/^(.{4,}?)(?:ings?|ed|es|s|e)$/, '$1');
}

function placesOf(text: string, piece: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length))
    spans.push({ start: at, end: at + piece.length });
  return spans;
}
