import type { BibliographicRecord } from '../protocol.ts';

/** A name of an author list: "Flaherty KT" is family and initials; a name in Chinese, or a group, is one text. */
export type Author = { family: string; initials: string; suffix?: string } | { literal: string };

const person =
  /^(\p{L}[\p{L}'’.\- ]*?) (\p{Lu}{1,4}(?:-\p{Lu}){0,2})(?: (Jr|Sr|2nd|3rd|4th|II|III|IV))?\.?$/u;
/** "Members of NICE" ends like initials, and is nobody's name. */
const groupWord =
  /\b(?:of|for|and|the|on|group|team|study|trial|investigators?|consortium|collaborat\w+|committee|network|society)\b/i;

/** Reads the authors of a record, from their list where there is one, else from the one text of the five fields. */
export function authorsOf(record: Pick<BibliographicRecord, 'authors' | 'author_list'>): Author[] {
  const names = record.author_list ?? record.authors.split(/(?<!\s)\s*[,;，；、]\s*/);
  return names
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '' && !/^(?:et al|等)$/i.test(name))
    .map((name) => {
      const [, family, initials, suffix] = groupWord.test(name) ? [] : (person.exec(name) ?? []);
      return family && initials ? { family, initials, ...(suffix && { suffix }) } : { literal: name };
    });
}

/** Returns true for a group; the name of a person in Chinese is one text as well. */
export function isGroup(author: Author): boolean {
  return 'literal' in author && !/\p{Script=Han}/u.test(author.literal);
}

/** "J-PA" → ["J", "P", "A"] */
export function lettersOf(initials: string): string[] {
  return [...initials.replace(/-/g, '')];
}

/** "KT" → "K. T.", "J-P" → "J.-P." */
export function dotted(initials: string): string {
  return `${initials.replace(/\p{Lu}(?!$)/gu, (letter) => `${letter}. `).replace(/ (?=-)/g, '')}.`;
}
