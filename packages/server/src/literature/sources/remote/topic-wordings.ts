import type { SearchQuery } from '@citewell/core/records/query.ts';
import { correctWords } from '../../query/spelling-suggestions.ts';
import { withoutLayWordings } from './lay-wordings.ts';
import { searchWords } from './search-words.ts';
import { stripQuerySyntax } from './strip-query-syntax.ts';

export type Topic = {
  /** Wordings in plain words, the question's own first. */
  wordings: string[];
  /** Wordings as written: abbreviations are distinguished from words by their capitals. */
  written: readonly string[];
};

/** Maximum number of wordings per topic; more only lengthen a query. */
const wordingsMax = 6;

/**
 * Returns the topics for an English database, each with all its English wordings but those of lay people, the most informative first. A
 * probably misspelt word is searched in both spellings.
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
    const wordings = withoutLayWordings([...new Set(plain)]).slice(0, wordingsMax);
    for (const wording of [word, ...wordings]) taken.add(wording);
    topics.push({ wordings: wordings.length > 0 ? wordings : [word], written });
  }
  return topics;
}
