import type { BibliographicRecord, Reference } from '../protocol.ts';

/** A record to export; `note` is a remark included in files. */
export type CiteRecord = BibliographicRecord & { note?: string };

/** Note in every export of a demonstration record; in English like the formats' other fields, whatever the language. */
export const demonstrationNote = 'invented demonstration record';

/** Joins the notes of a record; empty if it has none. */
export function notesOf({ demonstration, note }: CiteRecord): string {
  return [demonstration && demonstrationNote, note].filter(Boolean).join('; ');
}

/**
 * Returns the PubMed URL of a record; undefined for a record without a PMID, and for a demonstration record, which is
 * not in PubMed.
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

/** Returns true if a record has a Chinese title and is therefore formatted in Chinese. */
export function isChinese({ title }: Pick<Reference, 'title'>): boolean {
  return /\p{Script=Han}/u.test(title);
}

/** Removes the full stop with which PubMed ends titles, and the brackets around translated ones. */
export function bareTitle({ title }: Pick<Reference, 'title'>): string {
  const line = oneLine(title);
  return (translatedTitle(line) ?? line).replace(/[.。]$/, '');
}

/**
 * Returns the text inside outer brackets, as in "[Disease anxiety [in students]]."; undefined for "[11C]PiB and [18F]", where no
 * pair encloses it all.
 */
export function translatedTitle(title: string): string | undefined {
  const [, inner] = /^\[(.+)\]\.?$/.exec(oneLine(title)) ?? [];
  if (inner === undefined) return undefined;
  let depth = 0;
  for (const character of inner) {
    if (character === '[') depth++;
    // The first bracket is closed before the end of the title.
    else if (character === ']' && --depth < 0) return undefined;
  }
  return inner;
}

/** Joins the lines of a text, because a line break would start a new field. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Keywords of a record: its MeSH headings, then those of its authors, each once. */
export function keywordsOf({ mesh = [], keywords = [] }: BibliographicRecord): string[] {
  return [...new Set([...mesh, ...keywords])];
}

/** Returns the publication date as numbers, as precise as known; empty if the year is unknown. */
export function datePartsOf({ year, published }: Pick<BibliographicRecord, 'year' | 'published'>): number[] {
  const date = published?.startsWith(year) ? published : year;
  return /^\d{4}(?:-\d{2}){0,2}$/.test(date) ? date.split('-').map(Number) : [];
}
