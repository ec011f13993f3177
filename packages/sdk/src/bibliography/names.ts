import type { BibliographicRecord } from '../protocol.ts';

/** An author: "Flaherty KT" is split into family and initials; Chinese names and groups are kept whole. */
export type Author = { family: string; initials: string; suffix?: string } | { literal: string };

const person =
  /^(\p{L}[\p{L}'’.\- ]*?) (\p{Lu}{1,4}(?:-\p{Lu}){0,2})(?: (Jr|Sr|2nd|3rd|4th|II|III|IV))?\.?$/u;
/** Words that identify a group: "Members of NICE" ends like initials but names no person. */
const groupWord =
  /\b(?:of|for|and|the|on|group|team|study|trial|investigators?|consortium|collaborat\w+|committee|network|society)\b/i;

/** Returns the authors of a record, from `author_list` if present, otherwise from the text of `authors`. */
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

/** Returns true for a group; a Chinese personal name is also kept whole but is not a group. */
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
