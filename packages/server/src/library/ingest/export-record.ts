import type { Article } from '@citewell/core/records/article.ts';

/**
 * Formats a record for `library export`, with fields always in the same order, so that equal records are equal bytes.
 * Details of the journal issue and the full text, and the flag of a demonstration record, are included only if present.
 */
export function exportRecord(article: Article) {
  return {
    pmid: article.pmid,
    title: article.title,
    vernacular_title: article.vernacularTitle ?? null,
    abstract: article.abstract.map(({ label, text }) => ({ label: label ?? null, text })),
    authors: article.authors,
    journal: article.journal,
    year: article.year,
    languages: article.languages,
    publication_types: article.publicationTypes,
    mesh: article.mesh,
    keywords: article.keywords,
    doi: article.doi ?? null,
    is_review: article.isReview,
    retracted: article.retracted,
    ...(article.journalAbbreviation && { journal_abbreviation: article.journalAbbreviation }),
    ...(article.published && { published: article.published }),
    ...(article.volume && { volume: article.volume }),
    ...(article.issue && { issue: article.issue }),
    ...(article.pages && { pages: article.pages }),
    ...(article.issn && { issn: article.issn }),
    ...(article.affiliations && { affiliations: article.affiliations }),
    ...(article.pmcid && { pmcid: article.pmcid }),
    ...(article.openAccess !== undefined && { open_access: article.openAccess }),
    ...(article.license && { license: article.license }),
    ...(article.demonstration && { demonstration: true }),
  };
}
