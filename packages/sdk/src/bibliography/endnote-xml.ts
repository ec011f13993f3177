import { bareTitle, type CiteRecord, keywordsOf, notesOf, oneLine, pubmedUrl } from './fields.ts';
import { authorsOf } from './names.ts';
import { fullPages } from './pages.ts';
import { risName } from './ris.ts';

/** Formats records as EndNote's XML, which EndNote, Covidence, Zotero and Citavi read. */
export function toEndnoteXml(records: readonly CiteRecord[]): string {
  const body = records.map((record, index) => `${recordXml(record, index + 1)}\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n${body}</records></xml>\n`;
}

function recordXml(record: CiteRecord, number: number): string {
  const url = pubmedUrl(record);
  return [
    '<record>',
    '<source-app name="Citewell">Citewell</source-app>',
    element('rec-number', String(number)),
    '<ref-type name="Journal Article">17</ref-type>',
    group('contributors', group('authors', list('author', authorsOf(record).map(risName)))),
    element('auth-address', record.affiliations?.join('; ')),
    group(
      'titles',
      element('title', bareTitle(record)) +
        element('secondary-title', record.journal) +
        element('alt-title', record.journal_abbreviation),
    ),
    group(
      'periodical',
      element('full-title', record.journal) + element('abbr-1', record.journal_abbreviation),
    ),
    element('pages', record.pages && fullPages(record.pages)),
    element('volume', record.volume),
    element('number', record.issue),
    group('keywords', list('keyword', keywordsOf(record))),
    group('dates', element('year', record.year) + group('pub-dates', element('date', record.published))),
    element('isbn', record.issn),
    element('accession-num', record.pmid),
    element('electronic-resource-num', record.doi),
    element('custom2', record.pmcid),
    element('abstract', record.abstract),
    element('notes', notesOf(record)),
    element('remote-database-name', url && 'PubMed'),
    element('language', record.languages?.join('; ')),
    url ? group('urls', group('related-urls', element('url', url))) : '',
    '</record>',
  ].join('');
}

function element(name: string, text: string | undefined): string {
  const content = escapeXml(oneLine(text ?? ''));
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

function list(name: string, texts: readonly string[]): string {
  return texts.map((text) => element(name, text)).join('');
}

function group(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the text of an element and removes characters that XML does not permit. */
function escapeXml(text: string): string {
  return text
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>]/g, (character) => entities[character] ?? character);
}
