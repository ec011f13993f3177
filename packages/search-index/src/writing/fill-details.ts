import type { Article, FillableDetails } from '@citewell/core/records/article.ts';

/** Adds missing details to a record, which is otherwise unchanged. */
export function fillDetails(article: Article, details: FillableDetails): Article {
  const { volume, issue, pages, issn, doi, pmcid, affiliations, journalAbbreviation } = details;
  const filled = { volume, issue, pages, issn, doi, pmcid, affiliations, journalAbbreviation };
  const missing = Object.entries(filled).filter(
    ([name, value]) => value !== undefined && article[name as keyof FillableDetails] === undefined,
  );
  return { ...article, ...Object.fromEntries(missing) };
}
