import type { Reference } from '@citewell/sdk';

/** A reference as it is exported: the five fields of an answer, and a DOI and a note where there are any. */
export type CiteRecord = Reference & { doi?: string; note?: string };

/** A name of an author list: "Flaherty KT" is family and initials; a name in Chinese, or a group, is one text. */
export type Author = { family: string; initials: string; suffix?: string } | { literal: string };

const person =
  /^(\p{L}[\p{L}'’.\- ]*?) (\p{Lu}{1,4}(?:-\p{Lu}){0,2})(?: (Jr|Sr|2nd|3rd|4th|II|III|IV))?\.?$/u;
/** "Members of NICE" ends like initials, and is nobody's name. */
const groupWord =
  /\b(?:of|for|and|the|on|group|team|study|trial|investigators?|consortium|collaborat\w+|committee|network|society)\b/i;

export function authorsOf({ authors }: Pick<Reference, 'authors'>): Author[] {
  return authors
    .split(/(?<!\s)\s*[,;，；、]\s*/)
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '' && !/^(?:et al|等)$/i.test(name))
    .map((name) => {
      const [, family, initials, suffix] = groupWord.test(name) ? [] : (person.exec(name) ?? []);
      return family && initials ? { family, initials, ...(suffix && { suffix }) } : { literal: name };
    });
}

/** "J-PA" → ["J", "P", "A"] */
export function lettersOf(initials: string): string[] {
  return [...initials.replace(/-/g, '')];
}

/** "KT" → "K. T." */
export function dotted(initials: string): string {
  return `${lettersOf(initials).join('. ')}.`;
}

/** Returns true if a record is to be formatted in Chinese, because its title is. */
export function isChinese({ title }: Pick<Reference, 'title'>): boolean {
  return /\p{Script=Han}/u.test(title);
}

/** PubMed ends titles with a full stop, and puts those translated into brackets. */
export function bareTitle({ title }: Pick<Reference, 'title'>): string {
  return title
    .trim()
    .replace(/^\[(.+)\]\.?$/s, '$1')
    .replace(/[.。]$/, '');
}

/** Stands in every export of a demonstration record, in either language the same, as the other fields of the formats. */
export const demonstrationNote = 'invented demonstration record';

/** Returns the PubMed URL of a record; undefined for a demonstration record, which PubMed does not have. */
export function pubmedUrl({
  pmid,
  demonstration,
}: Pick<Reference, 'pmid' | 'demonstration'>): string | undefined {
  return demonstration ? undefined : `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
}
