import type { Article, Pmid } from '../literature/article.ts';

/** A record for a test: everything a record needs, and what the test says. */
export function anArticle(pmid: string, more: Partial<Omit<Article, 'pmid'>> = {}): Article {
  return {
    pmid: pmid as Pmid,
    version: 1,
    title: `Paper ${pmid}.`,
    abstract: [],
    authors: ['Doe J'],
    journal: 'Journal of Tests',
    year: '2020',
    languages: ['eng'],
    publicationTypes: ['Journal Article'],
    mesh: [],
    keywords: [],
    isReview: false,
    retracted: false,
    retractions: [],
    concerns: [],
    errata: [],
    ...more,
  };
}
