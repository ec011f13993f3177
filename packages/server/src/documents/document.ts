import type { Language, Reference } from '@citewell/sdk';

/** What every form of a review is made from: its Markdown, in which `[n]` is `references[n - 1]`. */
export type ReviewDocument = { review: string; references: readonly Reference[]; language: Language };

export const referencesHeading: Record<Language, string> = { en: 'References', zh: '参考文献' };

export function pubmedAddress(pmid: string): string {
  return `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;
}

const authorsMax = 6;
const authorsKept = 3;

/** A reference in Vancouver's order, up to its PMID; nothing for what is unknown. */
export function referenceText({ authors, title, journal, year }: Reference, language: Language): string {
  const names = authors.split(', ').filter(Boolean);
  const others = { en: 'et al', zh: '等' }[language];
  const shown = names.length > authorsMax ? [...names.slice(0, authorsKept), others] : names;
  return [shown.join(', '), title, journal, year]
    .filter(Boolean)
    .map((part) => `${part.replace(/(?<![.\s])[.\s]+$/, '')}.`)
    .join(' ');
}
