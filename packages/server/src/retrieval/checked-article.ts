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

/** Masks instructions in a record with blanks, which preserve positions. */
export function maskArticleInstructions(article: CheckedArticle): CheckedArticle {
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
