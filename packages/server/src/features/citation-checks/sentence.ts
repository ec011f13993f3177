import { removeSourcePointers } from '@citewell/citation-checker/reading/remove-source-pointers.ts';
import { wordPattern } from '../../http/body/normalize-text.ts';

/** Maximum size of a sentence in code points. */
export const sentenceMax = 4_000;

const word = new RegExp(wordPattern, 'u');

/** Returns true if a sentence contains a word besides citation markers, numbers and punctuation. */
export function hasWords(sentence: string): boolean {
  return word.test(removeSourcePointers(sentence).replace(/\p{Extended_Pictographic}/gu, ''));
}
