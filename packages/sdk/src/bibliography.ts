/** Files for reference managers, reference lists in four styles, and COinS, generated from records without any request. */
export { coinsOf } from './bibliography/coins.ts';
export { type CiteRecord, pubmedUrl } from './bibliography/fields.ts';
export { type ExportFormat, exportFormats, exportReferences } from './bibliography/formats.ts';
export { screenedRecords } from './bibliography/screened-records.ts';
export {
  type CitationStyle,
  citationStyles,
  formatReference,
  formatReferences,
} from './bibliography/styles.ts';
