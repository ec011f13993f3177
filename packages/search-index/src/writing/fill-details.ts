import type { Article, FillableDetails } from '@citewell/core/records/article.ts';

/** Returns the record with the details that it lacks, and as it is in everything else. */
export function fillDetails(article: Article, details: FillableDetails): Article {
  const { volume, issue, pages, issn, doi, pmcid, affiliations, journalAbbreviation } = details;
  const filled = { volume, issue, pages, issn, doi, pmcid, affiliations, journalAbbreviation };
  const missing = Object.entries(filled).filter(
    ([name, value]) => value !== undefined && article[name as keyof FillableDetails] === undefined,
  );
  return { ...article, ...Object.fromEntries(missing) };
}
