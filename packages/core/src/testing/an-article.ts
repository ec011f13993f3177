import { type Article, emptyRecord, type Pmid } from '../records/article.ts';

/** Creates a record for a test: all required fields, and the given ones. */
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
