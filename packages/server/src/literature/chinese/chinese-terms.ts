import type { Token } from './finding-tokens.ts';
import { NounPhrases } from './noun-phrases.ts';
import { phraseDictionary, phraseKey } from './phrase-dictionary.ts';

/** Makes a reader of the tokens of a sentence. */
export type ToChinese = (tokens: readonly Token[]) => NounPhrases;

/**
 * Translates English phrases with the lexicon, then with the words of the question.
 * @param asked English of the question's terms, each with its Chinese.
 */
export function chineseTerms(asked: ReadonlyMap<string, string>): ToChinese {
  const dictionary = phraseDictionary();
  const ofAsked = new Map(
    [...asked].map(([wording, zh]) => [phraseKey(wording.toLowerCase().split(' ')), zh]),
  );
  const chosen = (words: readonly string[]) =>
    ofAsked.get(phraseKey(words.map((word) => word.toLowerCase())));
  return (tokens) => new NounPhrases(tokens, dictionary, chosen);
}
