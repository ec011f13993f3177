import {
  type CitationStyle,
  type CiteRecord,
  citationStyles,
  type ExportFormat,
  exportFormats,
} from '@citewell/sdk/bibliography';
import type { ReplyForm } from './reply-forms.ts';

/** Values of `?format=` for the records of a reply. */
export type RecordForm = ExportFormat | CitationStyle;

/** Creates the forms of a reply's records: files for reference managers and reference lists, by the values of `?format=`. */
export function recordForms<Reply>(
  recordsOf: (reply: Reply) => readonly CiteRecord[],
): Record<RecordForm, ReplyForm<Reply, 'bibliography'>> {
  const form = (as: RecordForm, type: string, extension: string, accept?: string) =>
    ({
      ...(accept && { accept }),
      needs: ['bibliography'] as const,
      render: async (reply, _language, { work, signal }) => ({
        type: `${type}; charset=utf-8`,
        filename: `citewell-references.${extension}`,
        body: await work('writeReferences', { records: recordsOf(reply), as }, signal),
      }),
    }) satisfies ReplyForm<Reply, 'bibliography'>;
  const files = Object.entries(exportFormats).map(([name, { type, extension }]) => [
    name,
    form(name as ExportFormat, type, extension, type),
  ]);
  const lists = Object.keys(citationStyles).map((name) => [
    name,
    form(name as CitationStyle, 'text/plain', 'txt'),
  ]);
  return Object.fromEntries([...files, ...lists]);
}
