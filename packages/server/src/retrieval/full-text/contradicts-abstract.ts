import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';

/**
 * Returns true if one sentence of an abstract contradicts a statement by itself. Where several do only together, the words that
 * differ may be about different outcomes, as they are in the results of a full text.
 */
export function contradictsAbstract(statement: string, article: CheckedArticle): boolean {
  const { verdict, proof } = { proof: undefined, ...demonstrate(statement, article) };
  if (verdict !== 'deviates') return false;
  if (!proof) return true;
  return demonstrate(statement, { ...article, abstract: proof.sentence.text }).verdict === 'deviates';
}
