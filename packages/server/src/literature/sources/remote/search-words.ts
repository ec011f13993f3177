import type { SearchQuery } from '@citewell/core/records/query.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { stripQuerySyntax } from './strip-query-syntax.ts';

/** Maximum number of words, beyond which services reject or silently truncate a query. */
const conceptsMax = 16;
/** Maximum number of concepts: more of them, ANDed, match nothing. */
const preciseConceptsMax = 4;

/**
 * Returns the plain words to search for, each concept once. If there are no English concepts, the question's own
 * Latin words are used; a Chinese question without a translation yields no words for an English database.
 */
export function searchWords({ concepts, text }: Pick<SearchQuery, 'concepts' | 'text'>): string[] {
  const words = concepts.map(stripQuerySyntax).filter(Boolean);
  return [...new Set(words.length > 0 ? words : latinWords(text))].slice(0, conceptsMax);
}

function latinWords(text: string): string[] {
  return text
    .split(/[\s\p{Script=Han}]+/u)
    .map(stripQuerySyntax)
    .filter((word) => /\p{Script=Latin}/u.test(word) && !isStopWord(word));
}

/** Renders concepts as two searches, the most informative ones ANDed and any of them; a single concept as one. */
export function preciseAndBroad(concepts: readonly string[]): string[] {
  if (concepts.length < 2) return [...concepts];
  return [concepts.slice(0, preciseConceptsMax).join(' AND '), concepts.join(' OR ')];
}

/** Quotes a DOI, removing anything that could end the quotation. */
export function quoteDoi(doi: string): string {
  return `"${doi.replace(/["\\\s\p{Cc}]/gu, '')}"`;
}
