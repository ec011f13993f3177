import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import { maskOffTopicSentences } from '@citewell/citation-checker/off-topic-sentences.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** UTF-16 code units of an abstract that are read: far beyond the longest there is. Longer ones of callers are refused. */
export const abstractMax = 50_000;

/** A record as what a sentence is checked against. */
export function toCheckedArticle(
  article: Pick<Article, 'title' | 'abstract' | 'publicationTypes'>,
): CheckedArticle {
  return {
    title: article.title,
    abstract: abstractText(article).slice(0, abstractMax),
    publicationTypes: article.publicationTypes,
  };
}

/** Records masked last: the sentences that cite one are checked one after the other. */
const maskedMax = 4;
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
  if (known) return known.masked;
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

/** Several articles as one, for what they bear only together; each alone tells of its own design. */
export function combineArticles(articles: readonly CheckedArticle[]): CheckedArticle {
  return {
    title: articles.map(({ title }) => title).join(' '),
    abstract: articles.map(({ abstract }) => abstract).join('\n'),
    publicationTypes: undefined,
  };
}
