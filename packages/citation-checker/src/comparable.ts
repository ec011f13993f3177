import { detectLanguage } from '@citewell/core/text/language.ts';
import type { CheckedArticle } from './comparison.ts';
import { readAbstract } from './locate.ts';
import { removeSourcePointers } from './reading/remove-source-pointers.ts';
import { readText } from './reading/tokens.ts';

/** Numbers of a sentence times numbers of its abstract: three hundred by a thousand are more than any paper has. */
export const numberPairsMax = 300_000;
/** Words of a sentence times sentences of its abstract: 4,000 characters beside a review of 50,000 stay below. */
export const wordPairsMax = 600_000;

/**
 * Tells whether sentence and abstract are compared at all. Each number of the one is looked up among those of the other, and each
 * word in every sentence, so that two legal texts of nothing else would take seconds; beyond these limits nothing is said of them.
 */
export function isComparable(sentence: string, article: CheckedArticle): boolean {
  const claim = readText(removeSourcePointers(sentence));
  const across = detectLanguage(claim.text) === detectLanguage(article.abstract) ? 'same' : 'english';
  const { quantities, sentences } = readAbstract(article, across);
  return (
    claim.quantities.length * quantities.length <= numberPairsMax &&
    claim.tokens.length * sentences.length <= wordPairsMax
  );
}
