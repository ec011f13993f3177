import type { SearchQuery } from '@citewell/core/records/query.ts';
import { foldText } from '@citewell/core/text/words.ts';

/** MeSH headings, which are never typed: if no record has one, that says nothing about the question. */
const heading = /\[\s*(?:mesh|mh|majr)\b/i;
const fieldTag = /\[[^[\]]*\]/g;
const latinWord = /\p{Script=Latin}[\p{Script=Latin}\p{N}'’-]*/gu;

/**
 * Returns the words of a question that a source does not know, from the phrases of its query without results. Wordings
 * and headings added from lists do not count: a rare one is in no record, although the question is spelt correctly.
 */
export function unknownWords(notFound: readonly string[], { text }: Pick<SearchQuery, 'text'>): string[] {
  const typed = new Set(wordsOf(text));
  // Tagged words are searched without their plural ending.
  const typedAs = (word: string) => [word, `${word}s`].find((each) => typed.has(each));
  return notFound
    .filter((phrase) => !heading.test(phrase))
    .flatMap((phrase) => {
      const words = wordsOf(phrase.replace(fieldTag, ' ')).map(typedAs);
      return words.every((word) => word !== undefined) ? words : [];
    });
}

function wordsOf(text: string): string[] {
  return foldText(text).match(latinWord) ?? [];
}
