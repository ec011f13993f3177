import { bareTitle, type CiteRecord, datePartsOf, keywordsOf, notesOf, pubmedUrl } from './fields.ts';
import { languageTag } from './language-name.ts';
import { type Author, authorsOf, dotted } from './names.ts';
import { fullPages } from './pages.ts';

/** Formats records as CSL-JSON, the input of citation processors and Pandoc. */
export function toCslJson(records: readonly CiteRecord[]): string {
  const items = records.map((record, index) => {
    const authors = authorsOf(record).map(cslName);
    const date = datePartsOf(record);
    const keywords = keywordsOf(record).join(', ');
    const notes = notesOf(record);
    const language = record.languages?.[0] && languageTag(record.languages[0]);
    return {
      id: idOf(record, index),
      type: 'article-journal',
      title: bareTitle(record),
      ...(authors.length > 0 && { author: authors }),
      ...(record.journal && { 'container-title': record.journal }),
      ...(record.journal_abbreviation && { 'container-title-short': record.journal_abbreviation }),
      ...(date.length > 0 && { issued: { 'date-parts': [date] } }),
      ...(record.volume && { volume: record.volume }),
      ...(record.issue && { issue: record.issue }),
      ...(record.pages && { page: fullPages(record.pages) }),
      ...(record.issn && { ISSN: record.issn }),
      ...(record.doi && { DOI: record.doi }),
      ...(record.pmcid && { PMCID: record.pmcid }),
      ...(language && { language }),
      ...(keywords && { keyword: keywords }),
      ...(record.abstract && { abstract: record.abstract }),
      ...(pubmedUrl(record) && { PMID: record.pmid, URL: pubmedUrl(record) }),
      ...(notes && { note: notes }),
    };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
}

/** Returns an id for an entry: its PMID, otherwise its position. */
function idOf({ pmid, demonstration }: CiteRecord, index: number): string {
  if (pmid === '') return `record:${index + 1}`;
  return demonstration ? `demonstration:${pmid}` : `pmid:${pmid}`;
}

function cslName(author: Author): object {
  if ('literal' in author) return author;
  const { family, initials, suffix } = author;
  return { family, given: dotted(initials), ...(suffix && { suffix }) };
}
