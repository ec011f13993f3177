import { type BibliographicRecord, escapeLinks, escapeTags, type Language } from '@citewell/sdk';
import {
  fullTextNote,
  pubmedAddress,
  type ReviewDocument,
  referencesHeading,
  referenceText,
} from './document.ts';
import { withSearches } from './searches.ts';

/** Converts a review to Markdown, with its references as a numbered list. */
export function toMarkdown(document: ReviewDocument): string {
  const { references, language, trust = [] } = document;
  const text = escapeLinks(escapeTags(withSearches(document)));
  if (references.length === 0) return text;
  const list = referenceList(references, language, trust);
  return `${text.trimEnd()}\n\n## ${referencesHeading[language]}\n\n${list}\n`;
}

/** Returns references as a numbered list, each with its PubMed URL. */
export function referenceList(
  references: readonly BibliographicRecord[],
  language: Language,
  trust: NonNullable<ReviewDocument['trust']> = [],
): string {
  return references
    .map((reference, at) => {
      const address = pubmedAddress(reference);
      const number = address ? `[${reference.pmid}](${address})` : reference.pmid;
      const note = escapeMarkdown(fullTextNote(reference, { trust, language }));
      return `${at + 1}. ${escapeMarkdown(referenceText(reference, language))} ${number}${note && `. ${note}`}`;
    })
    .join('\n');
}

/** Escapes Markdown in a record's own text, and joins it to one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&]/g, '\\$&')
    .replace(/^(?:[#+=~-]|\d+(?=[.)]))/, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));
}
