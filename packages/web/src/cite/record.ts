import type { Reference } from '@citewell/sdk';

/** A reference as it is exported: the five fields of an answer, and a DOI where it is known. */
export type CiteRecord = Reference & { doi?: string };

/** A name of an author list: "Flaherty KT" is family and initials; a name in Chinese, or a group, is one text. */
export type Author = { family: string; initials: string } | { literal: string };

const latinName =
  /^(\p{Lu}[\p{L}'’.\- ]*?|(?:de|van|von|der|den|la|le|di|da|dos|el|al|ter|ten)\b[\p{L}'’.\- ]*?) (\p{Lu}{1,4}(?:-\p{Lu})?)(?: (?:Jr|Sr|2nd|3rd|II|III))?$/u;

export function authorsOf({ authors }: Pick<Reference, 'authors'>): Author[] {
  return authors
    .split(/\s*[,;，；、]\s*/)
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '' && !/^(?:et al|等)$/i.test(name))
    .map((name) => {
      const [, family, initials] = latinName.exec(name) ?? [];
      return family && initials ? { family, initials } : { literal: name };
    });
}

/** Whether a record is to be written in Chinese: its title is. */
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

export function pubmedUrl({ pmid }: Pick<Reference, 'pmid'>): string {
  return `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
}
