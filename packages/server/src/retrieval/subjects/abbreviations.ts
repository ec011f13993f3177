import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';

const acronym = /^\p{Lu}{3,6}s?$/u;

/**
 * Adds the full names that records give to acronyms that no list contains: "MDT" is a multidisciplinary team if a record says
 * "multidisciplinary team (MDT)".
 */
export function expandAbbreviations(subjects: readonly Subject[], articles: readonly Article[]): Subject[] {
  return subjects.map((subject) => {
    const { name, wordings, kind } = subject;
    if (kind !== 'unknown' || !acronym.test(name)) return subject;
    const names = articles.flatMap((article) => namesBefore(name.replace(/s$/, ''), article));
    return names.length > 0 ? { ...subject, wordings: [...new Set([...wordings, ...names])] } : subject;
  });
}

/**
 * Adds forms of names of several words that records abbreviate: "GH deficiency" for growth hormone deficiency if one of the
 * records says "growth hormone (GH)". Two letters alone stand for too many things.
 */
export function addAbbreviations(subjects: readonly Subject[], articles: readonly Article[]): Subject[] {
  const texts = articles.map((article) => `${article.title} ${abstractText(article)}`);
  return subjects.map((subject) => {
    const names = subject.wordings.slice(0, shortenedMax).filter((name) => severalWords.test(name));
    const shortened = names.flatMap((name) =>
      partsOf(name).flatMap((part) =>
        abbreviationsOf(part, texts)
          .filter((short) => part !== name || short.length > 2)
          .map((short) => name.replace(part, short)),
      ),
    );
    return shortened.length > 0
      ? { ...subject, wordings: [...new Set([...subject.wordings, ...shortened])] }
      : subject;
  });
}

/** Number of a subject's first wordings that are looked for in records: the further ones seldom add to them. */
const shortenedMax = 4;
const severalWords = /^[\p{Script=Latin}-]+(?: [\p{Script=Latin}-]+){1,4}$/u;

/** Returns each run of two or more of the words of a name. */
function partsOf(name: string): string[] {
  const words = name.split(' ');
  const parts: string[] = [];
  for (let from = 0; from < words.length - 1; from++)
    for (let to = from + 2; to <= words.length; to++) parts.push(words.slice(from, to).join(' '));
  return parts;
}

/** Returns the abbreviations that texts give for a name in brackets behind it. */
export function abbreviationsOf(name: string, texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const at = text.indexOf(`${name} (`);
    if (at < 0) continue;
    const from = at + name.length + 2;
    const [, short] = /^([A-Z]{2,6})s?[);,]/.exec(text.slice(from, from + 8)) ?? [];
    if (short?.startsWith(name.charAt(0).toUpperCase())) found.add(short);
  }
  return [...found];
}

const anyForm = /(?<![\p{L}\p{N}-])\p{Lu}{2,6}(?=s?(?![\p{L}\p{N}]))/gu;

/** Returns the acronyms in a text of a record with the names that the record gives for them: "endometrial cancer" for "risk of EC". */
export function formsWrittenOut(
  text: string,
  article: Pick<Article, 'title' | 'abstract'>,
): { form: string; name: string }[] {
  return [...new Set(text.match(anyForm))].flatMap((form) =>
    namesBefore(form, article).map((name) => ({ form, name })),
  );
}

/** Returns the words before an acronym in brackets whose letters it consists of. */
function namesBefore(letters: string, article: Pick<Article, 'title' | 'abstract'>): string[] {
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
