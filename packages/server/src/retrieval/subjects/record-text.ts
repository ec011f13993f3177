import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { deriveNames, NumberedTerms } from '@citewell/core/text/numbered-terms.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { foldText, indexTerms, scanTerms } from '@citewell/core/text/words.ts';
import { type ArticleTerms, termsOfArticles } from '../../literature/ranking/terms/article-terms.ts';
import { rootOf } from './word-roots.ts';

/** Roots of a text's terms. */
export type Roots = { has(root: string): boolean; values(): Iterable<string> };

/**
 * A record's titles, headings, keywords and sentences as roots of their index terms (`all` has hyphenated words joined too), its whole
 * text without spaces, the initials of its words, and the terms before each abbreviation in brackets, by which it explains it.
 */
export type RecordText = {
  segments: readonly string[][];
  all: Roots;
  squeezed: string;
  initials: string;
  /** Words in capitals, as written. */
  acronyms: ReadonlySet<string>;
  explained: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Cache of texts, for the lifetime of their records, because several subjects are searched for in each. */
const textOfArticle = new WeakMap<Article, RecordText>();

export function readRecordText(article: Article): RecordText {
  const known = textOfArticle.get(article) ?? readAnew(article);
  textOfArticle.set(article, known);
  return known;
}

function readAnew(article: Article): RecordText {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const whole = abstractText(article);
  const abstract = removeExcluded(whole);
  const others = [...mesh, ...keywords];
  const segments = () => [
    ...[title, vernacularTitle, ...others],
    ...splitSentences(abstract).map(({ text }) => text),
  ];
  const texts = [title, vernacularTitle, ...others, abstract];
  // Terms that ranking has read are not looked for again.
  const all =
    abstract === whole
      ? rootsOfArticle(article, joinedRoots(texts))
      : rootsIn(texts).union(joinedRoots(texts));
  return readTexts(all, segments, [title, ...others, abstract]);
}

/** Roots of the terms of records (literature/ranking/terms/article-terms.ts), numbered. */
const numberedRoots = deriveNames(rootOf);

/** Returns the roots of all terms of a record, and these. */
function rootsOfArticle(article: Article, others: ReadonlySet<string>): Roots {
  const [{ numbered, terms } = noTerms] = termsOfArticles([article]);
  const { names: roots, numbers, ofTerms } = numberedRoots(numbered);
  // A bit for each root: few of them are asked for.
  const bits = new Uint8Array((roots.length >> 3) + 1);
  for (let at = 0; at < terms.length; at++) {
    const root = ofTerms[terms[at] as number] as number;
    bits[root >> 3] = (bits[root >> 3] as number) | (1 << (root & 7));
  }
  const hasBit = (root: number | undefined) =>
    root !== undefined && ((bits[root >> 3] ?? 0) & (1 << (root & 7))) !== 0;
  let all: string[] | undefined;
  return {
    has: (root) => hasBit(numbers.get(root)) || (others.size > 0 && others.has(root)),
    values() {
      all ??= [
        ...new Set([...Array.from(terms, (term) => roots[ofTerms[term] as number] as string), ...others]),
      ];
      return all;
    },
  };
}

const noTerms: ArticleTerms = { numbered: new NumberedTerms(), terms: new Int32Array(0), texts: [] };

const leftOut = /\b(?:exclud(?:ed|ing)|exclusion criteria)\b[^.;]{0,200}|(?:排除|剔除)[^。；]{0,80}/gi;
/** "We randomized adults without diabetes or dementia to …": those with a disease were not studied. */
const enrolledWithout =
  /(\b(?:randomi[sz]ed|enrolled|recruited|included)\b[^.;]{0,120}?(?<!\b(?:and|or|versus|vs) ))\bwithout (?:(?! (?:to|were|was|who|received|in) )[^.;]){0,80}|((?:入组|纳入|招募)[^。；]{0,60}?)(?:无|没有)[^。；，]{0,30}/gi;

/** Removes from a text whom and what a study left out, which it is not about. */
export function removeExcluded(text: string): string {
  return text
    .replace(leftOut, ' ')
    .replace(
      enrolledWithout,
      (_, english: string | undefined, chinese: string | undefined) => english ?? chinese ?? '',
    );
}

/** Returns the roots of a text's terms (word-roots.ts). */
export function termsOf(text: string): string[] {
  return indexTerms(text).map(rootOf);
}

export function textOf(texts: readonly string[]): RecordText {
  return readTexts(rootsIn(texts).union(joinedRoots(texts)), () => texts, texts);
}

/** A name that others write in one word: "chemo-radiotherapy", "HER-2". It is found by its hyphen, and the first word looked up behind. */
const hyphenated = /(?<=(?<![\p{L}\p{N}])(\p{L}{2,12}))[-‐‑](\p{L}{4,30}|\d{1,3})(?![\p{L}\p{N}])/gu;
const hyphen = /[-‐‑]/;

/** Returns the names with a hyphen in a text, each in one word. Of three words in a row, only the first two are joined. */
function joinedNames(text: string): string[] {
  const joined: string[] = [];
  // Most headings and keywords have none.
  if (!hyphen.test(text)) return joined;
  let end = 0;
  for (const { 0: match, 1: first = '', 2: second = '', index } of text.matchAll(hyphenated)) {
    if (index - first.length < end) continue;
    end = index + match.length;
    joined.push(first + second);
  }
  return joined;
}

/** Returns the roots of the terms of texts, each looked up once: most words of a text are repeated. */
function rootsIn(texts: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) scanTerms(text, (term) => terms.add(term));
  return new Set([...terms].map(rootOf));
}

/** Returns the roots of the names with a hyphen in texts, each joined. */
function joinedRoots(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(joinedNames).flatMap(termsOf));
}

/** Reads texts with these roots; what only some names need is computed on first use. `split` returns them in segments, and `plain` are those to collapseSpaces. */
function readTexts(all: Roots, split: () => readonly string[], plain: readonly string[]): RecordText {
  let segments: string[][] | undefined;
  let squeezed: string | undefined;
  let initials: string | undefined;
  let acronyms: ReadonlySet<string> | undefined;
  let explained: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return {
    all,
    get segments() {
      segments ??= split().filter(Boolean).map(termsOf);
      return segments;
    },
    get squeezed() {
      squeezed ??= collapseSpaces(plain.join(' '));
      return squeezed;
    },
    get initials() {
      initials ??= split().map(initialsOf).join(' ');
      return initials;
    },
    get acronyms() {
      acronyms ??= new Set(plain.join(' ').match(/\b[A-Z]{2,6}\b/g));
      return acronyms;
    },
    get explained() {
      explained ??= explainedIn(plain.join(' '));
      return explained;
    },
  };
}

const abbreviation = /\(([A-Z][A-Za-z]{0,4}[A-Z])s?[);,]/g;
/** Characters before a bracket in which the name of an abbreviation is looked for, and words that it may have beyond its letters. */
const nameReach = 120;
const furtherWords = 1;

function explainedIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { 1: short = '', index } of text.matchAll(abbreviation)) {
    const words = text.slice(Math.max(0, index - nameReach), index).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
    const terms = words.slice(-short.length - furtherWords).flatMap(termsOf);
    found.set(short, new Set([...(found.get(short) ?? []), ...terms]));
  }
  return found;
}

function initialsOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !/^(?:of|the|and|in|for|to|a)$/.test(word))
    .map((word) => word[0])
    .join('');
}

/** Returns only the letters and digits of a text. */
export function collapseSpaces(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
