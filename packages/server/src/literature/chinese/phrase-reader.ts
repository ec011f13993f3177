import type { Token } from './finding-tokens.ts';

/** Reads phrases of a sentence, from one token to before another, completely as Chinese or not at all. */
export type PhraseReader = {
  readonly tokens: readonly Token[];
  phrase(start: number, end: number): string | undefined;
  /** Returns a word in lower case, and several with spaces between them. */
  lower(at: number): string;
  words(start: number, end: number): string;
  /** Returns true if the words are one term, not several that are joined. */
  isTerm(start: number, end: number): boolean;
  /** Returns a reader of other tokens with the same words. */
  of(tokens: readonly Token[]): PhraseReader;
};
