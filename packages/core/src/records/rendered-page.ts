import type { LocalSearchArticle } from '@citewell/sdk';
import { estimateTokens } from '../text/token-estimate.ts';
import { type Article, abstractText, toReference } from './article.ts';

/** A page of a search as it is sent. A single text passes between threads at a fraction of the cost of its records. */
export type RenderedPage = {
  /** Number of matching records. */
  total: number;
  /** Number of places of the results that the page takes up: those of its records, and of records deleted since. */
  places: number;
  /** JSON of the records in the wire format, an array. */
  articles: string;
  /** Estimated number of tokens of their titles. */
  titleTokens: number;
};

/**
 * Renders the records of a page in the wire format.
 * @example renderPage({ total: 1, articles: [article] }).articles; // '[{"pmid":"101",…}]'
 */
export function renderPage({
  total,
  articles,
  places = articles.length,
}: {
  total: number;
  articles: readonly Article[];
  places?: number;
}): RenderedPage {
  return {
    total,
    places,
    articles: JSON.stringify(articles.map(toLocalSearchArticle)),
    titleTokens: articles.reduce((sum, { title }) => sum + estimateTokens(title), 0),
  };
}

function toLocalSearchArticle(article: Article): LocalSearchArticle {
  return {
    ...toReference(article),
    abstract: abstractText(article),
    keywords: [...article.mesh, ...article.keywords],
    publication_types: article.publicationTypes,
    doi: article.doi ?? '',
    retracted: article.retracted,
  };
}
