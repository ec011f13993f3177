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

/** Marks of Markdown that would change or hide words of a quotation: emphasis, code, links, and backslashes before them. */
const marks = /\\(?=[!-/:-@[-`{-~])|[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\[(?=[^\][]{0,200}\]\()/gu;

/**
 * Escapes in a quotation what a page or a document would take for its own formatting: "*1*1" of an allele. Brackets and other
 * marks that change nothing stay as they are, so that the text can be read without being displayed.
 *
 * @example
 * escapeMarks('*2*2 homozygotes'); // '\\*2\\*2 homozygotes'
 */
export function escapeMarks(text: string): string {
  return text.replace(marks, '\\$&');
}

/** Returns a text as it is displayed, without the backslashes before marks of emphasis and code. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([*_`\\])/g, '$1');
}
