import type { Token } from './finding-tokens.ts';

/** Reads phrases of a sentence, from one token to before another, completely as Chinese or not at all. */
export type PhraseReader = {
  readonly tokens: readonly Token[];
  phrase(start: number, end: number): string | undefined;
  /** Returns a word in lower case, and several with spaces between them. */
  lower(at: number): string;
  words(start: number, end: number): string;
  /** Returns a reader of other tokens with the same words. */
  of(tokens: readonly Token[]): PhraseReader;
};
