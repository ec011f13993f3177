import type { BibliographicRecord, Reference } from '../protocol.ts';

/** A record as it is exported; `note` is a remark that files carry along. */
export type CiteRecord = BibliographicRecord & { note?: string };

/** Stands in every export of a demonstration record, in either language the same, as the other fields of the formats. */
export const demonstrationNote = 'invented demonstration record';

/** Notes of a record in one text; empty where it has none. */
export function notesOf({ demonstration, note }: CiteRecord): string {
  return [demonstration && demonstrationNote, note].filter(Boolean).join('; ');
}

/**
 * Returns the PubMed URL of a record; undefined for a record without a PMID, and for a demonstration record, which PubMed does
 * not have.
 *
 * @example
 * pubmedUrl({ pmid: '22663011' }); // 'https://pubmed.ncbi.nlm.nih.gov/22663011/'
 */
export function pubmedUrl({
  pmid,
  demonstration,
}: Pick<Reference, 'pmid' | 'demonstration'>): string | undefined {
  return demonstration || pmid === ''
    ? undefined
    : `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
}

/** Returns true if a record is to be formatted in Chinese, because its title is. */
export function isChinese({ title }: Pick<Reference, 'title'>): boolean {
  return /\p{Script=Han}/u.test(title);
}

/** PubMed ends titles with a full stop, and puts those translated into brackets. */
export function bareTitle({ title }: Pick<Reference, 'title'>): string {
  const line = oneLine(title);
  return (translatedTitle(line) ?? line).replace(/[.。]$/, '');
}

/** "[Disease anxiety [in students]]." → what the outer brackets enclose; undefined for "[11C]PiB and [18F]", where they enclose a part. */
export function translatedTitle(title: string): string | undefined {
  const [, inner] = /^\[(.+)\]\.?$/.exec(oneLine(title)) ?? [];
  if (inner === undefined) return undefined;
  let depth = 0;
  for (const character of inner) {
    if (character === '[') depth++;
    // The bracket at the beginning ends before the end of the title.
    else if (character === ']' && --depth < 0) return undefined;
  }
  return inner;
}

/** One line, whatever a record holds: a line break would begin a field of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Keywords of a record: its MeSH headings, then those of its authors, each once. */
export function keywordsOf({ mesh = [], keywords = [] }: BibliographicRecord): string[] {
  return [...new Set([...mesh, ...keywords])];
}

/** The date of publication as numbers, as exact as it is known; empty where the year is not. */
export function datePartsOf({ year, published }: Pick<BibliographicRecord, 'year' | 'published'>): number[] {
  const date = published?.startsWith(year) ? published : year;
  return /^\d{4}(?:-\d{2}){0,2}$/.test(date) ? date.split('-').map(Number) : [];
}
