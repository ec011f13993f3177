import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { FullText } from '../../literature/sources/full-text/full-text.ts';
import { ownResults } from '../../literature/sources/full-text/statements.ts';
import { type StatedClaim, searchStatements } from '../../retrieval/full-text/search-statements.ts';

/**
 * Finds a sentence of an article's results, or a cell of its tables, that states a claim; returns undefined if there is
 * none.
 */
export function searchFullText({
  sentence,
  article,
  text,
}: {
  sentence: string;
  article: CheckedArticle;
  text: FullText;
}): StatedClaim | undefined {
  const { sentences, cells } = ownResults(text);
  return searchStatements({ sentence, article, statements: [...sentences, ...cells] });
}
