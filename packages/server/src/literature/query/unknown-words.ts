import type { SearchQuery } from '@citewell/core/records/query.ts';
import { foldText } from '@citewell/core/text/words.ts';

/** A heading is never typed: that no record has it says nothing of the question. */
const heading = /\[\s*(?:mesh|mh|majr)\b/i;
const fieldTag = /\[[^[\]]*\]/g;
const latinWord = /\p{Script=Latin}[\p{Script=Latin}\p{N}'’-]*/gu;

/**
 * The words of a question that a source does not know, by the phrases of its query that it found nowhere. Wordings and
 * headings that a list added to the question are none: a rare one is in no record, and the question is spelt as it should be.
 */
export function unknownWords(notFound: readonly string[], { text }: Pick<SearchQuery, 'text'>): string[] {
  const typed = new Set(wordsOf(text));
  // Tagged words are searched without the ending of their plural.
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
