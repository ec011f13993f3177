import { detectLanguage } from '@citewell/core/text/language.ts';
import type { CheckedArticle } from './comparison.ts';
import { readAbstract } from './locate.ts';
import { removeSourcePointers } from './reading/remove-source-pointers.ts';
import { readText } from './reading/tokens.ts';

/** Maximum product of the numbers in a sentence and its abstract: three hundred by a thousand exceed any paper. */
const numberPairsMax = 300_000;
/**
 * Maximum product of the words of a sentence and the sentences of its abstract: 4,000 characters and a review of 50,000
 * stay below.
 */
const wordPairsMax = 600_000;

/**
 * Returns true if sentence and abstract are compared at all. Each number of the one is looked up among those of the
 * other, and each word in every sentence, so two texts of nothing but numbers would take seconds; beyond these limits
 * the result is undetermined.
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
