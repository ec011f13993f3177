import { bareTitle, type CiteRecord, demonstrationNote, keywordsOf, pubmedUrl } from './fields.ts';
import { fullPages } from './pages.ts';

const columns: [name: string, value: (record: CiteRecord) => string | undefined][] = [
  ['pmid', ({ pmid }) => pmid],
  ['title', bareTitle],
  ['authors', (record) => record.author_list?.join('; ') ?? record.authors],
  ['journal', ({ journal }) => journal],
  ['journal_abbreviation', ({ journal_abbreviation: abbreviation }) => abbreviation],
  ['year', ({ year }) => year],
  ['published', ({ published }) => published],
  ['volume', ({ volume }) => volume],
  ['issue', ({ issue }) => issue],
  ['pages', ({ pages }) => pages && fullPages(pages)],
  ['issn', ({ issn }) => issn],
  ['doi', ({ doi }) => doi],
  ['pmcid', ({ pmcid }) => pmcid],
  ['languages', ({ languages }) => languages?.join('; ')],
  ['publication_types', ({ publication_types: types }) => types?.join('; ')],
  ['keywords', (record) => keywordsOf(record).join('; ')],
  ['affiliations', ({ affiliations }) => affiliations?.join('; ')],
  ['abstract', ({ abstract }) => abstract],
  ['url', (record) => pubmedUrl(record)],
  [
    'note',
    ({ demonstration, note }) => [demonstration && demonstrationNote, note].filter(Boolean).join('; '),
  ],
];

/** Formats records as CSV (RFC 4180) with a header line. The byte order mark makes Excel read it as UTF-8. */
export function toCsv(records: readonly CiteRecord[]): string {
  const lines = records.map((record) => columns.map(([, value]) => cell(value(record) ?? '')));
  return `\ufeff${[columns.map(([name]) => name), ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
}

/** Escapes a cell, with an apostrophe before a text that a spreadsheet would run as a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
