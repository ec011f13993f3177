import type { BibliographicRecord } from '@citewell/sdk';
import { type Article, abstractText, toReference } from './article.ts';

/** Converts an article to a complete record for reference managers and reference lists; missing details are absent. */
export function toBibliographicRecord(article: Article): BibliographicRecord {
  const { journalAbbreviation, published, volume, issue, pages, issn, doi, pmcid } = article;
  const abstract = abstractText(article);
  const list = (name: string, values: readonly string[] | undefined) =>
    values && values.length > 0 ? { [name]: values } : {};
  return {
    ...toReference(article),
    ...list('author_list', article.authors),
    ...(journalAbbreviation && { journal_abbreviation: journalAbbreviation }),
    ...(published && { published }),
    ...(volume && { volume }),
    ...(issue && { issue }),
    ...(pages && { pages }),
    ...(issn && { issn }),
    ...(doi && { doi }),
    ...(pmcid && { pmcid }),
    ...list('languages', article.languages),
    ...list('publication_types', article.publicationTypes),
    ...list('mesh', article.mesh),
    ...list('keywords', article.keywords),
    ...(abstract && { abstract }),
    ...list('affiliations', article.affiliations),
  };
}
