import {
  type CitationStyle,
  type CiteRecord,
  citationStyles,
  type ExportFormat,
  exportReferences,
  formatReferences,
} from '@citewell/sdk/bibliography';

/** Writes records as a file for reference managers, or as a reference list in a style. */
export function writeReferences({
  records,
  as,
}: {
  records: readonly CiteRecord[];
  as: ExportFormat | CitationStyle;
}): string {
  return isStyle(as) ? `${formatReferences(records, as)}\n` : exportReferences(records, as);
}

function isStyle(name: ExportFormat | CitationStyle): name is CitationStyle {
  return Object.hasOwn(citationStyles, name);
}
