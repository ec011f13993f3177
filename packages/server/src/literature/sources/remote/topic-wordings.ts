import type { SearchQuery } from '@citewell/core/records/query.ts';
import { correctWords } from '../../query/spelling-suggestions.ts';
import { searchWords } from './search-words.ts';
import { stripQuerySyntax } from './strip-query-syntax.ts';

export type Topic = {
  /** Wordings in plain words, the question's own first. */
  wordings: string[];
  /** The same as they are written: short forms are told from words by their capitals. */
  written: readonly string[];
};

/** Wordings of one topic: more of them only lengthen a query. */
const wordingsMax = 6;

/**
 * The topics to search an English database for, each with all its English wordings, the most telling first. A word that is
 * probably misspelt is searched for as it was typed and as it was probably meant.
 */
export function topicWordings(
  query: Pick<SearchQuery, 'concepts' | 'text' | 'facets' | 'suggestions'>,
): Topic[] {
  const topics: Topic[] = [];
  const taken = new Set<string>();
  for (const word of searchWords(query)) {
    if (taken.has(word)) continue;
    const written =
      query.facets.find((wordings) => wordings.some((each) => stripQuerySyntax(each) === word)) ?? [];
    const plain = [word, ...written.map(stripQuerySyntax)]
      .filter((wording) => wording && !/\p{Script=Han}/u.test(wording))
      .flatMap((wording) => [wording, correctWords(wording, query.suggestions)]);
    const wordings = [...new Set(plain)].slice(0, wordingsMax);
    for (const wording of wordings) taken.add(wording);
    topics.push({ wordings: wordings.length > 0 ? wordings : [word], written });
  }
  return topics;
}
