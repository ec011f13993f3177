import { type Article, emptyRecord, type Pmid } from '../records/article.ts';

/** A record for a test: everything a record needs, and what the test says. */
export function anArticle(pmid: string, more: Partial<Omit<Article, 'pmid'>> = {}): Article {
  return {
    ...emptyRecord,
    pmid: pmid as Pmid,
    title: `Paper ${pmid}.`,
    authors: ['Doe J'],
    journal: 'Journal of Tests',
    year: '2020',
    ...more,
  };
}
