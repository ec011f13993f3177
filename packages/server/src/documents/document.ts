import { demonstrationMark } from '@citewell/core/records/demonstration.ts';
import type { ComparisonRow, Language, Reference, ReviewFigures, TrustCard } from '@citewell/sdk';

/** Content of a review from which every format is made: its Markdown, in which `[n]` is `references[n - 1]`. */
export type ReviewDocument = {
  review: string;
  references: readonly Reference[];
  language: Language;
  /** The rows of its comparison table, whose cells are then given with their places in Word. */
  comparison?: readonly ComparisonRow[];
  /** Figures that Word and HTML draw. */
  figures?: ReviewFigures;
  /** Cards of its references, of which those with a full text that was read are told. */
  trust?: readonly Pick<TrustCard, 'pmid' | 'full_text'>[];
};

export const referencesHeading: Record<Language, string> = { en: 'References', zh: '参考文献' };

/** Returns the PubMed URL of a record; undefined for a demonstration record, which PubMed does not have. */
export function pubmedAddress({ pmid, demonstration }: Reference): string | undefined {
  return demonstration ? undefined : `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
}

const authorsMax = 6;
const authorsKept = 3;

/** A reference in Vancouver's order, up to its number; nothing for what is unknown. A demonstration record is named as one first. */
export function referenceText(reference: Reference, language: Language): string {
  const { authors, title, journal, year } = reference;
  const names = authors.split(', ').filter(Boolean);
  const others = { en: 'et al', zh: '等' }[language];
  const shown = names.length > authorsMax ? [...names.slice(0, authorsKept), others] : names;
  const text = [shown.join(', '), title, journal, year]
    .filter(Boolean)
    .map((part) => `${part.replace(/(?<![.\s])[.\s]+$/, '')}.`)
    .join(' ');
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
