import { foldText } from '../text/words.ts';

/** Words of a search value that must be adjacent and in this order; a single word is the common case. */
export type SearchPiece = {
  /** Words as typed, without a star that was understood. */
  text: string;
  /** Beginning of the words that the last one stands for, with a star after it; folded as in an index. */
  beginning?: string;
  /** Reason why a star cannot be answered. */
  problem?: StarProblem;
};

/**
 * `short`: too few letters before the star, which would stand for a large part of all words. `inside`: further words
 * of the same phrase follow.
 */
export type StarProblem = 'short' | 'inside';

/**
 * Splits a value into words and phrases, the phrases in quotation marks first. Text without spaces is one piece: IL-6,
 * p<0.05, β-catenin and a run of Chinese are found where their parts are adjacent. With `isName`, a piece reaches to
 * the next comma.
 */
export function readSearchValue(value: string, isName: boolean): SearchPiece[] {
  const phrases = [...value.matchAll(quoted)].map(([, phrase = '']) => phrase);
  const rest = withoutQuotes(value.replace(quoted, isName ? ',' : ' '));
  const pieces = rest.split(isName ? /[,;|，；、]+/ : /[\s,;/|，；、。／]+/);
  return [...phrases, ...pieces].map(readPiece).filter(({ text }) => text !== '');
}

export function withoutQuotes(value: string): string {
  return value.replace(quotes, ' ').trim();
}

/** Indicates that a value ends with a word and a star, which asks for more than the word. */
export function endsWithStar(value: string): boolean {
  const [star] = value.matchAll(starAfterWord);
  return star !== undefined && !wordCharacter.test(value.slice(star.index));
}

const quotes = /["“”„«»「」『』＂]/g;
const quoted = /["“”„«»「」『』＂]([^"“”„«»「」『』＂]*)["“”„«»「」『』＂]/g;

/** Stars at the end of a word. One before a letter or digit is part of a name (HLA-B*57:01), and only separates. */
const starAfterWord = /(?<=[\p{L}\p{N}\p{M}])[*＊]+(?![*＊\p{L}\p{N}])/gu;
const wordCharacter = /[\p{L}\p{N}]/u;
const wordOrHanRun = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;
const isHan = /^\p{Script=Han}/u;

/** Minimum letters and digits before a star, in its piece and in its word. */
const pieceMin = 3;
const wordMin = 2;

function readPiece(written: string): SearchPiece {
  const [star] = written.matchAll(starAfterWord);
  if (!star) return { text: written.trim() };
  if (wordCharacter.test(written.slice(star.index))) return { text: written.trim(), problem: 'inside' };
  const text = written.slice(0, star.index).trim();
  const words = foldText(text).match(wordOrHanRun) ?? [];
  const beginning = words.at(-1) ?? '';
  // Chinese is found within its sentences, so a star after it changes nothing.
  if (beginning === '' || isHan.test(beginning)) return { text };
  if (words.join('').length < pieceMin || beginning.length < wordMin) return { text, problem: 'short' };
  return { text, beginning };
}
