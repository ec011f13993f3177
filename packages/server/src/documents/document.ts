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

/** Content of a text from which every format is made: its Markdown, in which `[n]` is `references[n - 1]`. */
export type ReviewDocument = {
  review: string;
  references: readonly BibliographicRecord[];
  language: Language;
  /** ISO day on which it was made. */
  date?: string;
  /** Searches that are listed behind the text; a review tells its own. */
  searches?: readonly RunSearch[];
  /** Sources that could not be searched. */
  unavailable?: readonly string[];
  /** The rows of its comparison table, whose cells are then given with their places in Word. */
  comparison?: readonly ComparisonRow[];
  /** Figures that Word and HTML draw. */
  figures?: ReviewFigures;
  /** Cards of its references, of which those with a full text that was read are told. */
  trust?: readonly Pick<TrustCard, 'pmid' | 'full_text'>[];
};

export const referencesHeading: Record<Language, string> = { en: 'References', zh: '参考文献' };

/** Returns the PubMed URL of a record; undefined for a demonstration record, which PubMed does not have. */
export function pubmedAddress(reference: Reference): string | undefined {
  return pubmedUrl(reference);
}

/**
 * A reference up to its number: in Vancouver's style, or that of GB/T 7714 in Chinese. A demonstration record is named as one
 * first.
 */
export function referenceText(reference: BibliographicRecord, language: Language): string {
  const text = formatReference({ ...reference, pmid: '' }, language === 'zh' ? 'gbt7714' : 'vancouver');
  return reference.demonstration ? `[${demonstrationMark[language]}] ${text}` : `${text} PMID:`;
}

/** The note behind a reference whose full text was read: which one, and the statement of it that the text rests on. */
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
