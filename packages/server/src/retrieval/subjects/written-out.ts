import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';

const acronym = /^\p{Lu}{3,6}s?$/u;

/**
 * Adds to acronyms that no list has the names that records give them: "MDT" is a multidisciplinary team where a record says
 * "multidisciplinary team (MDT)".
 */
export function withNamesWrittenOut(subjects: readonly Subject[], articles: readonly Article[]): Subject[] {
  return subjects.map((subject) => {
    const { name, wordings, kind } = subject;
    if (kind !== 'unknown' || !acronym.test(name)) return subject;
    const names = articles.flatMap((article) => namesBefore(name.replace(/s$/, ''), article));
    return names.length > 0 ? { ...subject, wordings: [...new Set([...wordings, ...names])] } : subject;
  });
}

/** Returns the words before an acronym in brackets whose letters it consists of. */
function namesBefore(letters: string, article: Article): string[] {
  const text = `${article.title} ${abstractText(article)}`;
  const at = text.indexOf(`(${letters}`);
  if (at < 0 || !/^s?[);,]/.test(text.slice(at + letters.length + 1, at + letters.length + 3))) return [];
  const words = text.slice(Math.max(0, at - reach), at).match(/[\p{L}\p{N}-]+/gu) ?? [];
  for (let count = 1; count <= Math.min(words.length, letters.length + 2); count++) {
    const name = words.slice(-count).join(' ');
    if (standsFor(letters.toLowerCase(), name.toLowerCase())) return [name];
  }
  return [];
}

/** Length of the text before the bracket in which the name is looked for. */
const reach = 120;

/** Returns true if a name begins with the first of these letters and has the others in order, the last as the beginning of a word. */
function standsFor(letters: string, name: string): boolean {
  const last = letters.at(-1) ?? '';
  const words = name.split(/[ -]/);
  if (words.length < 2 || name[0] !== letters[0] || words.at(-1)?.[0] !== last) return false;
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
