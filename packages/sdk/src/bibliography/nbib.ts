import { bareTitle, type CiteRecord, datePartsOf, demonstrationNote } from './fields.ts';
import { type Author, authorsOf, isGroup, lettersOf } from './names.ts';
import { type TaggedField, taggedLines } from './tagged-lines.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats records in PubMed's own format, which EndNote, Zotero, Mendeley and Covidence read. */
export function toNbib(records: readonly CiteRecord[]): string {
  return records
    .map((record) => {
      const doi = record.doi ? `${record.doi} [doi]` : undefined;
      const fields: TaggedField[] = [
        // Readers of this format begin a record at its PMID.
        ['PMID', record.pmid],
        ['GN', record.demonstration && demonstrationNote],
        ['GN', record.note],
        // Readers expect the kind of ISSN; the linking ISSN identifies the journal in any medium.
        ['IS', /^\d{4}-\d{3}[\dX]$/.test(record.issn ?? '') ? `${record.issn} (Linking)` : undefined],
        ['VI', record.volume],
        ['IP', record.issue],
        ['DP', dateOf(record)],
        ['TI', bareTitle(record)],
        ['PG', record.pages],
        ['LID', doi],
        ['AB', record.abstract],
        ...authorFields(record),
        ...(record.languages ?? []).map((language): [string, string] => ['LA', language]),
        ...(record.publication_types ?? ['Journal Article']).map((type): [string, string] => ['PT', type]),
        ['TA', record.journal_abbreviation],
        ['JT', record.journal],
        ...(record.mesh ?? []).map((heading): [string, string] => ['MH', heading]),
        ['PMC', record.pmcid],
        ...(record.keywords ?? []).map((keyword): [string, string] => ['OT', keyword]),
        ['AID', doi],
      ];
      return taggedLines(fields);
    })
    .join('\r\n');
}

/** Formats the publication date as "2012 Jul 12", as precise as known. */
function dateOf(record: CiteRecord): string {
  const [year, month, day] = datePartsOf(record);
  return year ? [year, month && months[month - 1], day].filter(Boolean).join(' ') : record.year;
}

/** Lists FAU and AU of each person and CN of each group; the affiliations follow the first author, to whom they belong. */
function authorFields(record: CiteRecord): [tag: string, value: string][] {
  return authorsOf(record).flatMap((author, index) => [
    ...nameFields(author),
    ...(index === 0 ? (record.affiliations ?? []).map((text): [string, string] => ['AD', text]) : []),
  ]);
}

function nameFields(author: Author): [tag: string, value: string][] {
  if (!('literal' in author)) {
    const { family, initials, suffix } = author;
    return [
      ['FAU', [`${family}, ${lettersOf(initials).join(' ')}`, suffix].filter(Boolean).join(' ')],
      ['AU', [family, initials, suffix].filter(Boolean).join(' ')],
    ];
  }
  if (isGroup(author)) return [['CN', author.literal]];
  return [
    ['FAU', author.literal],
    ['AU', author.literal],
  ];
}
