import { bareTitle, type CiteRecord, demonstrationNote, keywordsOf, pubmedUrl } from './fields.ts';
import { type Author, authorsOf, dotted } from './names.ts';
import { pageRange } from './pages.ts';
import { type TaggedField, taggedLines } from './tagged-lines.ts';

/**
 * Formats records as RIS, for reference managers and screening tools (Rayyan, Covidence). The journal is in several fields,
 * because they look for it under different names.
 */
export function toRis(records: readonly CiteRecord[]): string {
  return records
    .map((record) => {
      const { first, last } = pageRange(record.pages);
      const fields: TaggedField[] = [
        ['TY', 'JOUR'],
        ['N1', record.demonstration && demonstrationNote],
        ['N1', record.note],
        ...authorsOf(record).map((author): [string, string] => ['AU', risName(author)]),
        ...(record.affiliations ?? []).map((affiliation): [string, string] => ['AD', affiliation]),
        ['TI', bareTitle(record)],
        ['T2', record.journal],
        ['JO', record.journal],
        ['JA', record.journal_abbreviation],
        ['PY', record.year],
        ['DA', record.published?.replaceAll('-', '/')],
        ['VL', record.volume],
        ['IS', record.issue],
        ['SP', first],
        ['EP', last],
        ['SN', record.issn],
        ['DO', record.doi],
        ['C2', record.pmcid],
        ['AN', record.pmid],
        ['DB', pubmedUrl(record) && 'PubMed'],
        ['LA', record.languages?.join('; ')],
        ['M3', record.publication_types?.join('; ')],
        ...keywordsOf(record).map((keyword): [string, string] => ['KW', keyword]),
        ['AB', record.abstract],
        ['UR', pubmedUrl(record)],
      ];
      return `${taggedLines(fields)}ER  - \r\n`;
    })
    .join('\r\n');
}

/** Formats a name as "Family, F. M., Jr", which RIS and EndNote split. */
export function risName(author: Author): string {
  if ('literal' in author) return author.literal;
  return [author.family, dotted(author.initials), author.suffix].filter(Boolean).join(', ');
}
