import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import { maskOffTopicSentences } from '@citewell/citation-checker/off-topic-sentences.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** Maximum length of an abstract in UTF-16 code units, far beyond that of any real one. Longer ones from callers are rejected. */
export const abstractMax = 50_000;

/** Converts a record to an article against which sentences are checked. */
export function toCheckedArticle(
  article: Pick<Article, 'title' | 'abstract' | 'publicationTypes'>,
): CheckedArticle {
  return {
    title: article.title,
    abstract: abstractText(article).slice(0, abstractMax),
    publicationTypes: article.publicationTypes,
  };
}

/** Number of masked records to cache: each takes milliseconds, and what one answer rests on the next ones often do, too. */
const maskedMax = 64;
const kept: { given: CheckedArticle; masked: CheckedArticle }[] = [];

/** Masks instructions in a record with blanks, which preserve positions. The result is shared and must not be modified. */
export function maskArticleInstructions(article: CheckedArticle): CheckedArticle {
  const types = JSON.stringify(article.publicationTypes);
  const known = kept.find(
    ({ given }) =>
      given.abstract === article.abstract &&
      given.title === article.title &&
      JSON.stringify(given.publicationTypes) === types,
  );
  if (known) {
    // The least recently used one goes first.
    kept.splice(kept.indexOf(known), 1);
    kept.unshift(known);
    return known.masked;
  }
  const masked = maskAnew(article);
  kept.unshift({ given: article, masked });
  kept.length = Math.min(kept.length, maskedMax);
  return masked;
}

function maskAnew(article: CheckedArticle): CheckedArticle {
  const [title, abstract] = [
    maskInjectedInstructions(article.title),
    maskInjectedInstructions(article.abstract),
  ];
  return {
    ...article,
    title: maskOffTopicSentences(title, abstract, 'checking'),
    abstract: maskOffTopicSentences(abstract, title, 'checking'),
  };
}

/** Combines several articles into one, for sentences that they support only together. Designs are omitted, since each has its own. */
export function combineArticles(articles: readonly CheckedArticle[]): CheckedArticle {
  return {
    title: articles.map(({ title }) => title).join(' '),
    abstract: articles.map(({ abstract }) => abstract).join('\n'),
    publicationTypes: undefined,
  };
}
