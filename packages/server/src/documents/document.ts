import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import type {
  BibliographicRecord,
  ComparisonRow,
  Language,
  Reference,
  ReviewFigures,
  RunSearch,
  TrustCard,
} from '@citewell/sdk';
import { formatReference, pubmedUrl } from '@citewell/sdk/bibliography';

/** Content from which every format is created: Markdown, in which `[n]` is `references[n - 1]`. */
export type ReviewDocument = {
  review: string;
  references: readonly BibliographicRecord[];
  language: Language;
  /** ISO date on which it was written. */
  date?: string;
  /** Searches to list after the text; a review contains its own list. */
  searches?: readonly RunSearch[];
  /** Sources that could not be searched. */
  unavailable?: readonly string[];
  /** Rows of its comparison table; if present, the Word document gives the positions of the cells in their records. */
  comparison?: readonly ComparisonRow[];
  /** Figures to draw in Word and HTML. */
  figures?: ReviewFigures;
  /** Cards of its references, for notes on full texts that were read. */
  trust?: readonly Pick<TrustCard, 'pmid' | 'full_text'>[];
};

export const referencesHeading: Record<Language, string> = { en: 'References', zh: '参考文献' };

/** Returns the PubMed URL of a record; undefined for a demonstration record, which is not in PubMed. */
export function pubmedAddress(reference: Reference): string | undefined {
  return pubmedUrl(reference);
}

/**
 * Formats a reference without its number: in Vancouver style, or GB/T 7714 in Chinese. A demonstration record is labeled as one
 * first.
 */
export function referenceText(reference: BibliographicRecord, language: Language): string {
  const text = formatReference({ ...reference, pmid: '' }, language === 'zh' ? 'gbt7714' : 'vancouver');
  return reference.demonstration ? `[${demonstrationMark[language]}] ${text}` : `${text} PMID:`;
}

/** Formats the note after a reference whose full text was read: its identity, and the statement that supports the text. */
export function fullTextNote(
  { pmid }: Reference,
  { trust = [], language }: Pick<ReviewDocument, 'trust' | 'language'>,
): string {
  const reading = trust.find((card) => card.pmid === pmid)?.full_text;
  if (!reading) return '';
  const { pmcid, section, sentence } = reading;
  const place = [pmcid, section].filter(Boolean).join(language === 'zh' ? '，' : ', ');
  if (sentence === null) return language === 'zh' ? `已查阅全文：${place}。` : `Full text read: ${place}.`;
  const stated = sentence.replace(/[.。]$/, '');
  return language === 'zh' ? `已查阅全文：${place}：“${stated}”。` : `Full text read: ${place}: “${stated}”.`;
}
