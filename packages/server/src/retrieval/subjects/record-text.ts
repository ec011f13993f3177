import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';

/** A record's titles, headings, keywords and sentences as index terms, its whole text without spaces, and the initials of its words. */
export type RecordText = {
  segments: readonly string[][];
  all: ReadonlySet<string>;
  squeezed: string;
  initials: string;
};

/** Cache of texts, for the lifetime of their records, because several subjects are searched for in each. */
const textOfArticle = new WeakMap<Article, RecordText>();

export function readText(article: Article): RecordText {
  const known = textOfArticle.get(article) ?? readAnew(article);
  textOfArticle.set(article, known);
  return known;
}

function readAnew(article: Article): RecordText {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const abstract = abstractText(article);
  const texts = [
    title,
    vernacularTitle,
    ...mesh,
    ...keywords,
    ...splitSentences(abstract).map(({ text }) => text),
  ];
  return textOf(texts, [title, ...mesh, ...keywords, abstract]);
}

/** Returns the terms of a text, with adjectives in "-scopic" and "-graphic" replaced by their nouns: endoscopic becomes endoscopy. */
export function termsOf(text: string): string[] {
  return indexTerms(text).map((term) => (examination.test(term) ? term.slice(0, -1) : term));
}

const examination = /.(?:scop|graph)i$/;

/** Reads texts; forms needed for only some names are computed on first use. */
export function textOf(texts: readonly string[], whole = texts): RecordText {
  const segments = texts.filter(Boolean).map(termsOf);
  let squeezed: string | undefined;
  let initials: string | undefined;
  return {
    segments,
    all: new Set(segments.flat()),
    get squeezed() {
      squeezed ??= squeeze(whole.join(' '));
      return squeezed;
    },
    get initials() {
      initials ??= texts.map(initialsOf).join(' ');
      return initials;
    },
  };
}

function initialsOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !/^(?:of|the|and|in|for|to|a)$/.test(word))
    .map((word) => word[0])
    .join('');
}

/** Returns only the letters and digits of a text. */
export function squeeze(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
