import { toBibtex } from './bibtex.ts';
import { toCslJson } from './csl-json.ts';
import { toCsv } from './csv.ts';
import { toEndnoteXml } from './endnote-xml.ts';
import type { CiteRecord } from './fields.ts';
import { toNbib } from './nbib.ts';
import { toRis } from './ris.ts';

/** File formats for reference managers and other programs, by their names in the service and its commands. */
export const exportFormats = {
  ris: { name: 'RIS', extension: 'ris', type: 'application/x-research-info-systems', write: toRis },
  bibtex: { name: 'BibTeX', extension: 'bib', type: 'application/x-bibtex', write: toBibtex },
  csl: {
    name: 'CSL-JSON',
    extension: 'json',
    type: 'application/vnd.citationstyles.csl+json',
    write: toCslJson,
  },
  nbib: { name: 'NBIB', extension: 'nbib', type: 'application/nbib', write: toNbib },
  endnote: { name: 'EndNote XML', extension: 'xml', type: 'application/x-endnote+xml', write: toEndnoteXml },
  csv: { name: 'CSV', extension: 'csv', type: 'text/csv', write: toCsv },
} as const satisfies Record<
  string,
  { name: string; extension: string; type: string; write(records: readonly CiteRecord[]): string }
>;
export type ExportFormat = keyof typeof exportFormats;

/**
 * Writes records as a file of a format, in their order. Records of `include: ["bibliography"]` make complete entries; the
 * five fields of `references` are enough for entries that can be looked up.
 *
 * @example
 * exportReferences([], 'ris'); // ''
 */
export function exportReferences(records: readonly CiteRecord[], format: ExportFormat): string {
  return exportFormats[format].write(records);
}
